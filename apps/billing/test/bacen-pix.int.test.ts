import { generateKeyPairSync } from 'node:crypto';
import { PixAccountServiceDefinition, ChargeServiceDefinition, type Charge } from '@pitanga/contracts';
import { everyTenant, unavailable, type Tenant } from '@pitanga/core';
import { createRpcClient, createRpcServer, type RpcClient, type RpcServer } from '@pitanga/rpc';
import { createMetrics, type Metrics } from '@pitanga/runtime';
import { silentLog, testIds, waitFor } from '@pitanga/testing';
import { chargeHandlers } from '../src/api/charge-rpc';
import { pixAccountHandlers } from '../src/api/pix-account-rpc';
import { createPixMetrics } from '../src/bacen-pix/pix-metrics';
import type { Deps } from '../src/deps';
import { checkCertificates } from '../src/jobs/check-certificates';
import { createPixSyncDrain } from '../src/jobs/drain-pix-syncs';
import type { PixAccountDeps } from '../src/managing/pix-account-service';
import { createPixAccounts, createProductionProviders, type PixAccounts } from '../src/pix-accounts/pix-accounts';
import { claimDueSyncs, requestPixSyncs } from '../src/pix-syncs/pix-sync-repository';
import { limits, settingsOf } from './bank-under-test';
import { aPixCharge, call, readEvents, startBilling, type Billing } from './billing-harness';
import { startFakeBank, type FakeBank } from './fake-bank';

let billing: Billing;
let bank: FakeBank;
let deps: Deps & PixAccountDeps;
let pixAccounts: PixAccounts;
let server: RpcServer;
let accounts: RpcClient<PixAccountServiceDefinition>;
let charges: RpcClient<ChargeServiceDefinition>;
let registry: Metrics;
let drain: () => Promise<void>;

beforeAll(async () => {
  billing = await startBilling();
  registry = createMetrics();
  const pixMetrics = createPixMetrics(registry);
  pixAccounts = createPixAccounts({ ...billing.deps, pixMetrics, limits });
  deps = { ...billing.deps, pixMetrics, pixAccounts, providersOf: createProductionProviders(pixAccounts) };
  server = createRpcServer({ log: silentLog, metrics: createMetrics(), domain: 'billing' });
  server.add(PixAccountServiceDefinition, pixAccountHandlers(deps));
  server.add(ChargeServiceDefinition, chargeHandlers(deps));
  const client = { address: `127.0.0.1:${String(await server.start('127.0.0.1:0'))}`, deadlineMs: 60_000 };
  accounts = createRpcClient(PixAccountServiceDefinition, client);
  charges = createRpcClient(ChargeServiceDefinition, client);
});
afterAll(async () => {
  for (const client of [accounts, charges]) client.close();
  await server.stop(1_000);
  pixAccounts.close();
  await billing.stop();
});

beforeEach(async () => {
  bank = await startFakeBank(() => billing.clock.real());
  bank.deliver = async (url, body) => {
    const segment = /\/callbacks\/bacen-pix\/(\w+)\/pix$/.exec(url)?.[1] ?? '';
    await accounts.receivePixCallback({ segment, body: Buffer.from(JSON.stringify(body)) }, call());
  };
  // A drain of its own for each test: one bank that was away is left alone for a while.
  drain = createPixSyncDrain(deps);
});
afterEach(async () => {
  // What is still open would be asked about at a bank that is gone.
  await billing.db('pix_syncs').delete();
  await bank.stop();
});

const settingsJson = (over: object): string =>
  JSON.stringify(settingsOf(bank, { callbackBaseUrl: 'https://callbacks.pitanga.test', ...over }));

const configure = (storeId: string, over: object = {}) =>
  accounts.configurePixAccount({ storeId, settingsJson: settingsJson(over) }, call());

/** A production store whose Pix goes to the fake bank. */
async function aStore(over: object = {}): Promise<Tenant> {
  const tenant = await billing.configuredStore(false);
  await configure(tenant.storeId, over);
  return tenant;
}

async function create(tenant: Tenant): Promise<{ charge: Charge; txid: string }> {
  const { charge } = await charges.createPixCharge(aPixCharge(tenant), call());
  if (!charge?.pix) throw new Error('no charge');
  return { charge, txid: charge.pix.txid };
}

async function statusOf(tenant: Tenant, id: string): Promise<string | undefined> {
  return (await charges.getCharge({ tenant, id }, call())).charge?.status;
}

const paidFacts = async (tenant: Tenant) =>
  (await readEvents(billing, tenant)).filter(({ type }) => type === 'charge.paid').length;

const syncRows = (tenant: Tenant): Promise<{ txid: string; run_at: Date; attempts: number }[]> =>
  billing.db('pix_syncs').where({ store_id: tenant.storeId }).select('txid', 'run_at', 'attempts');

const now = () => billing.clock.real();
const seen = (pattern: RegExp) => bank.seen.filter((request) => pattern.test(request)).length;

describe('production Pix', () => {
  test('a charge paid at the bank is confirmed once, from what the bank says and not from the callback', async () => {
    const tenant = await aStore();
    const { charge, txid } = await create(tenant);
    const { endToEndId } = await bank.pay(txid);
    expect(await statusOf(tenant, charge.id)).toBe('CHARGE_STATUS_PENDING');
    await drain();
    const paid = (await charges.getCharge({ tenant, id: charge.id }, call())).charge;
    expect(paid).toMatchObject({ status: 'CHARGE_STATUS_PAID', paidAmountCents: 12_345, pix: { endToEndId } });
    expect([await paidFacts(tenant), await syncRows(tenant)]).toEqual([1, []]);
  });

  test('a callback that comes twice, also at the same time as another reading, confirms once', async () => {
    const tenant = await aStore();
    const { txid } = await create(tenant);
    bank.callbackTimes = 3;
    await bank.pay(txid);
    await Promise.all([drain(), createPixSyncDrain(deps)()]);
    await bank.deliver(`${bank.books.webhooks.get(bank.books.pixKey) ?? ''}/pix`, { pix: { txid } });
    await drain();
    expect(await paidFacts(tenant)).toBe(1);
  });

  test('a callback that comes before the bank has answered the charge is not lost', async () => {
    const tenant = await aStore();
    bank.beforeAnswer = async (request) => {
      if (!request.startsWith('PUT')) return;
      bank.beforeAnswer = undefined;
      await bank.pay(request.split('/').at(-1) ?? '');
      // The job looks at once and finds no charge yet.
      await drain();
    };
    const { charge } = await create(tenant);
    expect(await statusOf(tenant, charge.id)).toBe('CHARGE_STATUS_PENDING');
    billing.clock.advance(60_000);
    await drain();
    expect(await statusOf(tenant, charge.id)).toBe('CHARGE_STATUS_PAID');
  });

  test('a callback that comes while the charge is being read makes it be read once more', async () => {
    const tenant = await aStore();
    const { charge, txid } = await create(tenant);
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
    const tenant = await aStore();
    const { charge, txid } = await create(tenant);
    const truth = deps.providersOf;
    // Claimed, and the process ends before it is read: nothing is written any more.
    const crashed = createPixSyncDrain({ ...deps, providersOf: () => new Promise(() => undefined) });
    await bank.pay(txid);
    void crashed();
    await waitFor('the claim', async () => ((await syncRows(tenant))[0]?.run_at ?? now()) > now());
    await drain();
    expect(await statusOf(tenant, charge.id)).toBe('CHARGE_STATUS_PENDING');
    billing.clock.advance(301_000);
    await createPixSyncDrain({ ...deps, providersOf: truth })();
    expect(await statusOf(tenant, charge.id)).toBe('CHARGE_STATUS_PAID');
  });

  test('due readings go to one process each', async () => {
    const tenant = await aStore();
    const txids = Array.from({ length: 40 }, () => testIds.token(32));
    await requestPixSyncs(billing.db, tenant, txids, now());
    const claim = { now: now(), leaseUntil: new Date(now().getTime() + 1_000), limit: 30, exceptStores: [] };
    const claimed = await Promise.all([1, 2, 3].map(() => claimDueSyncs(billing.db, everyTenant, claim)));
    const mine = claimed.flat().filter((sync) => sync.tenant.storeId === tenant.storeId);
    expect(mine.map(({ txid }) => txid).sort()).toEqual(txids.sort());
    await billing.db('pix_syncs').where({ store_id: tenant.storeId }).delete();
  });

  test('a payment nobody called about is found by asking', async () => {
    const tenant = await aStore({ registerWebhook: false });
    const { charge, txid } = await create(tenant);
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
    const [tenant, other] = [await aStore(), await aStore()];
    const [first, second] = [await create(tenant), await create(other)];
    for (const { txid } of [first, second]) bank.books.pay(txid);
    await requestPixSyncs(billing.db, tenant, [first.txid], billing.clock.real());
    await requestPixSyncs(billing.db, other, [second.txid], billing.clock.real());
    const away = {
      ...deps,
      providersOf: (who: Tenant) =>
        who.storeId === tenant.storeId ? Promise.reject(unavailable('away')) : deps.providersOf(who),
    };
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
    const tenant = await aStore();
    bank.loseAnswer('PUT', 'cut');
    const { charge } = await create(tenant);
    bank.failNext(2);
    await create(tenant);
    expect(bank.books.charges()).toHaveLength(2);
    expect(bank.books.getCharge('cob', charge.pix?.txid ?? '')).toMatchObject({ pixCopiaECola: charge.pix?.brCode });
  });

  test('a bank that does not answer leaves no charge behind', async () => {
    const tenant = await aStore();
    bank.failNext(1_000);
    await expect(create(tenant)).rejects.toMatchObject({ kind: 'UNAVAILABLE', reason: 'PIX_PROVIDER_UNAVAILABLE' });
    expect(await rowsOf('charges', tenant)).toBe(0);
  });

  test('an unknown txid is counted and forgotten, and a bank cannot touch the charge of another store', async () => {
    const [tenant, other] = [await aStore(), await aStore()];
    const { charge, txid } = await create(other);
    bank.books.pay(txid);
    // Its own poll would find the payment, rightly: here only the callback of another store is to look.
    await billing.db('pix_syncs').where({ txid }).delete();
    const before = await unknownTxids();
    const callback = (await configure(tenant.storeId)).callbackUrl;
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

describe('the account of a store', () => {
  test('is what production Pix needs: without it 503, and nothing is written', async () => {
    const tenant = await billing.configuredStore(false);
    await expect(create(tenant)).rejects.toMatchObject({
      kind: 'UNAVAILABLE',
      message: 'Provider for PIX is not configured for this store',
    });
    expect([await rowsOf('charges', tenant), await readEvents(billing, tenant), bank.seen]).toEqual([0, [], []]);
  });

  test('is sealed, keeps its callback address when it is set again, and registers it with the bank', async () => {
    const tenant = await billing.configuredStore(false);
    const first = await configure(tenant.storeId);
    expect(first).toMatchObject({
      callbackUrl: expect.stringMatching(
        /^https:\/\/callbacks\.pitanga\.test\/callbacks\/bacen-pix\/\w{43}$/,
      ) as string,
      certificateExpiresAt: new Date('2050-01-01T00:00:00.000Z'),
      webhookFailure: undefined,
    });
    expect(bank.books.webhooks.get(bank.books.pixKey)).toBe(first.callbackUrl);
    expect((await configure(tenant.storeId, { clientId: 'other', registerWebhook: false })).callbackUrl).toBe(
      first.callbackUrl,
    );
    const [row] = (await billing.db('pix_accounts').where({ store_id: tenant.storeId })) as Record<string, unknown>[];
    const kept = Object.values(row ?? {}).map((value) =>
      Buffer.isBuffer(value) ? value.toString('latin1') : String(value),
    );
    const facts = (await readEvents(billing, tenant)).filter(({ key }) => key === tenant.storeId);
    expect(facts.map(({ type }) => type)).toEqual(['pix_account.configured', 'pix_account.configured']);
    for (const secret of [bank.clientSecret, 'PRIVATE KEY', first.callbackUrl.split('/').at(-1) ?? '', 'other']) {
      expect(kept.join() + JSON.stringify(facts)).not.toContain(secret);
    }
  });

  test('works without a registered address, and says why there is none', async () => {
    const tenant = await billing.configuredStore(false);
    bank.books.webhooks.set = () => {
      throw new Error('never');
    };
    expect((await configure(tenant.storeId, { pixKey: 'not-ours' })).webhookFailure).toBe(
      'The bank refused the address of notifications',
    );
    expect((await configure(tenant.storeId, { registerWebhook: false })).webhookFailure).toMatch(/registerWebhook/);
  });

  test('removed, takes no more charges, and its callbacks find nobody', async () => {
    const tenant = await aStore();
    const url = bank.books.webhooks.get(bank.books.pixKey) ?? '';
    await accounts.removePixAccount({ storeId: tenant.storeId }, call());
    expect(bank.books.webhooks.size).toBe(0);
    expect((await readEvents(billing, tenant)).at(-1)).toMatchObject({ type: 'pix_account.removed' });
    await expect(create(tenant)).rejects.toMatchObject({ reason: 'PROVIDER_NOT_CONFIGURED' });
    await expect(bank.deliver(`${url}/pix`, { pix: [] })).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    await expect(accounts.removePixAccount({ storeId: tenant.storeId }, call())).rejects.toMatchObject({
      kind: 'NOT_FOUND',
    });
  });

  test.each([
    ['no JSON', 'hush', 'The settings should be one JSON object'],
    ['no client id', { clientId: undefined }, "Property 'clientId' is missing"],
    ['an address without TLS', { baseUrl: 'http://hush.example/api' }, /'baseUrl'/],
    ['an unknown property', { hush: 1 }, "Property 'hush' is not known"],
    [
      'a certificate that is none',
      { certificate: '-----BEGIN CERTIFICATE-----\nhush' },
      /'certificate' cannot be read/,
    ],
    ['the key of another certificate', 'other key', "Property 'privateKey' should be the key of the certificate"],
    ['a certificate that has ended', 'ended', /^The certificate ended at 2021-01-01/],
  ])('with %s is refused, and the sentence shows no value', async (_name, over, message) => {
    const { storeId } = await billing.configuredStore(false);
    const given =
      over === 'other key'
        ? { privateKey: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(sec1Pem) }
        : over === 'ended'
          ? endedPair()
          : (over as object);
    const json = over === 'hush' ? 'hush' : settingsJson(given);
    const refused = accounts.configurePixAccount({ storeId, settingsJson: json }, call());
    await expect(refused).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.not.toThrow('hush.example');
    expect(await rowsOf('pix_accounts', { storeId } as Tenant)).toBe(0);
  });

  test('shows how many days its certificate has left', async () => {
    const tenant = await billing.configuredStore(false);
    const ends = new Date(Math.ceil(billing.clock.real().getTime() / 1_000) * 1_000 + 10 * 86_400_000);
    const { certificate, privateKey } = bank.ca.issue('soon', ends);
    await configure(tenant.storeId, { certificate, privateKey, registerWebhook: false });
    await checkCertificates(deps);
    const line = new RegExp(`pitanga_pix_certificate_days_to_expiry\\{store="${tenant.storeId}"\\} (\\S+)`);
    expect(Number(line.exec(await registry.metrics())?.[1])).toBeCloseTo(10, 2);
  });
});

const sec1Pem = { type: 'sec1', format: 'pem' } as const;

function endedPair() {
  const { certificate, privateKey } = bank.ca.issue('ended', new Date('2021-01-01T00:00:00.000Z'));
  return { certificate, privateKey };
}

async function unknownTxids(): Promise<number> {
  return Number(/pitanga_pix_unknown_txid_total (\d+)/.exec(await registry.metrics())?.[1]);
}

async function rowsOf(table: string, tenant: Tenant): Promise<number> {
  const rows: unknown[] = await billing.db(table).where({ store_id: tenant.storeId });
  return rows.length;
}
