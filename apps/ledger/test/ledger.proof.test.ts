import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { cents, type Tenant } from '@pitanga/core';
import { aTenant, startBeforeEach } from '@pitanga/testing';
import type { HoldCommand, ReserveInput } from '../src/holds/hold-rules';
import type { PaidCharge } from '../src/charges/capture';
import { createWriter } from '../src/writer/writer';
import { record, type Call } from './calls';
import { aPaidPix, balancesOf, brokenInvariants } from './fixtures';
import { startLedger, type LedgerProcess } from './ledger-harness';
import type { Model } from './model';
import { aHistory, aPayout, type Replica } from './random-history';
import { historyOf, replay } from './replay';
import { seeded, type Seeded } from './seeded';

/** `npm test` runs the short form; `npm run proof` sets these for the long one. */
const rounds = Number(process.env['PROOF_ROUNDS'] ?? 2);
const seed = Number(process.env['PROOF_SEED'] ?? 20_261_121);

const ledger = startBeforeEach(startLedger);
let services: readonly LedgerProcess[];
let replicas: readonly Replica[];

beforeEach(async () => {
  services = [await ledger.replica('replica'), await ledger.replica('replica')];
  replicas = services.map(({ deps }) => ({ deps, writer: createWriter(deps) }));
});
afterEach(async () => {
  for (const { writer } of replicas) await writer.stop();
  for (const service of services) await service.stop();
  // No deadlocks (docs/adr/0017-ledger-locks.md): callers retry, so none would fail because of one.
  const { rows } = await ledger.db.raw<{ rows: { deadlocks: number }[] }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
});

async function expectSameAsModel(tenant: Tenant, model: Model): Promise<void> {
  const { db } = ledger;
  expect(await balancesOf(db, tenant)).toEqual([
    model.balance('available'),
    model.balance('pending'),
    model.balance('blocked'),
  ]);
  const parts = await db('pending_parts')
    .where({ store_id: tenant.storeId })
    .select('charge_id', 'number', 'open_cents');
  const expected = [...model.parts].flatMap(([charge_id, open]) =>
    open.map(({ number, openCents }) => ({ charge_id, number, open_cents: openCents })),
  );
  expect(new Set(parts.map((part) => JSON.stringify(part)))).toEqual(
    new Set(expected.map((part) => JSON.stringify(part))),
  );
  const holds = await db('holds').whereNotNull('purpose').where({ store_id: tenant.storeId }).select('id', 'state');
  expect(new Map(holds.map((row: { id: string; state: string }) => [row.id, row.state]))).toEqual(
    new Map([...model.holds].map(([id, { state }]) => [id, state])),
  );
  expect(await brokenInvariants(db)).toEqual([]);
}

/**
 * Ends backends of the replicas at random, as a crash or a failover would, each after some calls have been answered, so
 * that a slow machine gets on too; answers how many, once `work` is done.
 */
async function withBrokenConnections(random: Seeded, calls: readonly Call[], work: Promise<unknown>): Promise<number> {
  let broken = 0;
  const state = { isDone: false };
  const done = work.finally(() => {
    state.isDone = true;
  });
  for (let next = 0; !state.isDone;) {
    await delay(2 + random.below(20));
    if (calls.length < next) continue;
    const { rows } = await ledger.db.raw<{ rows: unknown[] }>(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'replica' and xact_start is not null
       order by md5(pid::text || ?) limit 1`,
      [randomUUID()],
    );
    broken += rows.length;
    next = calls.length + random.below(20);
  }
  await done;
  return broken;
}

describe(`64 writers on one store (${String(rounds)} rounds, seed ${String(seed)})`, () => {
  it(
    'overdraw nothing, lose no update and no acknowledged call',
    async () => {
      const random = seeded(seed);
      const tenant = aTenant();
      const charges = new Map<string, PaidCharge>();
      const reserves = new Map<string, ReserveInput[]>();
      const calls: Call[] = [];
      const pay = async (): Promise<void> => {
        const charge = aPaidPix(tenant, { amountCents: cents(1_000 + random.below(2_000)) });
        charges.set(charge.chargeId, charge);
        const call = { command: undefined, journals: [`capture:${charge.chargeId}`] };
        await record(calls, call, () => random.pick(replicas).writer.capture([charge]));
      };
      const withdraw = async (): Promise<void> => {
        const input = aPayout(500 + random.below(1_500), random.below(2) * 80);
        reserves.set(input.holdId, [input]);
        const command: HoldCommand = { step: 'reserve', tenant, input, statementId: 'any' };
        const journals = [`hold:${input.holdId}:reserved`];
        const refused = await record(calls, { command, journals }, () =>
          random.pick(replicas).writer.reserve(tenant, input),
        );
        if (refused !== undefined || random.below(3) === 0) return;
        const end = random.pick(['settle', 'release'] as const);
        const call = { command: undefined, journals: [`hold:${input.holdId}:${end}d`] };
        await record(calls, call, () => random.pick(replicas).writer[end](tenant, input));
      };
      await Promise.all(
        Array.from({ length: 64 }, async (_, number) => {
          for (let step = 0; step < rounds * 4; step += 1) await (number % 4 === 0 ? pay() : withdraw());
        }),
      );
      const history = await historyOf(ledger.db, tenant);
      const none = new Map<string, never>();
      const others = { disputes: none, overpayments: none, topUps: none, advances: none, transfers: none };
      const asked = { tenant, charges, reserves, ...others };
      const model = replay(asked, history, calls, ({ balances }) => {
        expect(balances.get('available')).toBeGreaterThanOrEqual(0);
      });
      expect(calls.filter(({ refused }) => refused === 'INSUFFICIENT_FUNDS').length).toBeGreaterThan(0);
      await expectSameAsModel(tenant, model);
    },
    20_000 + rounds * 10_000,
  );
});

describe(`random histories of all events (${String(rounds)} rounds, seed ${String(seed)})`, () => {
  it(
    'with repeats, in any order and over broken connections, match the model',
    async () => {
      const random = seeded(seed);
      let broken = 0;
      for (let round = 0; round < rounds; round += 1) {
        const { asked, calls, run } = aHistory(random, replicas);
        broken += await withBrokenConnections(random, calls, run());
        await expectSameAsModel(asked.tenant, replay(asked, await historyOf(ledger.db, asked.tenant), calls));
      }
      expect(broken).toBeGreaterThan(0);
    },
    20_000 + rounds * 20_000,
  );
});
