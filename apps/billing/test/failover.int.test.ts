import type { Charge, CreatePixChargeRequest } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { startAsaasStandIn, startBeforeAll, type AsaasStandIn } from '@pitanga/testing';
import { advanceDueRefunds } from '../src/jobs/advance-refunds';
import { createAsaasSyncDrain } from '../src/jobs/drain-asaas-syncs';
import { createOrphanDrain } from '../src/jobs/drain-orphans';
import { createHealthExchange } from '../src/jobs/exchange-health';
import { createPixSyncDrain } from '../src/jobs/drain-pix-syncs';
import { anAsaasStore, configureAsaas } from './asaas-account';
import { call, readEvents, startBilling } from './billing-harness';
import { createPixCharge } from './charge-requests';
import type { FakeBank } from './fake-bank';
import { settingsJson, startBank, stopBank } from './pix-bank';

const billing = startBeforeAll(startBilling);
let asaas: AsaasStandIn;
let bank: FakeBank;

beforeEach(async () => {
  asaas = await startAsaasStandIn(() => billing.clock.real());
  bank = await startBank(billing);
});
afterEach(async () => {
  await billing.db('asaas_syncs').delete();
  await billing.db('charge_orphans').delete();
  await asaas.stop();
  await stopBank(billing, bank);
});

/** A store whose Pix goes to its bank, and to its account at Asaas where the bank cannot make it. */
async function aStoreOfTwo(owner: 'MERCHANT' | 'OPERATOR' = 'MERCHANT'): Promise<Tenant> {
  const tenant = await anAsaasStore(billing, asaas);
  const account = { storeId: tenant.storeId, settingsJson: settingsJson(bank), check: false } as const;
  await billing.pix.configurePixAccount({ ...account, owner: `ACCOUNT_OWNER_${owner}` as const }, call());
  return tenant;
}

const create = (tenant: Tenant, over: Partial<CreatePixChargeRequest> = {}) => createPixCharge(billing, tenant, over);
const providerOf = async ({ id }: Charge) => ((await billing.db('charges').where({ id }).first()) as Row)['provider'];
const orphans = (tenant: Tenant): Promise<Row[]> =>
  billing.db('charge_orphans').where({ store_id: tenant.storeId }).orderBy('created_at');
const drain = () => createOrphanDrain(billing.deps)();
type Row = Record<string, unknown>;

/** The bank makes the next charge, and its answer is lost. */
function loseNextCharge(): void {
  bank.loseAnswer('PUT', 'cut');
  bank.beforeEffect = (request) => {
    if (request.startsWith('PUT')) bank.failNext(50, 401);
    return Promise.resolve(true);
  };
}

/** It answers again. */
function recover(): void {
  bank.beforeEffect = undefined;
  bank.failNext(0);
}

/** It refuses charges, because of this part of the request. */
function refuseCharges(propriedade: string | undefined): void {
  const violacoes = propriedade === undefined ? undefined : [{ razao: 'inválido', propriedade }];
  const problem = { type: 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida', status: 400, violacoes };
  bank.proxy = (request) => (request.startsWith('PUT') ? { status: 400, page: JSON.stringify(problem) } : undefined);
}

describe('a Pix that an account cannot make', () => {
  it('is made by the next one in the same request, after an answer that never came', async () => {
    const tenant = await aStoreOfTwo();
    bank.failNext(50, 401);
    const charge = await create(tenant);
    expect(await providerOf(charge)).toBe('asaas');
    expect(charge.pix?.brCode).toBeTruthy();
    expect(await orphans(tenant)).toMatchObject([
      { provider: 'bacen-pix', method: 'PIX', charge_id: charge.id, state: 'OPEN' },
    ]);
    expect(await orphans(tenant)).not.toMatchObject([{ reference: charge.pix?.txid }]);
  });

  it('is made by the next one after a refusal, of which nothing is left to look for', async () => {
    const tenant = await aStoreOfTwo();
    refuseCharges(undefined);
    expect(await providerOf(await create(tenant))).toBe('asaas');
    expect(await orphans(tenant)).toEqual([]);
  });

  it('is not made by another where the payer or the amount was refused', async () => {
    const tenant = await aStoreOfTwo();
    for (const property of ['cob.devedor.cpf', 'cob.valor.original']) {
      refuseCharges(property);
      await expect(create(tenant)).rejects.toMatchObject({ reason: 'PIX_PROVIDER_REFUSED' });
    }
    expect(asaas.books.payments).toEqual([]);
  });

  it('is not made by an account of another owner, nor by one that does not take the amount', async () => {
    const other = await aStoreOfTwo('OPERATOR');
    bank.failNext(50, 401);
    await expect(create(other)).rejects.toMatchObject({ reason: 'PIX_PROVIDER_DENIED' });
    const tenant = await aStoreOfTwo();
    await expect(create(tenant, { amountCents: 499 })).rejects.toMatchObject({ reason: 'PIX_PROVIDER_DENIED' });
    expect(asaas.books.payments).toEqual([]);
  });

  it('does not wait for an account that failed five times, which one payment tries half a minute later', async () => {
    const tenant = await aStoreOfTwo();
    bank.failNext(500, 401);
    for (let time = 0; time < 5; time += 1) await create(tenant);
    const asked = bank.seen.length;
    await create(tenant);
    expect(bank.seen.length).toBe(asked);
    expect(await orphans(tenant)).toHaveLength(5);
    recover();
    billing.clock.advance(31_000);
    expect(await providerOf(await create(tenant))).toBe('bacen-pix');
    expect(await providerOf(await create(tenant))).toBe('bacen-pix');
  });

  it('is made by the one that rests where no other is well', async () => {
    const tenant = await aStoreOfTwo();
    bank.failNext(500, 401);
    for (let time = 0; time < 5; time += 1) await create(tenant);
    recover();
    asaas.failNext(/^POST \/payments/, { status: 401 });
    expect(await providerOf(await create(tenant))).toBe('bacen-pix');
  });
});

describe('the order of the accounts', () => {
  const readPix = async (tenant: Tenant) => {
    await createHealthExchange(billing.deps)();
    const { methods } = await billing.capabilities.getCapabilities({ tenant }, call());
    return methods.filter(({ method }) => method === 'PAYMENT_METHOD_PIX');
  };

  it('is that of their settings, and says which rests and which has failed', async () => {
    const tenant = await aStoreOfTwo();
    await configureAsaas(billing, asaas, tenant.storeId, { positions: { PIX: 1 } });
    asaas.failNext(/^POST \/payments/, { status: 401 }, 5);
    expect(await providerOf(await create(tenant))).toBe('bacen-pix');
    expect(await readPix(tenant)).toMatchObject([
      {
        provider: 'asaas',
        position: 1,
        isResting: false,
        failedAt: billing.clock.real(),
        failure: 'ACCOUNT_FAILURE_DENIED',
      },
      { provider: 'bacen-pix', position: 2, isResting: false, failedAt: undefined },
    ]);
    for (let time = 0; time < 4; time += 1) await create(tenant);
    expect(await readPix(tenant)).toMatchObject([{ isResting: true }, { isResting: false }]);
    billing.clock.advance(31_000);
    expect(await providerOf(await create(tenant))).toBe('asaas');
    expect(await readPix(tenant)).toMatchObject([{ isResting: false, failedAt: undefined }, {}]);
  });

  it('is what people set for a method, before that of the settings, and names every account that takes it', async () => {
    const tenant = await aStoreOfTwo();
    const order = (...providers: readonly string[]) =>
      billing.capabilities.orderAccounts({ tenant, method: 'PAYMENT_METHOD_PIX', providers: [...providers] }, call());
    await order('asaas', 'bacen-pix');
    expect(await providerOf(await create(tenant))).toBe('asaas');
    await order('bacen-pix', 'asaas');
    await configureAsaas(billing, asaas, tenant.storeId, { positions: { PIX: 1 } });
    expect((await readPix(tenant)).map(({ provider }) => provider)).toEqual(['bacen-pix', 'asaas']);
    const others = [[], ['asaas'], ['asaas', 'asaas'], ['asaas', 'bacen-pix', 'stripe'], ['asaas', 'stripe']];
    for (const names of others) {
      await expect(order(...names)).rejects.toMatchObject({ reason: 'ACCOUNT_ORDER_INVALID' });
    }
    expect(await providerOf(await create(tenant))).toBe('bacen-pix');
  });

  it('is a number from 1 to 9 for a method', async () => {
    const tenant = await aStoreOfTwo();
    for (const positions of [{ PIX: 0 }, { PIX: 10 }, { PAYOUT: 1 }]) {
      await expect(configureAsaas(billing, asaas, tenant.storeId, { positions })).rejects.toMatchObject({
        kind: 'INVALID_ARGUMENT',
      });
    }
  });
});

describe('what an account made without an answer', () => {
  it('is cancelled there when it is found, and looked for no more', async () => {
    const tenant = await aStoreOfTwo();
    loseNextCharge();
    const charge = await create(tenant);
    expect(await providerOf(charge)).toBe('asaas');
    recover();
    billing.clock.advance(31_000);
    await drain();
    const [orphan] = await orphans(tenant);
    expect(bank.books.getCharge('cob', String(orphan?.['reference']))).toMatchObject({
      status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
    });
    billing.clock.advance(61_000);
    await drain();
    expect(await orphans(tenant)).toMatchObject([{ state: 'CANCELLED', run_at: null }]);
  });

  it('and what is paid by it goes back from there, once, while its charge stays to be paid', async () => {
    const tenant = await aStoreOfTwo();
    loseNextCharge();
    const charge = await create(tenant);
    recover();
    const [orphan] = await orphans(tenant);
    bank.callbackTimes = 2;
    await bank.pay(String(orphan?.['reference']));
    for (let time = 0; time < 2; time += 1) {
      await createPixSyncDrain(billing.deps)();
      await drain();
    }
    await advanceDueRefunds(billing.deps);
    const refunds = () => billing.db('refunds').where({ store_id: tenant.storeId });
    expect(await refunds()).toMatchObject([
      { kind: 'OVERPAYMENT', reason: 'LATE', provider: 'bacen-pix', charge_id: charge.id, account_owner: 'MERCHANT' },
    ]);
    expect(await orphans(tenant)).toMatchObject([{ state: 'PAID', run_at: null }]);
    asaas.pay(charge.pix?.txid ?? '');
    await asaas.deliverDue();
    await createAsaasSyncDrain(billing.deps)();
    expect(await billing.db('charges').where({ id: charge.id }).first()).toMatchObject({
      status: 'PAID',
      provider: 'asaas',
    });
    expect(await refunds()).toHaveLength(1);
    // What the ledger books of each account is what that account has moved.
    const moved = (await readEvents(billing, tenant)).filter(({ type }) => /^charge\.(paid|overp)/.test(type));
    const ofCharge = { charge: expect.objectContaining({ providerAccount: 'ASAAS' }) as object };
    expect(moved.map(({ type, payload }) => ({ type, payload }))).toEqual([
      {
        type: 'charge.overpaid',
        payload: expect.objectContaining({ ...ofCharge, providerAccount: 'BACEN_PIX' }) as object,
      },
      {
        type: 'charge.overpayment_returned',
        payload: expect.objectContaining({
          ...ofCharge,
          providerAccount: 'BACEN_PIX',
          returnedBy: 'BACEN_PIX',
        }) as object,
      },
      { type: 'charge.paid', payload: expect.objectContaining(ofCharge) as object },
    ]);
  });

  it('is known before the next account is asked, so that a crash between the two leaves nothing to be paid', async () => {
    const tenant = await aStoreOfTwo();
    loseNextCharge();
    const { promise: isAsked, resolve: noteAsked } = Promise.withResolvers<boolean>();
    asaas.beforeEffect = (request) => {
      if (!request.startsWith('POST /payments')) return Promise.resolve(true);
      noteAsked(true);
      return Promise.resolve(false);
    };
    // Its process ends while the second account has the call.
    const lost = create(tenant).catch(() => undefined);
    await isAsked;
    const [orphan] = await orphans(tenant);
    expect(orphan).toMatchObject({ provider: 'bacen-pix', state: 'OPEN' });
    recover();
    billing.clock.advance(31_000);
    await drain();
    expect(bank.books.getCharge('cob', String(orphan?.['reference']))).toMatchObject({
      status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
    });
    expect(await billing.db('charges').where({ store_id: tenant.storeId })).toEqual([]);
    asaas.beforeEffect = undefined;
    await lost;
  });

  it('was never made where its account has not heard of it for two days', async () => {
    const tenant = await aStoreOfTwo();
    bank.failNext(50, 401);
    await create(tenant);
    recover();
    billing.clock.advance(31_000);
    await drain();
    expect(await orphans(tenant)).toMatchObject([{ state: 'OPEN', run_at: expect.any(Date) as Date }]);
    billing.clock.advance(2 * 86_400_000);
    await drain();
    expect(await orphans(tenant)).toMatchObject([{ state: 'ABSENT', run_at: null }]);
  });
});
