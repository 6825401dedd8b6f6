import { PayoutServiceDefinition, PayoutsSettingsServiceDefinition, type ListPayoutsRequest } from '@pitanga/contracts';
import { cents, type Tenant } from '@pitanga/core';
import { createRpcClient, type RpcClient } from '@pitanga/rpc';
import { createSealer, loadConfig, type Service } from '@pitanga/runtime';
import { aTenant, silentLog, testDatabase, testIds, testInfra, type TestDatabase } from '@pitanga/testing';
import { createPayouts, payoutsConfig } from './payouts';
import type { ActivePayout } from './payouts/payout';
import { insertPayout } from './payouts/payout-repository';
import { findStoreSettings } from './store-settings/store-settings-repository';

const dataKey = Buffer.alloc(32, 7).toString('base64');
const sealer = createSealer(dataKey);
const noon = new Date('2026-11-20T15:00:00.000Z');
const context = { requestId: 'req_test' };
let database: TestDatabase;
let service: Service;
let payouts: RpcClient<PayoutServiceDefinition>;
let settings: RpcClient<PayoutsSettingsServiceDefinition>;

beforeAll(async () => {
  database = await testDatabase('payouts');
  const config = loadConfig(payoutsConfig, {
    DATABASE_URL: database.url,
    KAFKA_BROKERS: testInfra().kafka,
    DATA_KEY: dataKey,
    PUBLIC_URL: 'https://pay.example.com',
    LEDGER_ADDRESS: '127.0.0.1:9',
  });
  service = await createPayouts(config, { log: silentLog });
  const address = `127.0.0.1:${String(service.port)}`;
  payouts = createRpcClient(PayoutServiceDefinition, { address, deadlineMs: 60_000 });
  settings = createRpcClient(PayoutsSettingsServiceDefinition, { address, deadlineMs: 60_000 });
});
afterAll(async () => {
  payouts.close();
  settings.close();
  await service.stop();
  await database.close();
});

function aPayout(changes: Partial<ActivePayout> = {}): ActivePayout {
  const createdAt = changes.createdAt ?? noon;
  const id = testIds.next('payout', createdAt);
  return {
    id,
    kind: 'WITHDRAW',
    status: 'PENDING',
    externalId: `ext ${id}`,
    amountCents: cents(5_000),
    platformFeeCents: cents(80),
    isFeeIncluded: false,
    pixKeyType: 'CPF',
    maskedPixKey: '123.***.***-**',
    description: undefined,
    receiptUrl: undefined,
    endToEndId: undefined,
    returnedCents: cents(0),
    completedAt: undefined,
    failureReason: undefined,
    providerCode: undefined,
    requestedBy: undefined,
    approval: undefined,
    createdAt,
    updatedAt: createdAt,
    step: (changes.status ?? 'PENDING') === 'PENDING' ? 'WATCH' : 'DONE',
    target: { type: 'CPF', key: '52998224725' },
    accountOwner: undefined,
    provider: undefined,
    attempts: 0,
    // Nobody works on it while a test looks.
    runAt: new Date('2100-01-01T00:00:00.000Z'),
    requestedAt: createdAt,
    sentAt: createdAt,
    refusal: undefined,
    ...changes,
  };
}

/** Payouts one second apart, oldest first. */
async function seed(tenant: Tenant, changes: readonly Partial<ActivePayout>[]): Promise<ActivePayout[]> {
  const seeded = changes.map((change, index) =>
    aPayout({ createdAt: new Date(noon.getTime() + index * 1_000), ...change }),
  );
  for (const payout of seeded) await insertPayout(database.db, tenant, sealer, payout);
  return seeded;
}

function list(tenant: Tenant, changes: Partial<ListPayoutsRequest> = {}) {
  return payouts.listPayouts(
    {
      tenant,
      page: { limit: 100, after: undefined, before: undefined, createdFrom: undefined, createdTo: undefined },
      kind: 'PAYOUT_KIND_WITHDRAW',
      id: undefined,
      externalId: undefined,
      status: undefined,
      ...changes,
    },
    context,
  );
}

function page(limit: number, after?: string): ListPayoutsRequest['page'] {
  return { limit, after, before: undefined, createdFrom: undefined, createdTo: undefined };
}

async function listedIds(tenant: Tenant, changes: Partial<ListPayoutsRequest> = {}): Promise<string[]> {
  return (await list(tenant, changes)).payouts.map(({ id }) => id);
}

describe('listing payouts', () => {
  it('gives the whole record, newest first', async () => {
    const tenant = aTenant();
    const complete: Partial<ActivePayout> = {
      status: 'COMPLETE',
      description: 'Saque do mês',
      receiptUrl: 'https://pay.example.com/receipts/1',
      endToEndId: 'E1',
      updatedAt: new Date(noon.getTime() + 60_000),
    };
    const [older, newer] = await seed(tenant, [{}, complete]);
    const answer = await list(tenant);
    expect(answer.payouts.map(({ id }) => id)).toEqual([newer?.id, older?.id]);
    expect(answer.payouts[0]).toEqual({
      id: newer?.id,
      devMode: true,
      kind: 'PAYOUT_KIND_WITHDRAW',
      status: 'PAYOUT_STATUS_COMPLETE',
      externalId: newer?.externalId,
      amountCents: 5_000,
      platformFeeCents: 80,
      isFeeIncluded: false,
      pixKeyType: 'CPF',
      maskedPixKey: '123.***.***-**',
      description: 'Saque do mês',
      receiptUrl: 'https://pay.example.com/receipts/1',
      endToEndId: 'E1',
      returnedCents: 0,
      completedAt: undefined,
      failureReason: undefined,
      failure: undefined,
      providerCode: undefined,
      approval: undefined,
      createdAt: newer?.createdAt,
      updatedAt: newer?.updatedAt,
    });
  });

  it.each([
    ['A conta do recebedor está encerrada.', 'ACCOUNT_CLOSED'],
    ['O provedor recusou o pagamento (X1).', 'UNKNOWN'],
  ])('reads the sentence %s, which the version before wrote, as %s', async (sentence, failureReason) => {
    const tenant = aTenant();
    const [failed] = await seed(tenant, [{ status: 'FAILED', failureReason: 'INVALID_KEY' }]);
    await database.db('payouts').where({ id: failed?.id }).update({ failure_reason: sentence });
    expect((await list(tenant)).payouts).toMatchObject([
      { failureReason, failure: `PAYOUT_FAILURE_REASON_${failureReason}`, providerCode: undefined },
    ]);
  });

  it('pages without repeating or missing a payout', async () => {
    const tenant = aTenant();
    const seeded = await seed(tenant, [{}, {}, {}, {}, {}]);
    const first = await list(tenant, { page: page(2) });
    const second = await list(tenant, { page: page(2, first.page?.next) });
    const third = await list(tenant, { page: page(2, second.page?.next) });
    const ids = [first, second, third].flatMap((answer) => answer.payouts.map(({ id }) => id));
    expect(ids).toEqual(seeded.map(({ id }) => id).reverse());
    expect([first, second, third].map((answer) => answer.page?.hasMore)).toEqual([true, true, false]);
  });

  it('keeps withdrawals and transfers apart, cursors included', async () => {
    const tenant = aTenant();
    const [withdrawal, transfer] = await seed(tenant, [{}, { kind: 'TRANSFER' }]);
    expect(await listedIds(tenant)).toEqual([withdrawal?.id]);
    expect(await listedIds(tenant, { kind: 'PAYOUT_KIND_TRANSFER' })).toEqual([transfer?.id]);
    await expect(list(tenant, { page: page(2, transfer?.id) })).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
  });

  it('filters by id, externalId and status, all at once', async () => {
    const tenant = aTenant();
    const [pending, failed] = await seed(tenant, [{ externalId: 'a' }, { externalId: 'b', status: 'FAILED' }]);
    expect(await listedIds(tenant, { id: pending?.id })).toEqual([pending?.id]);
    expect(await listedIds(tenant, { externalId: 'b' })).toEqual([failed?.id]);
    expect(await listedIds(tenant, { status: 'PAYOUT_STATUS_FAILED' })).toEqual([failed?.id]);
    expect(await listedIds(tenant, { externalId: 'a', status: 'PAYOUT_STATUS_FAILED' })).toEqual([]);
  });

  it('shows nothing of what the balance refused', async () => {
    const tenant = aTenant();
    await seed(tenant, [{ step: 'TAKE_BACK' }]);
    expect(await listedIds(tenant)).toEqual([]);
  });

  it('shows nothing of another store or environment, whose ids are no cursors either', async () => {
    const tenant = aTenant();
    const [payout] = await seed(tenant, [{}]);
    for (const other of [aTenant(), { ...tenant, devMode: false }]) {
      expect(await listedIds(other)).toEqual([]);
      expect(await listedIds(other, { id: payout?.id })).toEqual([]);
      await expect(list(other, { page: page(2, payout?.id) })).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
    }
  });

  it('knows one payout of a kind for an externalId', async () => {
    const tenant = aTenant();
    await seed(tenant, [{ externalId: 'a' }, { externalId: 'a', kind: 'TRANSFER' }]);
    const again = insertPayout(database.db, tenant, sealer, aPayout({ externalId: 'a' }));
    expect(await again).toBe(false);
    expect(await listedIds(tenant)).toHaveLength(1);
  });
});

describe('the settings of a store', () => {
  it('are what the last call said, with the tax id unreadable at rest', async () => {
    const { storeId } = aTenant();
    const told = { storeId, version: 0, approvalLimit: undefined };
    await settings.configurePayouts({ ...told, holderTaxId: '11222333000181', payoutFeeCents: 80 }, context);
    await settings.configurePayouts({ ...told, holderTaxId: '52998224725', payoutFeeCents: 0 }, context);
    const facts: { payload: string }[] = await database.db('outbox').where({ key: storeId }).orderBy('id');
    // JSON leaves a zero out.
    expect(facts.map(({ payload }) => JSON.parse(payload) as unknown)).toMatchObject([
      { payoutFeeCents: 80 },
      { storeId },
    ]);
    expect(JSON.stringify(facts)).not.toMatch(/11222333000181|52998224725/);
    expect(await findStoreSettings(database.db, { storeId }, sealer)).toEqual({
      storeId,
      holderTaxId: '52998224725',
      payoutFeeCents: 0,
      isFeeIncluded: false,
      approvalAboveCents: undefined,
      version: 0,
    });
    const { rows } = await database.db.raw<{ rows: { text: string }[] }>(
      'select encode(holder_tax_id_sealed, ?) as text from store_settings where store_id = ?',
      ['escape', storeId],
    );
    expect(rows[0]?.text).not.toContain('52998224725');
  });

  it('are those of the newest version, whichever call comes last, and say so once', async () => {
    const { storeId } = aTenant();
    const configure = (payoutFeeCents: number, version: number) =>
      settings.configurePayouts(
        { storeId, holderTaxId: '52998224725', payoutFeeCents, version, approvalLimit: undefined },
        context,
      );
    await configure(80, 2);
    await configure(70, 1);
    const feeNow = async () => (await findStoreSettings(database.db, { storeId }, sealer))?.payoutFeeCents;
    expect(await feeNow()).toBe(80);
    await configure(60, 3);
    expect(await feeNow()).toBe(60);
    expect(await database.db('outbox').where({ key: storeId })).toHaveLength(2);
  });

  it('keep their version when a gateway that counts none, of the version before, writes them', async () => {
    const { storeId } = aTenant();
    const configure = (payoutFeeCents: number, version: number) =>
      settings.configurePayouts(
        { storeId, holderTaxId: '52998224725', payoutFeeCents, version, approvalLimit: undefined },
        context,
      );
    await configure(80, 3);
    await configure(70, 0);
    const saved = () => findStoreSettings(database.db, { storeId }, sealer);
    expect(await saved()).toMatchObject({ payoutFeeCents: 70, version: 3 });
    await configure(60, 2);
    expect(await saved()).toMatchObject({ payoutFeeCents: 70, version: 3 });
  });

  it.each([
    [{ holderTaxId: '52998224724' }, "Property 'holderTaxId' should be a CPF or CNPJ"],
    [{ payoutFeeCents: -1 }, "Property 'payoutFeeCents' should not be negative"],
    [{ storeId: '' }, "Property 'storeId' is missing"],
  ])('are refused when wrong: %j', async (change, message) => {
    const right = {
      storeId: aTenant().storeId,
      holderTaxId: '52998224725',
      payoutFeeCents: 80,
      version: 1,
      approvalLimit: undefined,
    };
    const refused = settings.configurePayouts({ ...right, ...change }, context);
    await expect(refused).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT', message });
  });
});

describe('the service', () => {
  it('says that it lives and is ready', async () => {
    for (const path of ['livez', 'readyz', 'metrics']) {
      expect((await fetch(`http://127.0.0.1:${String(service.opsPort)}/${path}`)).status).toBe(200);
    }
  });
});
