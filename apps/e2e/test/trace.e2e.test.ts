import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { testInfra, waitFor } from '@pitanga/testing';
import { serviceNames, startPlatform, type Platform } from '@pitanga/tools';
import { openTill } from './payments';

interface Span {
  readonly service: string;
  readonly traceId: string;
  readonly name: string;
}

interface OtlpTraces {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: { traceId: string; name: string }[] }[];
  }[];
}

function spansOf({ resourceSpans }: OtlpTraces): Span[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
    return scopeSpans.flatMap(({ spans }) => spans.map(({ traceId, name }) => ({ service, traceId, name })));
  });
}

describe('one trace', () => {
  const spans: Span[] = [];
  let collector: Server;
  let platform: Platform;

  beforeAll(async () => {
    collector = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const json = request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
        spans.push(...spansOf(JSON.parse(json.toString())));
        response.setHeader('content-type', 'application/json').end('{}');
      });
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const { port } = collector.address() as AddressInfo;
    const settings = {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,

      OTEL_BSP_SCHEDULE_DELAY: '200',
    };
    const env = Object.fromEntries(serviceNames.map((name) => [name, settings]));
    platform = await startPlatform({ infra: testInfra(), env });
  }, 120_000);
  afterAll(async () => {
    await platform.stop();
    collector.closeAllConnections();
    collector.close();
  }, 60_000);

  it('leads from the HTTP request through gRPC, SQL, outbox and Kafka to the ledger and the webhook attempt', async () => {
    const till = await openTill(platform);
    const id = await till.create(1_000);
    const traceId = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
    await till.api.post(`/v2/transparents/simulate-payment?id=${id}`, {}, { headers: { traceparent } });
    const mine = (service: string): Span[] =>
      spans.filter((span) => span.traceId === traceId && span.service === service);
    await waitFor('the spans of every service on the path', () =>
      Promise.resolve(
        ['gateway', 'billing', 'ledger', 'webhooks'].every((service) => mine(service).length > 0) &&
          mine('webhooks').some(({ name }) => /^deliver /.test(name)),
      ),
    );
    expect(mine('billing').some(({ name }) => /^pg.query/.test(name))).toBe(true);
    await till.close();
  }, 60_000);
});
