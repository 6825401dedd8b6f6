import { aTenant, startBeforeAll, testClock } from '@pitanga/testing';
import { aCharge, aCheckout, anEvent } from '../../test/domain-events';
import { startHarness } from '../../test/harness';
import { notify, v2Body } from '../../test/notify';
import { customer, payer, shownCharge, utms } from '../../test/payment-records';

const clock = testClock(new Date());
const harness = startBeforeAll(() => startHarness(clock));

describe('a payment by boleto or card', () => {
  const boleto = {
    barCode: '1'.repeat(44),
    digitableLine: '2'.repeat(47),
    dueDate: '2026-11-25',
    url: 'https://pay.example/boletos/1.pdf',
    interestBasisPoints: 100,
    fine: { kind: 'FINE_KIND_FIXED', value: 200 },
  } as const;
  const card = { brand: 'visa', lastFour: '4242', installmentCount: 3 };
  const byBoleto = { method: 'PAYMENT_METHOD_BOLETO', boleto } as const;
  const byCard = { method: 'PAYMENT_METHOD_CARD', pix: undefined, payer: undefined, card } as const;

  const shownBoleto = {
    barCode: boleto.barCode,
    barCodeNumber: boleto.barCode,
    digitableLine: boleto.digitableLine,
    url: boleto.url,
    brCode: '000201',
    brCodeBase64: null,
    interest: { value: 100 },
    fine: { value: 200, type: 'FIXED' },
    dueDate: '2026-11-25',
  };

  it.each([
    ['BOLETO', byBoleto, shownBoleto, payer],
    ['CARD', byCard, { cardToken: null, ...card, actionUrl: null }, { number: '4242', brand: 'visa' }],
  ])(
    'makes a transparent %s event for v2 with the fields of its method, and none for v1',
    async (method, by, fields, payerFields) => {
      const tenant = aTenant();
      const charge = aCharge(by);
      expect(await notify(harness, tenant, [anEvent('charge.paid', tenant, clock.real(), { charge })])).toEqual([
        v2Body('transparent.completed', {
          transparent: { ...shownCharge(charge, method, 'PAID'), ...fields },
          customer,
          payerInformation: { method, [method]: payerFields, utms },
        }),
      ]);
      const other = aTenant();
      expect(await notify(harness, other, [anEvent('charge.paid', other, clock.real(), { charge })], 'v1')).toEqual([]);
    },
  );

  it('makes no event if it was declined', async () => {
    const tenant = aTenant();
    const charge = aCharge({ ...byCard, status: 'CHARGE_STATUS_FAILED', paidAt: undefined });
    expect(await notify(harness, tenant, [anEvent('charge.failed', tenant, clock.real(), { charge })])).toEqual([]);
  });
});

it('a checkout made free by coupons is completed without a payment', async () => {
  const tenant = aTenant();
  const event = anEvent('checkout.paid', tenant, clock.real(), { checkout: aCheckout(), charge: undefined });
  const [completed] = await notify(harness, tenant, [event]);
  expect(completed).toMatchObject({ event: 'checkout.completed', data: { payment: null, payerInformation: null } });
  const other = aTenant();
  const again = anEvent('checkout.paid', other, clock.real(), { checkout: aCheckout(), charge: undefined });
  expect(await notify(harness, other, [again], 'v1')).toMatchObject([
    { event: 'billing.paid', data: { payment: { amount: 0, fee: 0, method: 'PIX' } } },
  ]);
});

it('a dispute that was won makes no event', async () => {
  const tenant = aTenant();
  const event = anEvent('charge.dispute_won', tenant, clock.real(), { charge: aCharge() });
  expect(await notify(harness, tenant, [event])).toEqual([]);
});
