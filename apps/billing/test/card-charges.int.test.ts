import { createHash } from 'node:crypto';
import type { Charge, CreateCardChargeRequest } from '@pitanga/contracts';
import { tenantOf, unavailable, type Tenant } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import { aTenant, testIds } from '@pitanga/testing';
import { cardInputFromWire } from '../src/api/charge-input';
import { beginCardCharge } from '../src/collecting/create-charge';
import { finishCardCharges } from '../src/jobs/finish-card-charges';
import type { CardProvider } from '../src/provider/card-provider';
import { aCustomer, call, readEvents, startBilling, type Billing } from './billing-harness';
import { aCardCharge, aCardToken, declinedCard, poorCard, softlyDeclinedCard, the } from './payment-requests';

let billing: Billing;
beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.stop());

const tokenInvalid = { kind: 'INVALID_ARGUMENT', message: 'Card token is not valid' };
const tokenUsed = { kind: 'INVALID_ARGUMENT', message: 'Card token was already used' };
const tokenExpired = { kind: 'INVALID_ARGUMENT', message: 'Card token has expired' };

const charge = async (
  tenant: Tenant,
  token: string,
  overrides: Partial<CreateCardChargeRequest> = {},
  key?: string,
): Promise<Charge> => the(await billing.charges.createCardCharge(aCardCharge(tenant, token, overrides), call(key)));

async function rowsOf(tenant: Tenant, table = 'charges'): Promise<number> {
  const rows: unknown[] = await billing.db(table).where({ store_id: tenant.storeId });
  return rows.length;
}
const factTypes = async (tenant: Tenant) => (await readEvents(billing, tenant)).map(({ type }) => type);

describe('charging a card', () => {
  test('is PAID when it answers, with the cardholder as payer, and twice by the token it answers', async () => {
    const tenant = await billing.configuredStore();
    const token = await aCardToken(billing, tenant);
    const first = await charge(tenant, token, { externalId: 'pedido-1', metadataJson: '{"n":1.0}' });
    expect(first).toMatchObject({
      method: 'PAYMENT_METHOD_CARD',
      origin: 'CHARGE_ORIGIN_TRANSPARENT',
      status: 'CHARGE_STATUS_PAID',
      amountCents: 10_000,
      paidAmountCents: 10_000,
      platformFeeCents: 410,
      externalId: 'pedido-1',
      metadataJson: '{"n":1.0}',
      receiptUrl: `http://pitanga.test/receipts/${first.id}`,
      expiresAt: undefined,
      pix: undefined,
      boleto: undefined,
      failure: undefined,
      customerId: undefined,
      payer: { name: 'ANA SOUZA', maskedTaxId: undefined, isSameAsCustomer: false },
      card: { brand: 'VISA', lastFour: '4242', installmentCount: 1 },
    });
    expect(first.id).toMatch(/^card_[0-9A-Za-z]{24}$/);
    const cardToken = first.card?.cardToken ?? '';
    expect(cardToken).toMatch(/^card_tok_[0-9A-Za-z]{32}$/);
    const second = await charge(tenant, cardToken, { amountCents: 200 });
    expect(second).toMatchObject({ status: 'CHARGE_STATUS_PAID', card: { cardToken } });
    expect(second.id).not.toBe(first.id);
    expect(the(await billing.charges.getCharge({ tenant, id: first.id }, call()))).toEqual(first);
    expect(await factTypes(tenant)).toEqual(['charge.created', 'charge.paid', 'charge.created', 'charge.paid']);
  });

  test('brings its customer, whom it finds or makes', async () => {
    const tenant = await billing.configuredStore();
    const customer = aCustomer();
    const first = await charge(tenant, await aCardToken(billing, tenant), { customer });
    expect(first.customerId).toMatch(/^cust_/);
    const again = await charge(tenant, first.card?.cardToken ?? '', { customer });
    expect(again.customerId).toBe(first.customerId);
    expect((await charge(tenant, first.card?.cardToken ?? '', { customerId: first.customerId })).customerId).toBe(
      first.customerId,
    );
  });

  test('takes a ctok_ once, within a minute of real time, and any token only from its own store and environment', async () => {
    const tenant = await billing.configuredStore();
    const [used, late] = [await aCardToken(billing, tenant), await aCardToken(billing, tenant)];
    const other = await billing.configuredStore();
    await expect(charge(other, used)).rejects.toMatchObject(tokenInvalid);
    const saved = (await charge(tenant, used)).card?.cardToken ?? '';
    await expect(charge(tenant, used)).rejects.toMatchObject(tokenUsed);
    await expect(charge(other, saved)).rejects.toMatchObject(tokenInvalid);
    for (const nothing of ['', 'ctok_', `ctok_${testIds.token(43)}`, `card_tok_${testIds.token(32)}`]) {
      await expect(charge(tenant, nothing)).rejects.toMatchObject(tokenInvalid);
    }
    billing.clock.advance(60_000);
    await expect(charge(tenant, late)).rejects.toMatchObject(tokenExpired);
    expect([await rowsOf(tenant), await rowsOf(other)]).toEqual([1, 0]);
  });

  test('is one charge of two hundred at once with one ctok_', async () => {
    const tenant = await billing.configuredStore();
    const token = await aCardToken(billing, tenant);
    const results = await Promise.allSettled(Array.from({ length: 200 }, () => charge(tenant, token)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(tokenUsed);
    expect(await rowsOf(tenant)).toBe(1);
    expect((await factTypes(tenant)).filter((type) => type === 'charge.paid')).toHaveLength(1);
  });

  test.each([
    [1, 410],
    [2, 460],
    [6, 460],
    [7, 510],
    [10, 510],
  ])('in %i installments costs a fee of %i centavos on R$ 100', async (installmentCount, platformFeeCents) => {
    const tenant = await billing.configuredStore();
    const made = await charge(tenant, await aCardToken(billing, tenant), { installmentCount });
    expect(made).toMatchObject({ platformFeeCents, card: { installmentCount } });
  });

  test.each([
    ['no installments', { installmentCount: 0 }, "Property 'installmentCount' should be from 1 to 12"],
    ['13 installments', { installmentCount: 13 }, "Property 'installmentCount' should be from 1 to 12"],
    [
      'less than R$ 10 each',
      { amountCents: 2_999, installmentCount: 3 },
      'Total below minimum for 3x (R$10 per installment)',
    ],
    ['an amount of 99', { amountCents: 99 }, "Property 'amount' should be from 100 to 9999999999"],
    ['an unknown customer', { customerId: 'cust_nobody' }, 'Cliente não encontrado.'],
    ['a customer given twice', { customer: aCustomer(), customerId: 'cust_x' }, 'cannot be used together'],
  ])('is refused for %s, writes nothing and leaves the token good', async (_name, overrides, message) => {
    const tenant = await billing.configuredStore();
    const token = await aCardToken(billing, tenant);
    await expect(charge(tenant, token, overrides)).rejects.toThrow(message);
    expect([await rowsOf(tenant), await rowsOf(tenant, 'customers')]).toEqual([0, 0]);
    expect((await charge(tenant, token, { amountCents: 12_000, installmentCount: 12 })).status).toBe(
      'CHARGE_STATUS_PAID',
    );
  });

  test('answers 503 in production without a provider, before any row is written', async () => {
    const tenant = await billing.configuredStore(false);
    const refused = charge(tenant, `ctok_${testIds.token(43)}`, { customer: aCustomer() }, 'key');
    const message = 'Provider for CARD is not configured for this store';
    await expect(refused).rejects.toMatchObject({ kind: 'UNAVAILABLE', message });
    const tables = ['charges', 'customers', 'idempotency_keys', 'cards'];
    expect(await Promise.all(tables.map((table) => rowsOf(tenant, table)))).toEqual([0, 0, 0, 0]);
  });
});

describe('a declined card', () => {
  test.each([
    ['is not authorised', declinedCard, '05', 'Pagamento não autorizado pelo emissor do cartão.'],
    ['has no funds', poorCard, '51', 'Saldo ou limite insuficiente.'],
    ['is declined by charges alone', softlyDeclinedCard, '05', 'Pagamento não autorizado pelo emissor do cartão.'],
  ])('that %s leaves a FAILED charge that says why, and no charge.paid', async (_name, number, code, message) => {
    const tenant = await billing.configuredStore();
    const token = await aCardToken(billing, tenant, number);
    const declined = await charge(tenant, token);
    const failure = { code, declineClass: 'DECLINE_CLASS_REVERSIBLE', message };
    expect(declined).toMatchObject({ status: 'CHARGE_STATUS_FAILED', failure, paidAmountCents: undefined });
    expect(declined).toMatchObject({ paidAt: undefined, receiptUrl: undefined });
    expect(declined.card?.cardToken).toBeUndefined();
    const facts = await readEvents(billing, tenant);
    expect(facts.map(({ type }) => type)).toEqual(['charge.created', 'charge.failed']);
    expect(facts[1]).toMatchObject({
      key: declined.id,
      payload: { charge: { status: 'CHARGE_STATUS_FAILED', failure } },
    });
    await expect(charge(tenant, token)).rejects.toMatchObject(tokenUsed);
    const late = {
      tenant,
      id: declined.id,
      payer: undefined,
      metadataJson: undefined,
      amountCents: undefined,
      late: true,
    };
    await expect(billing.charges.simulateChargePayment(late, call())).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
    });
  });

  test('is answered the same again under the same Idempotency-Key, and an approved one too', async () => {
    const tenant = await billing.configuredStore();
    for (const number of [declinedCard, '4242424242424242']) {
      const token = await aCardToken(billing, tenant, number);
      const first = await charge(tenant, token, {}, number);
      const repeat = call(number);
      const request = aCardCharge(tenant, token);
      expect(the(await billing.charges.createCardCharge(request, repeat))).toEqual(first);
      expect(repeat.replayed).toBe(true);
    }
    expect(await rowsOf(tenant)).toBe(2);
    // What is kept of an answer cannot charge the card.
    const kept = await billing.db('idempotency_keys').where({ store_id: tenant.storeId }).pluck<Buffer[]>('response');
    expect(kept.map((response) => response.includes('card_tok_'))).toEqual([false, false]);
  });
});

describe('a charge whose outcome is unknown', () => {
  const begin = (tenant: Tenant, token: string) =>
    inTransaction(billing.db, (db) =>
      beginCardCharge({ ...billing.deps, db }, tenant, cardInputFromWire(aCardCharge(tenant, token))),
    );
  const orderOf = (attemptId: string) => ({
    attemptId,
    vaultReference: 'sim:4242',
    amountCents: 10_000 as never,
    installments: 1,
    merchantName: 'Loja',
  });
  const read = async (tenant: Tenant, id: string) => the(await billing.charges.getCharge({ tenant, id }, call()));

  test('is finished after a minute as the provider knows it, with the cardholder as payer, once', async () => {
    const tenant = await billing.configuredStore();
    const id = await begin(tenant, await aCardToken(billing, tenant));
    await (await billing.deps.providersOf(tenant)).card?.chargeCard(orderOf(id));
    billing.clock.advance(60_000);
    await finishCardCharges(billing.deps);
    expect((await read(tenant, id)).status).toBe('CHARGE_STATUS_PENDING');
    billing.clock.advance(1);
    await Promise.all([finishCardCharges(billing.deps), finishCardCharges(billing.deps)]);
    const paid = await read(tenant, id);
    expect(paid).toMatchObject({ status: 'CHARGE_STATUS_PAID', payer: { name: 'ANA SOUZA' } });
    expect(await factTypes(tenant)).toEqual(['charge.created', 'charge.paid']);
  });

  test('is finished after a minute also where a test clock has put the store years ahead', async () => {
    const tenant = await billing.configuredStore();
    const id = await begin(tenant, await aCardToken(billing, tenant));
    await billing.db('store_clocks').insert({ store_id: tenant.storeId, offset_ms: 2 * 365 * 86_400_000 });
    await billing
      .db('charges')
      .where({ id })
      .update({ updated_at: billing.db.raw("updated_at + interval '730 days'") });
    await finishCardCharges(billing.deps);
    expect((await read(tenant, id)).status).toBe('CHARGE_STATUS_PENDING');
    billing.clock.advance(60_001);
    await finishCardCharges(billing.deps);
    expect((await read(tenant, id)).status).toBe('CHARGE_STATUS_FAILED');
  });

  test('is declined when the provider never got it', async () => {
    const tenant = await billing.configuredStore();
    const id = await begin(tenant, await aCardToken(billing, tenant));
    billing.clock.advance(60_001);
    await finishCardCharges(billing.deps);
    expect(await read(tenant, id)).toMatchObject({ status: 'CHARGE_STATUS_FAILED', failure: { code: 'NOT_SENT' } });
    expect(await factTypes(tenant)).toEqual(['charge.created', 'charge.failed']);
  });

  test('keeps nobody else from being finished while its provider does not answer', async () => {
    const tenant = await billing.configuredStore();
    const ids: string[] = [];
    for (let index = 0; index < 21; index += 1) {
      ids.push(await begin(tenant, await aCardToken(billing, tenant)));
      billing.clock.advance(1);
    }
    billing.clock.advance(60_001);
    const { card, ...others } = await billing.deps.providersOf(tenant);
    const dead: CardProvider['readCardCharge'] = (id) =>
      id === ids.at(-1) ? Promise.resolve(undefined) : Promise.reject(unavailable('The provider is down'));
    const half = { ...others, card: card && { ...card, readCardCharge: dead } };
    const deps = { ...billing.deps, providersOf: () => Promise.resolve(half) };
    await finishCardCharges(deps);
    expect((await read(tenant, ids.at(-1) ?? '')).status).toBe('CHARGE_STATUS_FAILED');
    await finishCardCharges(billing.deps);
    const statuses = await billing.db('charges').where({ store_id: tenant.storeId }).distinct('status').pluck('status');
    expect(statuses).toEqual(['FAILED']);
  });

  test('is finished by a repeat with its key, which charges once', async () => {
    const tenant = await billing.configuredStore();
    const token = await aCardToken(billing, tenant);
    const first = await charge(tenant, token, {}, 'crash');
    // As a crash after the card was charged leaves it.
    const unpaid = { status: 'PENDING', paid_at: null, paid_amount_cents: null, payment_reference: null };
    await billing.db('charges').where({ id: first.id }).update(unpaid);
    await billing.db('idempotency_keys').where({ store_id: tenant.storeId }).update({ response: null });
    const again = await charge(tenant, token, {}, 'crash');
    expect(again).toMatchObject({ id: first.id, status: 'CHARGE_STATUS_PAID', paidAmountCents: 10_000 });
    expect(await rowsOf(tenant)).toBe(1);
    const row = await billing
      .db('charges')
      .where({ id: first.id })
      .first<{ payment_reference: string }>('payment_reference');
    expect(row.payment_reference).toBe(`sim_${first.id}`);
  });
});

test('a card charge is another store’s and the other environment’s secret, and its fact holds no token', async () => {
  const tenant = await billing.configuredStore();
  const token = await aCardToken(billing, tenant);
  const { id, card } = await charge(tenant, token);
  for (const other of [aTenant(), tenantOf(tenant.storeId, false)]) {
    await expect(billing.charges.getCharge({ tenant: other, id }, call())).rejects.toMatchObject({ kind: 'NOT_FOUND' });
  }
  const { charge: shown } = await billing.charges.resolveCharge({ id }, call());
  expect(shown).toMatchObject({ id, card: { lastFour: '4242', cardToken: undefined } });
  const facts = JSON.stringify(await readEvents(billing, tenant));
  expect(facts).toContain('4242');
  for (const secret of [token, card?.cardToken ?? 'none', createHash('sha256').update(token).digest('hex')]) {
    expect(facts).not.toContain(secret);
  }
});
