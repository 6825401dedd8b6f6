import { testInfra, waitFor, testTimeoutMs } from '@pitanga/testing';
import { serviceNames, startPlatform, type Platform } from '@pitanga/tools';
import { openCollector, type Collector, type Span } from './collector';
import { openTill } from './payments';

describe('one trace', () => {
  let collector: Collector;
  let platform: Platform;

  beforeAll(async () => {
    collector = await openCollector();
    const env = Object.fromEntries(serviceNames.map((name) => [name, collector.settings]));
    platform = await startPlatform({ infra: testInfra(), env });
  }, 2 * testTimeoutMs);
  afterAll(async () => {
    await platform.stop();
    collector.close();
  });

  it('leads from the HTTP request through gRPC, SQL, outbox and Kafka to the ledger and the webhook attempt', async () => {
    const till = await openTill(platform);
    const id = await till.create(1_000);
    const traceId = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
    await till.api.post(`/v2/transparents/simulate-payment?id=${id}`, {}, { headers: { traceparent } });
    const mine = (service: string): Span[] =>
      collector.spans.filter((span) => span.traceId === traceId && span.service === service);
    await waitFor('the spans of every service on the path', () =>
      Promise.resolve(
        ['gateway', 'billing', 'ledger', 'webhooks'].every((service) => mine(service).length > 0) &&
          mine('webhooks').some(({ name }) => /^deliver /.test(name)),
      ),
    );
    expect(mine('billing').some(({ name }) => /^pg.query/.test(name))).toBe(true);
    await till.close();
  });
});
