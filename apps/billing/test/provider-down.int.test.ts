import type { Charge } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { freePort, startAsaasStandIn, startBeforeAll, waitFor, type AsaasStandIn } from '@pitanga/testing';
import { createAsaasSyncDrain } from '../src/jobs/drain-asaas-syncs';
import { createOrphanDrain } from '../src/jobs/drain-orphans';
import { anAsaasStore } from './asaas-account';
import { call, startBilling } from './billing-harness';
import { createPixCharge } from './charge-requests';
import type { FakeBank } from './fake-bank';
import { settingsJson, startBank, stopBank } from './pix-bank';

// Of a bank that is silent each of the first payments waits for a whole turn.
const billing = startBeforeAll(() => startBilling({ settings: { FAILOVER_TURN_MS: 1_000 } }));
let asaas: AsaasStandIn;
let bank: FakeBank;
let tenant: Tenant;

beforeEach(async () => {
  asaas = await startAsaasStandIn(() => billing.clock.real());
  bank = await startBank(billing);
  tenant = await anAsaasStore(billing, asaas);
  const account = { storeId: tenant.storeId, settingsJson: settingsJson(bank), check: false } as const;
  await billing.pix.configurePixAccount({ ...account, owner: 'ACCOUNT_OWNER_MERCHANT' }, call());
});
afterEach(async () => {
  bank.beforeEffect = undefined;
  bank.beforeAnswer = undefined;
  bank.proxy = undefined;
  for (const table of ['asaas_syncs', 'charge_orphans', 'begun_payments']) await billing.db(table).delete();
  await asaas.stop();
  await stopBank(billing, bank);
});

/** How many connections to banks were refused. */
const refused = async (): Promise<number> =>
  [...(await billing.metrics()).matchAll(/pitanga_pix_provider_seconds_count\{.*"econnrefused".*\} (\d+)/g)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );

it('at an account that refuses the connection a Pix tries once, and the next one makes it', async () => {
  const nowhere = `https://127.0.0.1:${String(await freePort())}`;
  const settings = settingsJson(bank, { baseUrl: nowhere, tokenUrl: `${nowhere}/token` });
  const account = { storeId: tenant.storeId, settingsJson: settings, check: false } as const;
  await billing.pix.configurePixAccount({ ...account, owner: 'ACCOUNT_OWNER_MERCHANT' }, call());
  const before = await refused();
  await createPixCharge(billing, tenant);
  expect(asaas.books.payments).toHaveLength(1);
  expect((await refused()) - before).toBe(1);
});

const never = () => new Promise<never>(() => undefined);

const ways: readonly (readonly [string, () => void])[] = [
  ['hangs before it does anything', () => (bank.beforeEffect = () => Promise.resolve(false))],
  ['does what it is asked and never says so', () => (bank.beforeAnswer = never)],
  ['answers 500', () => (bank.proxy = () => ({ status: 500, page: 'oops' }))],
];

const statusOf = ({ id }: Charge): Promise<unknown> => billing.db('charges').where({ id }).first('status', 'provider');
const orphans = (): Promise<{ state: string }[]> => billing.db('charge_orphans').where({ store_id: tenant.storeId });
const openAtBank = () =>
  bank.books.charges().filter((txid) => (bank.books.getCharge('cob', txid) as { status?: string }).status === 'ATIVA');

describe.each(ways)('while the first account %s', (_how, fail) => {
  it('every Pix is made by the next one, once, and nothing of it can be paid at the first', async () => {
    fail();
    const charges: Charge[] = [];
    for (let round = 0; round < 3; round += 1) {
      charges.push(...(await Promise.all(Array.from({ length: 6 }, () => createPixCharge(billing, tenant)))));
    }
    expect(asaas.books.payments).toHaveLength(charges.length);
    const codes = new Set(charges.map(({ pix }) => pix?.brCode));
    expect(codes.size).toBe(charges.length);
    // Six at once fail before any of them is known to; then the account rests.
    expect(await orphans()).toHaveLength(6);
    bank.beforeEffect = undefined;
    bank.beforeAnswer = undefined;
    bank.proxy = undefined;
    // Calls whose turn was over go on, and are carried out once the account is back: each is found and cancelled.
    await waitFor('what it made late to be cancelled', async () => {
      const due = billing.db('charge_orphans').where({ store_id: tenant.storeId }).whereNotNull('run_at');
      await due.update({ run_at: billing.clock.real() });
      await createOrphanDrain(billing.deps)();
      return (await orphans()).every(({ state }) => state === 'CANCELLED');
    });
    expect([bank.books.charges().length, openAtBank()]).toEqual([6, []]);
    for (const { pix } of charges) asaas.pay(pix?.txid ?? '');
    await asaas.deliverDue();
    await createAsaasSyncDrain(billing.deps)();
    for (const charge of charges) expect(await statusOf(charge)).toEqual({ status: 'PAID', provider: 'asaas' });
    expect(await billing.db('refunds').where({ store_id: tenant.storeId })).toEqual([]);
    const brought = charges.reduce((sum, { amountCents }) => sum + amountCents, 0);
    expect(await billing.db('charges').where({ store_id: tenant.storeId }).sum({ sum: 'paid_amount_cents' })).toEqual([
      { sum: String(brought) },
    ]);
  });

  it('one Pix at a time waits for it, once it was slow: the others are made by the next one at once', async () => {
    fail();
    const create = (count: number) =>
      Promise.all(Array.from({ length: count }, () => createPixCharge(billing, tenant)));
    await create(1);
    await create(5);
    // What has waited leaves an orphan.
    expect(await orphans()).toHaveLength(1);
    billing.clock.advance(2_000);
    await create(5);
    expect(await orphans()).toHaveLength(2);
    expect(asaas.books.payments).toHaveLength(11);
  });
});
