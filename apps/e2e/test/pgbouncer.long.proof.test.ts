import { testInfra, testTimeoutMs, waitFor } from '@pitanga/testing';
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
import { clientOf } from './api';
import { connectionsMax, startPgBouncer, type PgBouncer } from './pgbouncer';
import { startTraffic } from './traffic';

/** Requests of the run, a fifth of them payments; `npm run proof`, which alone runs this, sets the rounds. */
const requests = 40 * Number(process.env['PROOF_ROUNDS'] ?? 10);
const perSecond = 40;

describe('behind PgBouncer in transaction mode', () => {
  const env: Partial<Record<ServiceName, Record<string, string>>> = {};
  let platform: Platform;
  let bouncer: PgBouncer;
  const replicas: ProcessHandle[] = [];

  beforeAll(async () => {
    // Migrations keep a lock of their session, so they do not go through a pooler.
    platform = await startPlatform({ infra: testInfra(), env });
    bouncer = await startPgBouncer(platform);
    for (const name of serviceNames) {
      env[name] = {
        DATABASE_URL: bouncer.urlOf(name),
        DATABASE_PREPARED_STATEMENTS: String(bouncer.keepsPreparedStatements),
      };
      await platform.services[name].restart();
    }
    // Two processes of each may open 12 connections to it, which share four of the server.
    for (const name of ['billing', 'ledger', 'webhooks'] as const) {
      replicas.push(await startReplica(platform, name, { port: await freePort() }));
    }
  }, 3 * testTimeoutMs);

  afterAll(async () => {
    for (const replica of replicas) await replica.stop();
    await platform.stop();
    await bouncer.stop();
  });

  async function rowsOf(url: string, sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    const client = new PgClient(url);
    await client.connect();
    try {
      return (await client.query(sql, values)).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  }

  it('has the limits of a connection of our own', async () => {
    const [row] = await rowsOf(bouncer.urlOf('billing'), `select current_setting('statement_timeout') as limit`);
    expect(row).toEqual({ limit: '15s' });
  });

  it(
    'no request fails, every payment is booked once, and no server connection keeps a lock',
    async () => {
      const api = clientOf(platform.demo);
      const { id } = (await api.post('/v2/transparents/create', { data: { amount: 900_000 } })).json.data;
      await api.post(`/v2/transparents/simulate-payment?id=${id}`);
      await waitFor('the money', async () => (await api.get('/v2/store/get')).json.data.balance.available > 0);

      const port = Number(new URL(platform.baseUrl).port);
      const traffic = startTraffic({ port, key: platform.demo.devKey, perSecond, connections: 16 });
      await waitFor('the requests', () => Promise.resolve(traffic.answered() >= requests), 10 * 60_000);
      await traffic.stop();
      expect(traffic.failures).toEqual([]);

      const ledger = platform.demo.infra.postgres.ledger;
      const journals = traffic.paid.map((charge) => `capture:${charge}`);
      const booked = 'select count(*)::int as n from journals where id = any($1)';
      await waitFor(
        'every capture',
        async () => (await rowsOf(ledger, booked, [journals]))[0]?.['n'] === journals.length,
      );

      const pools = await bouncer.pools();
      for (const { sv_active: active, sv_idle: idle } of pools) {
        expect(active + idle).toBeLessThanOrEqual(connectionsMax);
      }
      const left = await rowsOf(
        testInfra().postgres,
        `select l.* from pg_locks l join pg_stat_activity a using (pid)
         where l.locktype = 'advisory' and a.state = 'idle' and a.usename like $1`,
        [`${platform.wiring.kafkaPrefix}%`],
      );
      expect(left).toEqual([]);
    },
    20 * testTimeoutMs,
  );
});
