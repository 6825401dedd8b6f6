import type { Checkout } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll, testClock } from '@pitanga/testing';
import { aCharge, aCheckout, anEvent } from '../../test/domain-events';
import { bodiesOf, startHarness } from '../../test/harness';
import { matchEvents } from './match-events';

const clock = testClock(new Date());
const harness = startBeforeAll(() => startHarness(clock));

type Method = Checkout['methods'][number];

/** The v1 bodies of a checkout with these methods that was paid by one of them. */
async function v1Bodies(tenant: Tenant, paidBy: Method, methods: Method[]): Promise<Record<string, unknown>[]> {
  await harness.register(tenant, 'http://127.0.0.1:9/hook', { v2: false, events: ['billing.paid'] });
  const checkout = aCheckout({ methods });
  const charge = aCharge({ method: paidBy, origin: 'CHARGE_ORIGIN_CHECKOUT', checkoutId: checkout.id });
  await matchEvents(harness.deps, [anEvent('checkout.paid', tenant, clock.real(), { checkout, charge })]);
  return bodiesOf(harness, tenant);
}

describe('a paid checkout makes for v1', () => {
  it.each([
    ['by card', 'CARD', 'CARD'],
    ['by Pix', 'PIX', 'PIX'],
    ['by boleto', 'BOLETO', 'BOLETO'],
  ] as const)('billing.paid %s', async (_, paidBy, shown) => {
    const methods: Method[] = ['PAYMENT_METHOD_BOLETO', 'PAYMENT_METHOD_CARD', 'PAYMENT_METHOD_PIX'];
    expect(await v1Bodies(aTenant(), `PAYMENT_METHOD_${paidBy}`, methods)).toMatchObject([
      {
        event: 'billing.paid',
        data: {
          payment: { amount: 10_000, fee: 80, method: shown },
          billing: { status: 'PAID', methods: ['CARD', 'PIX'], kind: ['CARD', 'PIX'] },
        },
      },
    ]);
  });

  it('nothing if it was for boletos only, which v1 does not have', async () => {
    expect(await v1Bodies(aTenant(), 'PAYMENT_METHOD_BOLETO', ['PAYMENT_METHOD_BOLETO'])).toEqual([]);
  });
});
