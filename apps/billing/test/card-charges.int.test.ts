import { createHash } from 'node:crypto';
import { toTenant } from '@pitanga/core';
import { cardForCharge } from '../src/managing/card-service';
import { aTenant, startBeforeAll, testIds } from '@pitanga/testing';
import { aCustomer, call, countRows, eventTypes, readEvents, startBilling } from './billing-harness';
import {
  aCardCharge,
  aCardToken,
  createCardCharge,
  declinedCard,
  poorCard,
  softlyDeclinedCard,
  the,
} from './payment-requests';

const billing = startBeforeAll(startBilling);

const tokenInvalid = { kind: 'INVALID_ARGUMENT', message: 'Card token is not valid' };
const tokenUsed = { kind: 'INVALID_ARGUMENT', message: 'Card token was already used' };
const tokenExpired = { kind: 'INVALID_ARGUMENT', message: 'Card token has expired' };

describe('charging a card', () => {
  test('is PAID when it answers, with the cardholder as payer, and twice by the token it answers', async () => {
    const tenant = await billing.configuredStore();
    const token = await aCardToken(billing, tenant);
    const first = await createCardCharge(billing, tenant, token, { externalId: 'pedido-1', metadataJson: '{"n":1.0}' });
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
    const second = await createCardCharge(billing, tenant, cardToken, { amountCents: 200 });
    expect(second).toMatchObject({ status: 'CHARGE_STATUS_PAID', card: { cardToken } });
    expect(second.id).not.toBe(first.id);
    expect(the(await billing.charges.getCharge({ tenant, id: first.id }, call()))).toEqual(first);
    expect(await eventTypes(billing, tenant)).toEqual([
      'charge.created',
      'charge.paid',
      'charge.created',
      'charge.paid',
    ]);
  });

  test('is approved by dev_card_4242 in dev mode, as often as it is sent, and unknown in production', async () => {
    const tenant = await billing.configuredStore();
    const charges = [
      await createCardCharge(billing, tenant, 'dev_card_4242'),
      await createCardCharge(billing, tenant, 'dev_card_4242'),
    ];
    expect(charges).toMatchObject([
      { status: 'CHARGE_STATUS_PAID', card: { brand: 'VISA', lastFour: '4242' } },
      { status: 'CHARGE_STATUS_PAID' },
    ]);
    expect(new Set(charges.map(({ card }) => card?.cardToken)).size).toBe(2);
    await expect(cardForCharge(billing.deps, toTenant(tenant.storeId, false), 'dev_card_4242')).rejects.toMatchObject({
      kind: 'INVALID_ARGUMENT',
    });
  });

  test('brings its customer, whom it finds or makes', async () => {
    const tenant = await billing.configuredStore();
    const customer = aCustomer();
    const first = await createCardCharge(billing, tenant, await aCardToken(billing, tenant), { customer });
    expect(first.customerId).toMatch(/^cust_/);
    const again = await createCardCharge(billing, tenant, first.card?.cardToken ?? '', { customer });
    expect(again.customerId).toBe(first.customerId);
    expect(
      (await createCardCharge(billing, tenant, first.card?.cardToken ?? '', { customerId: first.customerId }))
        .customerId,
    ).toBe(first.customerId);
  });

  test('takes a ctok_ once, within a minute of real time, and any token only from its own store and environment', async () => {
    const tenant = await billing.configuredStore();
    const [used, late] = [await aCardToken(billing, tenant), await aCardToken(billing, tenant)];
    const other = await billing.configuredStore();
    await expect(createCardCharge(billing, other, used)).rejects.toMatchObject(tokenInvalid);
    const saved = (await createCardCharge(billing, tenant, used)).card?.cardToken ?? '';
    await expect(createCardCharge(billing, tenant, used)).rejects.toMatchObject(tokenUsed);
    await expect(createCardCharge(billing, other, saved)).rejects.toMatchObject(tokenInvalid);
    for (const nothing of ['', 'ctok_', `ctok_${testIds.token(43)}`, `card_tok_${testIds.token(32)}`]) {
      await expect(createCardCharge(billing, tenant, nothing)).rejects.toMatchObject(tokenInvalid);
    }
    billing.clock.advance(60_000);
    await expect(createCardCharge(billing, tenant, late)).rejects.toMatchObject(tokenExpired);
    expect([await countRows(billing, 'charges', tenant), await countRows(billing, 'charges', other)]).toEqual([1, 0]);
  });

  test('is one charge of two hundred at once with one ctok_', async () => {
    const tenant = await billing.configuredStore();
    const token = await aCardToken(billing, tenant);
    const results = await Promise.allSettled(
      Array.from({ length: 200 }, () => createCardCharge(billing, tenant, token)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(tokenUsed);
    expect(await countRows(billing, 'charges', tenant)).toBe(1);
    expect((await eventTypes(billing, tenant)).filter((type) => type === 'charge.paid')).toHaveLength(1);
  });

  test.each([
    [1, 410],
    [2, 460],
    [6, 460],
    [7, 510],
    [10, 510],
  ])('in %i installments costs a fee of %i centavos on R$ 100', async (installmentCount, platformFeeCents) => {
    const tenant = await billing.configuredStore();
    const made = await createCardCharge(billing, tenant, await aCardToken(billing, tenant), { installmentCount });
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
    await expect(createCardCharge(billing, tenant, token, overrides)).rejects.toThrow(message);
    expect([await countRows(billing, 'charges', tenant), await countRows(billing, 'customers', tenant)]).toEqual([
      0, 0,
    ]);
    expect((await createCardCharge(billing, tenant, token, { amountCents: 12_000, installmentCount: 12 })).status).toBe(
      'CHARGE_STATUS_PAID',
    );
  });

  test('answers 503 in production without a provider, before any row is written', async () => {
    const tenant = await billing.configuredStore(false);
    const refused = createCardCharge(billing, tenant, `ctok_${testIds.token(43)}`, { customer: aCustomer() }, 'key');
    const message = 'Provider for CARD is not configured for this store';
    await expect(refused).rejects.toMatchObject({ kind: 'UNAVAILABLE', message });
    const tables = ['charges', 'customers', 'idempotency_keys', 'cards'];
    expect(await Promise.all(tables.map((table) => countRows(billing, table, tenant)))).toEqual([0, 0, 0, 0]);
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
    const declined = await createCardCharge(billing, tenant, token);
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
    await expect(createCardCharge(billing, tenant, token)).rejects.toMatchObject(tokenUsed);
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
      const first = await createCardCharge(billing, tenant, token, {}, number);
      const repeat = call(number);
      const request = aCardCharge(tenant, token);
      expect(the(await billing.charges.createCardCharge(request, repeat))).toEqual(first);
      expect(repeat.replayed).toBe(true);
    }
    expect(await countRows(billing, 'charges', tenant)).toBe(2);
    // What is kept of an answer cannot charge the card.
    const kept = await billing.db('idempotency_keys').where({ store_id: tenant.storeId }).pluck<Buffer[]>('response');
    expect(kept.map((response) => response.includes('card_tok_'))).toEqual([false, false]);
  });
});

test('a card charge is another store’s and the other environment’s secret, and its fact holds no token', async () => {
  const tenant = await billing.configuredStore();
  const token = await aCardToken(billing, tenant);
  const { id, card } = await createCardCharge(billing, tenant, token);
  for (const other of [aTenant(), toTenant(tenant.storeId, false)]) {
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
