import { AppError, unavailable, zeroCents, type Tenant } from '@pitanga/core';
import { startBeforeAll, withDeps } from '@pitanga/testing';
import { chargeCycle } from '../src/renewing/charge-cycle';
import { voidAttempt } from '../src/renewing/void-attempt';
import { expireOverdue } from '../src/jobs/expire-overdue';
import { finishCardCharges } from '../src/jobs/finish-card-charges';
import type { CardProvider } from '../src/provider/card-provider';
import { noProviders } from '../src/provider/providers';
import { call, readEvents, startBilling } from './billing-harness';
import { subscriptionRequests } from './subscription-requests';

const billing = startBeforeAll(startBilling);

const { aSubscription, aCycle } = subscriptionRequests(() => billing);
const month = 31 * 86_400_000;

/** The first try of cycle 1 with another way to the card; rejects as that does. */
async function tryCycle(tenant: Tenant, subscriptionId: string, chargeCard: CardProvider['chargeCard']) {
  const { card, ...others } = await billing.deps.findProviders(tenant);
  const providers = { ...others, card: card && { ...card, chargeCard } };
  const deps = withDeps(billing.deps, { findProviders: () => Promise.resolve(providers) });
  const amountCents = 5_000 as never;
  const attemptId = `${subscriptionId}:1:0`;
  const { id: productId } = (await billing.db('products').where({ store_id: tenant.storeId }).first()) as {
    id: string;
  };
  const cycle = { subscriptionId, cycleNumber: 1, attemptId, productId, quantity: 1, coupons: undefined, usage: [] };
  const carry = { carriedCents: zeroCents, canCarry: true };
  return chargeCycle(deps, tenant, {
    ...cycle,
    ...carry,
    amountCents,
    unitPriceCents: amountCents,
    discountCents: 0 as never,
  });
}

const typesOf = async (tenant: Tenant) => (await readEvents(billing, tenant)).map(({ type }) => type);

describe('a cycle whose outcome is unknown', () => {
  test('is paid once, not expired, though a month passes before anybody learns that the provider took it', async () => {
    const tenant = await billing.configuredStore();
    const subscriptionId = await aSubscription(tenant);
    const { card } = await billing.deps.findProviders(tenant);
    const lost = tryCycle(tenant, subscriptionId, async (order) => {
      await card?.chargeCard(order);
      throw unavailable('The answer was lost');
    });
    await expect(lost).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    billing.clock.advance(month);
    await expireOverdue(billing.deps);
    const { charge, checkout } = await aCycle(tenant, subscriptionId);
    expect([charge?.status, checkout?.status]).toEqual(['CHARGE_STATUS_PAID', 'CHECKOUT_STATUS_PAID']);
    const types = await typesOf(tenant);
    expect(types).not.toContain('charge.expired');
    expect(types).not.toContain('charge.overpaid');
    expect(types.filter((type) => type === 'charge.paid')).toHaveLength(2);
  });

  test('is not declined when it was never sent, but sent by the next call', async () => {
    const tenant = await billing.configuredStore();
    const subscriptionId = await aSubscription(tenant);
    const crash = tryCycle(tenant, subscriptionId, () => Promise.reject(unavailable('Crashed before the call')));
    await expect(crash).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    billing.clock.advance(month);
    await finishCardCharges(billing.deps);
    expect(await typesOf(tenant)).not.toContain('charge.failed');
    expect((await aCycle(tenant, subscriptionId)).charge?.status).toBe('CHARGE_STATUS_PAID');
  });

  test('that an earlier request finished counts as PAID also where the job was first', async () => {
    const tenant = await billing.configuredStore();
    const subscriptionId = await aSubscription(tenant);
    const { card } = await billing.deps.findProviders(tenant);
    const lost = tryCycle(tenant, subscriptionId, async (order) => {
      await card?.chargeCard(order);
      throw unavailable('The answer was lost');
    });
    await expect(lost).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    billing.clock.advance(month);
    await finishCardCharges(billing.deps);
    const attemptId = `${subscriptionId}:1:0`;
    const told = await billing.agreements.voidCycleAttempt({ tenant, subscriptionId, attemptId }, call());
    expect(told.outcome).toBe('ATTEMPT_OUTCOME_PAID');
  });

  test('is not voided while the store has no card account, so that no second attempt charges it too', async () => {
    const tenant = await billing.configuredStore();
    const subscriptionId = await aSubscription(tenant);
    const { card } = await billing.deps.findProviders(tenant);
    const lost = tryCycle(tenant, subscriptionId, async (order) => {
      await card?.chargeCard(order);
      throw unavailable('The answer was lost');
    });
    await expect(lost).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    billing.clock.advance(month);
    const key = { attemptId: `${subscriptionId}:1:0`, subscriptionId };
    const bare = withDeps(billing.deps, { findProviders: () => Promise.resolve(noProviders) });
    await expect(voidAttempt(bare, tenant, key)).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    expect(await voidAttempt(billing.deps, tenant, key)).toMatchObject({ outcome: 'PAID' });
  });

  test.each([
    ['refuses', undefined, 'CHARGE_STATUS_FAILED'],
    ['refuses a repeat of, having taken it,', 'taken', 'CHARGE_STATUS_PAID'],
  ] as const)(
    'that the provider %s for good has an end, and only then another attempt',
    async (_how, taken, status) => {
      const tenant = await billing.configuredStore();
      const subscriptionId = await aSubscription(tenant);
      const { card } = await billing.deps.findProviders(tenant);
      const { charge } = await tryCycle(tenant, subscriptionId, async (order) => {
        if (taken) await card?.chargeCard(order);
        const metadata = { providerCode: 'amount_too_large' };
        throw new AppError({ kind: 'FAILED_PRECONDITION', reason: 'STRIPE_REFUSED', message: 'Refused', metadata });
      });
      expect(`CHARGE_STATUS_${charge?.status ?? ''}`).toBe(status);
      if (!taken) {
        expect(charge?.failure).toMatchObject({ code: 'amount_too_large', declineClass: 'REVERSIBLE' });
        const { charge: next } = await aCycle(tenant, subscriptionId, { attemptId: `${subscriptionId}:1:1` });
        expect(next?.status).toBe('CHARGE_STATUS_PAID');
      }
      expect(await billing.db('charges').where({ store_id: tenant.storeId, status: 'PENDING' })).toEqual([]);
    },
  );
});
