import { setTimeout as delay } from 'node:timers/promises';
import { testInfra, waitFor, testTimeoutMs } from '@pitanga/testing';
import {
  freePort,
  serviceNames,
  startPlatform,
  startReplica,
  type Platform,
  type ProcessHandle,
  type ServiceName,
} from '@pitanga/tools';
import { Client as PgClient } from 'pg';
import { startBalancer, type Balancer } from './balancer';
import { clientOf } from './api';
import { startTraffic, type Traffic } from './traffic';

/** How often every service is replaced; `npm run proof`, which alone runs this, sets it. */
const rounds = Math.ceil(Number(process.env['PROOF_ROUNDS'] ?? 1) / 5);
const perSecond = 30;
/** How long a pod still serves while it is removed from the endpoints of its service (k8s/components/service-pod has five seconds). */
const preStopMs = 500;

interface Slot {
  readonly port: number;
  readonly opsPort: number;
  readonly process: ProcessHandle;
}

describe(`every service is replaced in turn under ${perSecond} requests a second (${rounds} rounds)`, () => {
  let platform: Platform;
  let balancer: Balancer;
  let traffic: Traffic;
  /** Two ports of each service, of which one is in use but while it is replaced. */
  const ports = new Map<ServiceName, readonly [number, number]>();
  const current = new Map<ServiceName, Slot>();

  beforeAll(async () => {
    for (const name of serviceNames) ports.set(name, [await freePort(), await freePort()]);
    const address = (name: ServiceName): string =>
      `ipv4:${(ports.get(name) ?? []).map((port) => `127.0.0.1:${port}`).join(',')}`;
    const own = (name: ServiceName) => ({ PORT: String(ports.get(name)?.[0]) });
    const toLedger = { LEDGER_ADDRESS: address('ledger') };
    const toBilling = { BILLING_ADDRESS: address('billing') };
    platform = await startPlatform({
      infra: testInfra(),
      port: ports.get('gateway')?.[0] ?? 0,
      env: {
        gateway: {
          DRAIN_MS: '5000',
          ...toLedger,
          ...toBilling,
          SUBSCRIPTIONS_ADDRESS: address('subscriptions'),
          PAYOUTS_ADDRESS: address('payouts'),
          WEBHOOKS_ADDRESS: address('webhooks'),
        },
        billing: { ...own('billing'), ...toLedger },
        subscriptions: { ...own('subscriptions'), ...toBilling },
        payouts: { ...own('payouts'), ...toLedger },
        ledger: own('ledger'),
        webhooks: own('webhooks'),
      },
    });
    for (const name of serviceNames) {
      const { opsPort } = platform.wiring.ports[name];
      current.set(name, { port: ports.get(name)?.[0] ?? 0, opsPort, process: platform.services[name] });
    }
    balancer = await startBalancer();
    const { port, opsPort } = slotOf('gateway');
    balancer.add({ port, opsPort });
    await waitFor('the gateway', () => Promise.resolve(balancer.isReady(port)));
    await fund();
    traffic = startTraffic({ port: balancer.port, key: platform.demo.devKey, perSecond, connections: 8 });
  }, 2 * testTimeoutMs);

  afterAll(async () => {
    await traffic.stop();
    await balancer.close();
    for (const { process } of current.values()) await process.stop();
    await platform.stop();
  });

  function slotOf(name: ServiceName): Slot {
    const slot = current.get(name);
    if (!slot) throw new Error(`${name} has no process`);
    return slot;
  }

  async function fund(): Promise<void> {
    const api = clientOf(platform.demo);
    const { id } = (await api.post('/v2/transparents/create', { data: { amount: 900_000 } })).json.data;
    await api.post(`/v2/transparents/simulate-payment?id=${id}`);
    await waitFor('the money', async () => (await api.get('/v2/store/get')).json.data.balance.available > 0);
  }

  /** As a rolling update does: the new one is ready, then the old one gets SIGTERM, and stops in order. */
  async function replace(name: ServiceName): Promise<void> {
    const old = slotOf(name);
    const [first = 0, second = 0] = ports.get(name) ?? [];
    const port = old.port === first ? second : first;
    const fresh = await startReplica(platform, name, { port });
    if (name === 'gateway') {
      balancer.add({ port, opsPort: fresh.opsPort });
      await waitFor('the new gateway', () => Promise.resolve(balancer.isReady(port)));
      balancer.remove(old.port);
    }
    await delay(preStopMs);
    await old.process.stop();
    current.set(name, { port, opsPort: fresh.opsPort, process: fresh });
  }

  it(
    'not one request fails, and what was confirmed to merchants is booked once',
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        for (const name of serviceNames) {
          const before = traffic.answered();
          await replace(name);
          await waitFor('traffic on the new one', () => Promise.resolve(traffic.answered() > before + perSecond));
          expect(traffic.failures).toEqual([]);
        }
      }
      await traffic.stop();
      expect(traffic.failures).toEqual([]);
      expect([traffic.paid.length, traffic.sent.length].every((count) => count > rounds * 10)).toBe(true);
      await expectBooked();
    },
    (1 + 2 * rounds) * testTimeoutMs,
  );

  async function expectBooked(): Promise<void> {
    const client = new PgClient(platform.demo.infra.postgres.ledger);
    await client.connect();
    try {
      const captured = traffic.paid.map((id) => `capture:${id}`);
      await waitFor('every capture', async () => {
        const { rows } = await client.query('select count(*)::int as n from journals where id = any($1)', [captured]);
        return rows[0].n === captured.length;
      });
      const { rows } = await client.query(`select count(*)::int as n from holds where state <> 'RELEASED'`);
      expect(rows[0].n).toBe(traffic.sent.length);
    } finally {
      await client.end();
    }
  }
});
