import { unavailable, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import type { TenantCall } from '@pitanga/rpc';
import { startBeforeAll, testIds, withDeps } from '@pitanga/testing';
import { cardInputFromWire } from '../src/api/charge-input';
import { payCheckoutHandlers } from '../src/api/pay-checkout-rpc';
import { beginCardCharge } from '../src/charging/create-charge';
import { finishCardActions } from '../src/jobs/finish-card-actions';
import { finishCardCharges } from '../src/jobs/finish-card-charges';
import { findSetup } from '../src/managing/store-setup';
import type { CardProvider } from '../src/provider/card-provider';
import { call, countRows, eventTypes, startBilling } from './billing-harness';
import { payPage } from './page-requests';
import { aCardCharge, aCardToken, createCardCharge, getCharge, pay } from './payment-requests';

const billing = startBeforeAll(startBilling);

describe('a charge whose outcome is unknown', () => {
  const begin = (tenant: Tenant, token: string) =>
    transact(billing.deps, async (tx) => {
      const input = cardInputFromWire(aCardCharge(tenant, token));
      return (await beginCardCharge(tx, tenant, await findSetup(billing.deps, tenant), input)).charge.id;
    });
  const orderOf = (attemptId: string) => ({
    attemptId,
    vaultReference: 'sim:4242',
    amountCents: 10_000 as never,
    installments: 1,
    reference: undefined,
    isOffSession: false,
    returnUrl: '',
  });

  test('is finished after a minute as the provider knows it, with the cardholder as payer, once', async () => {
    const tenant = await billing.configuredStore();
    const id = await begin(tenant, await aCardToken(billing, tenant));
    await (await billing.deps.findProviders(tenant)).card?.chargeCard(orderOf(id));
    billing.clock.advance(60_000);
    await finishCardCharges(billing.deps);
    expect((await getCharge(billing, tenant, id)).status).toBe('CHARGE_STATUS_PENDING');
    billing.clock.advance(1);
    await Promise.all([finishCardCharges(billing.deps), finishCardCharges(billing.deps)]);
    const paid = await getCharge(billing, tenant, id);
    expect(paid).toMatchObject({ status: 'CHARGE_STATUS_PAID', payer: { name: 'ANA SOUZA' } });
    expect(await eventTypes(billing, tenant)).toEqual(['charge.created', 'charge.paid']);
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
    expect((await getCharge(billing, tenant, id)).status).toBe('CHARGE_STATUS_PENDING');
    billing.clock.advance(60_001);
    await finishCardCharges(billing.deps);
    expect((await getCharge(billing, tenant, id)).status).toBe('CHARGE_STATUS_FAILED');
  });

  test('is declined when the provider never got it', async () => {
    const tenant = await billing.configuredStore();
    const id = await begin(tenant, await aCardToken(billing, tenant));
    billing.clock.advance(60_001);
    await finishCardCharges(billing.deps);
    expect(await getCharge(billing, tenant, id)).toMatchObject({
      status: 'CHARGE_STATUS_FAILED',
      failure: { code: 'NOT_SENT' },
    });
    expect(await eventTypes(billing, tenant)).toEqual(['charge.created', 'charge.failed']);
  });

  test('keeps nobody else from being finished while its provider does not answer', async () => {
    const tenant = await billing.configuredStore();
    const ids: string[] = [];
    for (let index = 0; index < 21; index += 1) {
      ids.push(await begin(tenant, await aCardToken(billing, tenant)));
      billing.clock.advance(1);
    }
    billing.clock.advance(60_001);
    const { card, ...others } = await billing.deps.findProviders(tenant);
    const dead: CardProvider['readCardCharge'] = ({ attemptId }) =>
      attemptId === ids.at(-1) ? Promise.resolve(undefined) : Promise.reject(unavailable('The provider is down'));
    const half = { ...others, card: card && { ...card, readCardCharge: dead } };
    const deps = withDeps(billing.deps, { findProviders: () => Promise.resolve(half) });
    await finishCardCharges(deps);
    expect((await getCharge(billing, tenant, ids.at(-1) ?? '')).status).toBe('CHARGE_STATUS_FAILED');
    await finishCardCharges(billing.deps);
    const statuses = await billing.db('charges').where({ store_id: tenant.storeId }).distinct('status').pluck('status');
    expect(statuses).toEqual(['FAILED']);
  });

  test('is finished by a repeat with its key, which charges once', async () => {
    const tenant = await billing.configuredStore();
    const token = await aCardToken(billing, tenant);
    const first = await createCardCharge(billing, tenant, token, {}, 'crash');
    // As a crash after the card was charged leaves it.
    const unpaid = { status: 'PENDING', paid_at: null, paid_amount_cents: null, payment_reference: null };
    await billing.db('charges').where({ id: first.id }).update(unpaid);
    await billing.db('idempotency_keys').where({ store_id: tenant.storeId }).update({ response: null });
    const again = await createCardCharge(billing, tenant, token, {}, 'crash');
    expect(again).toMatchObject({ id: first.id, status: 'CHARGE_STATUS_PAID', paidAmountCents: 10_000 });
    expect(await countRows(billing, 'charges', tenant)).toBe(1);
    const row = await billing
      .db('charges')
      .where({ id: first.id })
      .first<{ payment_reference: string }>('payment_reference');
    expect(row.payment_reference).toBe(`sim_${first.id}`);
  });
});

describe('a card payment of a checkout whose answer was lost', () => {
  const { aCheckout, byCard, statusesOf } = payPage(() => billing);

  /** The provider takes the card unless it `isLost` before, and the buyer gets no answer. */
  async function payWithoutAnswer(tenant: Tenant, id: string, isLost: boolean): Promise<void> {
    const { card, ...others } = await billing.deps.findProviders(tenant);
    const chargeCard: CardProvider['chargeCard'] = async (order) => {
      if (!isLost) await card?.chargeCard(order);
      throw unavailable('The answer was lost');
    };
    const providers = { ...others, card: card && { ...card, chargeCard } };
    const handlers = payCheckoutHandlers(withDeps(billing.deps, { findProviders: () => Promise.resolve(providers) }));
    const context = { ...call(testIds.token(20)), tenant, markReplayed: () => undefined } as unknown as TenantCall;
    await expect(handlers.payCheckoutByCard(byCard(tenant, id), context)).rejects.toMatchObject({
      kind: 'UNAVAILABLE',
    });
  }
  const closings: readonly [string, (tenant: Tenant, id: string) => Promise<unknown>][] = [
    ['paid by Pix', (tenant, id) => pay(billing, tenant, id, { method: 'PAYMENT_METHOD_PIX' })],
    ['deleted', (tenant, id) => billing.checkouts.deleteCheckout({ tenant, id }, call())],
  ];

  test.each(closings)('goes back once where the checkout was then %s', async (_how, close) => {
    const tenant = await billing.configuredStore();
    const { id } = await aCheckout(tenant);
    await payWithoutAnswer(tenant, id, false);
    await close(tenant, id);
    await Promise.all([finishCardActions(billing.deps), finishCardActions(billing.deps)]);
    billing.clock.advance(61_000);
    await finishCardActions(billing.deps);
    expect((await eventTypes(billing, tenant)).filter((type) => type === 'charge.overpaid')).toHaveLength(1);
    expect(await countRows(billing, 'refunds', tenant)).toBe(1);
    expect(await statusesOf(tenant, id)).toContain('CARD CANCELLED');
  });

  test('is looked for no more where the provider never got it', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aCheckout(tenant);
    await payWithoutAnswer(tenant, id, true);
    await pay(billing, tenant, id, { method: 'PAYMENT_METHOD_PIX' });
    await finishCardActions(billing.deps);
    const own = billing.db('charges').where({ store_id: tenant.storeId, method: 'CARD' });
    expect(await own.select('status', 'action_due_at')).toEqual([{ status: 'CANCELLED', action_due_at: null }]);
    expect(await countRows(billing, 'refunds', tenant)).toBe(0);
  });
});
