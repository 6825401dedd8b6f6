import type { Charge } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { startAsaasStandIn, startBeforeAll, type AsaasStandIn } from '@pitanga/testing';
import { startInter, type InterAccount } from './inter-account';
import { createAsaasSyncDrain } from '../src/jobs/drain-asaas-syncs';
import { createOrphanDrain } from '../src/jobs/drain-orphans';
import { createPixSyncDrain } from '../src/jobs/drain-pix-syncs';
import { anAsaasStore } from './asaas-account';
import { call, startBilling } from './billing-harness';
import { efiSettings, startEfiAccount, stopEfiAccount, type EfiAccount } from './efi-account';
import { interSettings } from './inter-under-test';
import { settingsJson } from './pix-bank';
import { createStripeBoleto as createBoleto } from './stripe-boleto-requests';

// An answer that is lost costs a whole turn.
const billing = startBeforeAll(() => startBilling({ settings: { FAILOVER_TURN_MS: 1_500 } }));
let asaas: AsaasStandIn;
let inter: InterAccount;
let efi: EfiAccount;

beforeEach(async () => {
  asaas = await startAsaasStandIn(() => billing.clock.real());
  // The harder of the two that reports tell of.
  asaas.books.listsDeleted = false;
  efi = await startEfiAccount(billing);
  inter = await startInter(() => billing.clock.real());
  inter.books.processingReads = 0;
  inter.deliver = async (url, body) => {
    const segment = url.split('/').at(-1) ?? '';
    await billing.pix.receivePixCallback({ segment, body: Buffer.from(JSON.stringify(body)) }, call());
  };
});
afterEach(async () => {
  for (const table of ['asaas_syncs', 'pix_syncs', 'charge_orphans', 'begun_payments'])
    await billing.db(table).delete();
  await billing.db('pix_inboxes').update({ run_at: new Date('2100-01-01') });
  await asaas.stop();
  await inter.stop();
  await stopEfiAccount(efi);
});

type Row = Record<string, unknown>;
interface Side {
  /** Every answer about a charge is lost, from the one that makes it on. */
  lose(): void;
  recover(): void;
  /** A payer pays what has this reference of ours. */
  pay(reference: string): Promise<unknown>;
  /** What it has of it. */
  state(reference: string): unknown;
  made(): number;
}

type Name = 'asaas' | 'inter' | 'efi';
const providerOf = (name: Name): string => (name === 'asaas' ? 'asaas' : 'bacen-pix');

/** Each side has one charge in these tests. */
function onlyAtInter() {
  const [only, other] = inter.books.charges;
  if (!only || other) throw new Error('not one charge');
  return only;
}

const lost = (about: RegExp) => (request: string) =>
  about.test(request) ? Promise.reject(new Error('the connection was cut')) : Promise.resolve();

const sides: Readonly<Record<Name, Side>> = {
  asaas: {
    lose: () => (asaas.beforeAnswer = lost(/ \/payments/)),
    recover: () => (asaas.beforeAnswer = undefined),
    pay: async (reference) => {
      asaas.pay(reference);
      await asaas.deliverDue();
    },
    state: (reference) => asaas.findPayments(reference).map(({ deleted }) => (deleted ? 'GONE' : 'OPEN')),
    made: () => asaas.books.payments.length,
  },
  inter: {
    lose: () => (inter.beforeAnswer = lost(/cobrancas/)),
    recover: () => (inter.beforeAnswer = undefined),
    pay: () => inter.pay(onlyAtInter().id),
    state: () => [onlyAtInter().situation === 'CANCELADO' ? 'GONE' : 'OPEN'],
    made: () => inter.books.charges.length,
  },
  efi: {
    lose: () => (efi.efi.beforeAnswer = lost(/\/v1\/charge\/\d+/)),
    recover: () => (efi.efi.beforeAnswer = undefined),
    pay: async (reference) => {
      efi.efi.payBillet(reference);
      await efi.efi.deliverDue();
    },
    state: (reference) => efi.efi.findCharges(reference).map(({ status }) => (status === 'canceled' ? 'GONE' : 'OPEN')),
    made: () => efi.efi.books.charges.length,
  },
};

/** A store whose boletos go to one account, and to the other where that one cannot make them. */
async function aStoreOfTwo(first: Name, second: Name): Promise<Tenant> {
  const at = (isFirst: boolean) => ({ positions: { BOLETO: isFirst ? 1 : 2 } });
  const tenant = await anAsaasStore(billing, asaas, at(first === 'asaas'));
  const { storeId } = tenant;
  const over = { callbackBaseUrl: 'https://pitanga.test', ...at(first !== 'asaas') };
  const account = [first, second].includes('efi')
    ? { storeId, settingsJson: settingsJson(efi.bank, efiSettings(efi, over)), check: false }
    : { storeId, settingsJson: JSON.stringify(interSettings(inter, over)), check: true };
  await billing.pix.configurePixAccount({ ...account, owner: 'ACCOUNT_OWNER_MERCHANT' }, call());
  return tenant;
}

const orphansOf = (tenant: Tenant): Promise<Row[]> => billing.db('charge_orphans').where({ store_id: tenant.storeId });
const refundsOf = (tenant: Tenant): Promise<Row[]> => billing.db('refunds').where({ store_id: tenant.storeId });
const rowOf = async ({ id }: Charge) => (await billing.db('charges').where({ id }).first()) as Row;

async function drainAll(): Promise<void> {
  billing.clock.advance(61_000);
  for (const drain of [createPixSyncDrain, createAsaasSyncDrain, createOrphanDrain]) await drain(billing.deps)();
}

describe.each([
  ['asaas', 'inter'],
  ['inter', 'asaas'],
  ['efi', 'asaas'],
] as const)('a boleto that %s may have made without an answer', (first, second) => {
  async function createOverLoss() {
    const tenant = await aStoreOfTwo(first, second);
    sides[first].lose();
    const charge = await createBoleto(billing, tenant);
    sides[first].recover();
    const [orphan] = await orphansOf(tenant);
    return { tenant, charge, orphan, reference: String(orphan?.['reference']) };
  }

  it('is recorded, made by the next account in the same request, and cancelled when it is found', async () => {
    const { tenant, charge, orphan, reference } = await createOverLoss();
    expect(await rowOf(charge)).toMatchObject({ provider: providerOf(second), status: 'PENDING' });
    expect(charge.boleto?.digitableLine).toMatch(/^\d{47}$/);
    expect(orphan).toMatchObject({
      provider: providerOf(first),
      method: 'BOLETO',
      charge_id: charge.id,
      state: 'OPEN',
    });
    expect(reference).not.toBe(charge.id);
    expect([sides[first].made(), sides[second].made()]).toEqual([1, 1]);
    expect(sides[first].state(reference)).toEqual(['OPEN']);
    await drainAll();
    expect(sides[first].state(reference)).toEqual(['GONE']);
    await drainAll();
    expect(await orphansOf(tenant)).toMatchObject([{ state: 'CANCELLED', run_at: null }]);
    expect(await rowOf(charge)).toMatchObject({ status: 'PENDING' });
  });

  it('and what its payer paid by it goes back once, while its charge is paid by the other', async () => {
    const { tenant, charge, reference } = await createOverLoss();
    await sides[first].pay(reference);
    for (let time = 0; time < 2; time += 1) await drainAll();
    const late = { kind: 'OVERPAYMENT', reason: 'LATE', provider: providerOf(first), charge_id: charge.id };
    expect(await refundsOf(tenant)).toMatchObject([{ ...late, amount_cents: charge.amountCents, step: 'KEY' }]);
    expect(await orphansOf(tenant)).toMatchObject([{ state: 'PAID', run_at: null }]);
    expect(await rowOf(charge)).toMatchObject({ status: 'PENDING', provider: providerOf(second) });
    await sides[second].pay(charge.id);
    for (let time = 0; time < 2; time += 1) await drainAll();
    expect(await rowOf(charge)).toMatchObject({ status: 'PAID', provider: providerOf(second) });
    expect(await refundsOf(tenant)).toHaveLength(1);
  });
});

it('a boleto that an account refused leaves nothing to look for', async () => {
  const tenant = await aStoreOfTwo('asaas', 'inter');
  asaas.failNext(/^POST \/payments/, { status: 400, code: 'invalid_billingType' });
  expect(await rowOf(await createBoleto(billing, tenant))).toMatchObject({ provider: 'bacen-pix' });
  expect(await orphansOf(tenant)).toEqual([]);
});
