import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCollector, type Span } from '../src/traces/collector';
import { findTrace, openSpanFile, readSpans } from '../src/traces/span-file';
import { renderList, renderTree } from '../src/traces/span-tree';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'traces-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** A span of 2 ms that begins so many milliseconds after the trace. */
function spanOf(spanId: string, name: string, after: number, more: Partial<Span> = {}): Span {
  const start = 1_764_500_000_000 + after;
  return {
    service: 'gateway',
    traceId: 'a1b2',
    spanId,
    name,
    startTimeUnixNano: `${String(start)}000000`,
    endTimeUnixNano: `${String(start + 2)}000000`,
    attributes: [],
    ...more,
  };
}

test('the spans of one request are a tree in the order of their beginnings, whatever order they came in', () => {
  const sql = { key: 'db.query.text', value: { stringValue: 'select\n  1' } };
  const spans = [
    spanOf('3', 'pg.query', 2, { service: 'billing', parentSpanId: '2', attributes: [sql] }),
    spanOf('4', 'second', 3, { parentSpanId: '1', status: { code: 2 } }),
    spanOf('2', 'CreateCharge', 1, { service: 'billing', parentSpanId: '1' }),
    // Its parent is the caller's own.
    spanOf('1', 'POST', 0, { parentSpanId: 'f0' }),
  ];
  expect(renderTree(spans).split('\n')).toEqual([
    '      took      after  trace a1b2',
    '    2.0 ms    +0.0 ms  gateway POST',
    '    2.0 ms    +1.0 ms    billing CreateCharge',
    '    2.0 ms    +2.0 ms      billing pg.query select 1',
    '    2.0 ms    +3.0 ms    gateway second  ERROR',
  ]);
  expect(renderList([...spans, spanOf('5', 'GET', 9, { traceId: 'c3d4' })], 1)).toMatch(
    /^c3d4 {2}2025-11-30T10:53:20\.009Z {2} +2\.0 ms {2}gateway GET \(1 spans\)$/,
  );
});

test('what a service exports is found by the id of its request, in files of a bounded size', async () => {
  const collector = await openCollector(openSpanFile(folder, 500));
  const { OTEL_EXPORTER_OTLP_ENDPOINT: url } = collector.settings;
  for (let nth = 0; nth < 20; nth += 1) {
    const { service, ...span } = spanOf(String(nth), 'GET', nth);
    const resource = { attributes: [{ key: 'service.name', value: { stringValue: service } }] };
    const body = JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }] });
    const { status } = await fetch(`${String(url)}/v1/traces`, { method: 'POST', body });
    expect(status).toBe(200);
  }
  collector.close();
  const files = readdirSync(join(folder, 'traces'));
  expect(files.sort()).toEqual(['spans.jsonl', 'spans.jsonl.old']);
  for (const file of files) expect(statSync(join(folder, 'traces', file)).size).toBeLessThan(1000);
  expect(readSpans(folder).at(-1)).toEqual(spanOf('19', 'GET', 19));

  const logs = join(folder, 'logs');
  mkdirSync(logs);
  appendFileSync(
    join(logs, 'gateway.log'),
    '{"requestId":"req_1","trace_id":"a1b2","msg":"request"}\n{"requestId":"re',
  );
  expect(findTrace('req_1', logs)).toBe('a1b2');
  expect(findTrace('req_2', logs)).toBeUndefined();
});
