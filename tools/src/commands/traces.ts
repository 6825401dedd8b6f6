import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { userError } from '@pitanga/runtime/user-error';
import { findTrace, readSpans } from '../traces/span-file';
import { renderList, renderTree } from '../traces/span-tree';
import { defaultDataDir } from '../workspace';

/** `npm run traces`: what `npm start -- --traces` has kept. */
export function registerTraces(program: Command): void {
  program
    .command('traces')
    .description('show the newest traces, or the spans of one request as a tree')
    .argument('[id]', 'the X-Request-Id of an answer, or the id of a trace')
    .option('--count <number>', 'how many of the newest', '20')
    .action((id: string | undefined, { count }: { readonly count: string }) => {
      showTraces(resolve(process.env.PITANGA_DATA ?? defaultDataDir), id, Number(count));
    });
}

function showTraces(dataDir: string, id: string | undefined, count: number): void {
  const spans = readSpans(dataDir);
  if (spans.length === 0) throw userError(`Nothing is traced in ${dataDir}: npm start -- --traces`);
  if (id === undefined) {
    console.log(renderList(spans, count));
    return;
  }
  const traceId = findTrace(id, join(dataDir, 'logs')) ?? id;
  const trace = spans.filter((span) => span.traceId === traceId);
  if (trace.length === 0) {
    throw userError(`No span of ${id} is kept: traces come a second after the answer, and the oldest go first.`);
  }
  console.log(renderTree(trace));
}
