import { everyTenant, unavailable, type Tenant } from '@pitanga/core';
import { startBeforeAll, testIds, waitFor, withDeps } from '@pitanga/testing';
import { createPixSyncDrain } from '../src/jobs/drain-pix-syncs';
import { claimDueSyncs, requestPixSyncs } from '../src/syncs/pix-sync-repository';
import { call, countRows, eventTypes, startBilling } from './billing-harness';
import type { FakeBank } from './fake-bank';
import { aStore, configure, createCharge, startBank, stopBank } from './pix-bank';

const billing = startBeforeAll(startBilling);
let bank: FakeBank;
let drain: () => Promise<void>;

beforeEach(async () => {
  bank = await startBank(billing);
  // A drain skips a bank that failed for a while, so each test gets its own drain.
  drain = createPixSyncDrain(billing.deps);
});
afterEach(() => stopBank(billing, bank));

async function statusOf(tenant: Tenant, id: string): Promise<string | undefined> {
  return (await billing.charges.getCharge({ tenant, id }, call())).charge?.status;
}

const paidEvents = async (tenant: Tenant) =>
  (await eventTypes(billing, tenant)).filter((type) => type === 'charge.paid').length;

const syncRows = (tenant: Tenant): Promise<{ txid: string; run_at: Date; attempts: number }[]> =>
  billing.db('pix_syncs').where({ store_id: tenant.storeId }).select('txid', 'run_at', 'attempts');

const now = () => billing.clock.real();
const seen = (pattern: RegExp) => bank.seen.filter((request) => pattern.test(request)).length;

async function unknownTxids(): Promise<number> {
  return Number(/pitanga_pix_unknown_txid_total (\d+)/.exec(await billing.metrics())?.[1]);
}

describe('production Pix', () => {
  test('a charge paid at the bank is confirmed once, from what the bank says and not from the callback', async () => {
    const tenant = await aStore(billing, bank);
    const { charge, txid } = await createCharge(billing, tenant);
    const { endToEndId } = await bank.pay(txid);
    expect(await statusOf(tenant, charge.id)).toBe('CHARGE_STATUS_PENDING');
    await drain();
    const paid = (await billing.charges.getCharge({ tenant, id: charge.id }, call())).charge;
    expect(paid).toMatchObject({ status: 'CHARGE_STATUS_PAID', paidAmountCents: 12_345, pix: { endToEndId } });
    expect([await paidEvents(tenant), await syncRows(tenant)]).toEqual([1, []]);
  });

  test('a callback that comes twice, also at the same time as another reading, confirms once', async () => {
    const tenant = await aStore(billing, bank);
    const { txid } = await createCharge(billing, tenant);
    bank.callbackTimes = 3;
    await bank.pay(txid);
    await Promise.all([drain(), createPixSyncDrain(billing.deps)()]);
    await bank.deliver(`${bank.books.webhooks.get(bank.books.pixKey) ?? ''}/pix`, { pix: { txid } });
    await drain();
    expect(await paidEvents(tenant)).toBe(1);
  });

  test('a callback that comes before the bank has answered the charge is not lost', async () => {
    const tenant = await aStore(billing, bank);
    bank.beforeAnswer = async (request) => {
      if (!request.startsWith('PUT')) return;
      bank.beforeAnswer = undefined;
      await bank.pay(request.split('/').at(-1) ?? '');
      // The job looks at once and finds no charge yet.
      await drain();
    };
    const { charge } = await createCharge(billing, tenant);
    expect(await statusOf(tenant, charge.id)).toBe('CHARGE_STATUS_PENDING');
    billing.clock.advance(60_000);
    await drain();
    expect(await statusOf(tenant, charge.id)).toBe('CHARGE_STATUS_PAID');
  });

  test('a callback that comes while the charge is being read makes it be read once more', async () => {
    const tenant = await aStore(billing, bank);
    const { charge, txid } = await createCharge(billing, tenant);
    await requestPixSyncs(billing.db, tenant, [txid], now());
    bank.beforeAnswer = async (request) => {
      // The answer under way still says that the charge is open.
      if (!request.startsWith('GET')) return;
      bank.beforeAnswer = undefined;
      await bank.pay(txid);
    };
    await drain();
    await drain();
    expect(await statusOf(tenant, charge.id)).toBe('CHARGE_STATUS_PAID');
  });

  test('a callback that was answered survives a crash of the process that took it', async () => {
    const tenant = await aStore(billing, bank);
    const { charge, txid } = await createCharge(billing, tenant);
    const truth = billing.deps.findProviders;
    // Claimed, and the process ends before it is read: nothing is written any more.
    const crashed = createPixSyncDrain(withDeps(billing.deps, { findProviders: () => new Promise(() => undefined) }));
    await bank.pay(txid);
    void crashed();
    await waitFor('the claim', async () => ((await syncRows(tenant))[0]?.run_at ?? now()) > now());
    await drain();
    expect(await statusOf(tenant, charge.id)).toBe('CHARGE_STATUS_PENDING');
    billing.clock.advance(301_000);
    await createPixSyncDrain(withDeps(billing.deps, { findProviders: truth }))();
    expect(await statusOf(tenant, charge.id)).toBe('CHARGE_STATUS_PAID');
  });

  test('due readings go to one process each', async () => {
    const tenant = await aStore(billing, bank);
    const txids = Array.from({ length: 40 }, () => testIds.token(32));
    await requestPixSyncs(billing.db, tenant, txids, now());
    const claim = { now: now(), leaseUntil: new Date(now().getTime() + 1_000), limit: 30, exceptStores: [] };
    const claimed = await Promise.all([1, 2, 3].map(() => claimDueSyncs(billing.db, everyTenant, claim)));
    const mine = claimed.flat().filter((sync) => sync.tenant.storeId === tenant.storeId);
    expect(mine.map(({ txid }) => txid).sort()).toEqual(txids.sort());
    await billing.db('pix_syncs').where({ store_id: tenant.storeId }).delete();
  });

  test('a payment nobody called about is found by asking', async () => {
    const tenant = await aStore(billing, bank, { registerWebhook: false });
    const { charge, txid } = await createCharge(billing, tenant);
    await requestPixSyncs(billing.db, tenant, [txid], new Date(billing.clock.real().getTime() + 120_000));
    await drain();
    expect(seen(/^GET .*cob/)).toBe(0);
    billing.clock.advance(120_000);
    await drain();
    expect([seen(/^GET .*cob/), (await syncRows(tenant))[0]?.attempts]).toEqual([1, 0]);
    await bank.pay(txid);
    billing.clock.advance(150_000);
    await drain();
    expect(await statusOf(tenant, charge.id)).toBe('CHARGE_STATUS_PAID');
  });

  test('a bank that is away is asked again, and holds up no other', async () => {
    const [tenant, other] = [await aStore(billing, bank), await aStore(billing, bank)];
    const [first, second] = [await createCharge(billing, tenant), await createCharge(billing, other)];
    for (const { txid } of [first, second]) bank.books.pay(txid);
    await requestPixSyncs(billing.db, tenant, [first.txid], billing.clock.real());
    await requestPixSyncs(billing.db, other, [second.txid], billing.clock.real());
    const away = withDeps(billing.deps, {
      findProviders: (who: Tenant) =>
        who.storeId === tenant.storeId ? Promise.reject(unavailable('away')) : billing.deps.findProviders(who),
    });
    await createPixSyncDrain(away)();
    expect([await statusOf(tenant, first.charge.id), await statusOf(other, second.charge.id)]).toEqual([
      'CHARGE_STATUS_PENDING',
      'CHARGE_STATUS_PAID',
    ]);
    billing.clock.advance(60_000);
    await drain();
    expect(await statusOf(tenant, first.charge.id)).toBe('CHARGE_STATUS_PAID');
  });

  test('a lost answer and two 503s give one charge with the code of the bank', async () => {
    const tenant = await aStore(billing, bank);
    bank.loseAnswer('PUT', 'cut');
    const { charge } = await createCharge(billing, tenant);
    bank.failNext(2);
    await createCharge(billing, tenant);
    expect(bank.books.charges()).toHaveLength(2);
    expect(bank.books.getCharge('cob', charge.pix?.txid ?? '')).toMatchObject({ pixCopiaECola: charge.pix?.brCode });
  });

  test('a bank that does not answer leaves no charge behind', async () => {
    const tenant = await aStore(billing, bank);
    bank.failNext(1_000);
    await expect(createCharge(billing, tenant)).rejects.toMatchObject({
      kind: 'UNAVAILABLE',
      reason: 'PIX_PROVIDER_UNAVAILABLE',
    });
    expect(await countRows(billing, 'charges', tenant)).toBe(0);
  });

  test('an unknown txid is counted and forgotten, and a bank cannot touch the charge of another store', async () => {
    const [tenant, other] = [await aStore(billing, bank), await aStore(billing, bank)];
    const { charge, txid } = await createCharge(billing, other);
    bank.books.pay(txid);
    // Its own poll would find the payment, rightly: here only the callback of another store is to look.
    await billing.db('pix_syncs').where({ txid }).delete();
    const before = await unknownTxids();
    const callback = (await configure(billing, bank, tenant.storeId)).callbackUrl;
    await bank.deliver(`${callback}/pix`, { pix: [{ txid }, { txid: testIds.token(32) }, { txid: 'static' }] });
    expect(await syncRows(tenant)).toHaveLength(2);
    for (let look = 0; look < 8; look += 1) {
      await drain();
      billing.clock.advance(3_600_000 / 8 - 1);
    }
    expect([await syncRows(tenant), await statusOf(other, charge.id)]).toEqual([[], 'CHARGE_STATUS_PENDING']);
    expect((await unknownTxids()) - before).toBe(3);
  });
});
