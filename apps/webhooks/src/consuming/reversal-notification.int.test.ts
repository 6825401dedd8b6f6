import type { EventData } from '@pitanga/contracts';
import { aTenant, startBeforeAll, testClock } from '@pitanga/testing';
import { aCharge, aCheckout, anEvent } from '../../test/domain-events';
import { startHarness } from '../../test/harness';
import { notify, v2Body } from '../../test/notify';
import {
  customer,
  iso,
  payerInformation,
  shownCheckout,
  shownLink,
  shownPayment,
  shownPix,
} from '../../test/payment-records';

const clock = testClock(new Date());
const harness = startBeforeAll(() => startHarness(clock));

const reversals = [
  { type: 'charge.refunded', outcome: 'refunded', status: 'REFUNDED', of: 'REFUNDED' },
  { type: 'charge.disputed', outcome: 'disputed', status: 'UNDER_DISPUTE', of: 'PAID' },
  { type: 'charge.dispute_lost', outcome: 'lost', status: 'CHARGED_BACK', of: 'PAID' },
] as const;

it('top_up.completed is told to v2 as a top-up, without customer or payer, and not to v1', async () => {
  const tenant = aTenant();
  const charge = aCharge({ origin: 'CHARGE_ORIGIN_TOP_UP', customerId: undefined, platformFeeCents: 0 });
  const event = anEvent('top_up.completed', tenant, clock.real(), { charge });
  const body = v2Body('top_up.completed', {
    topUp: {
      id: charge.id,
      devMode: charge.devMode,
      amount: charge.amountCents,
      status: 'PAID',
      brCode: charge.pix?.brCode,
      brCodeBase64: null,
      endToEndId: charge.pix?.endToEndId ?? null,
      expiresAt: charge.expiresAt?.toISOString(),
      paidAt: charge.paidAt?.toISOString(),
      createdAt: iso,
      updatedAt: charge.updatedAt?.toISOString(),
    },
  });
  expect(await notify(harness, tenant, [event, event])).toEqual([body]);
  const other = aTenant();
  expect(await notify(harness, other, [anEvent('top_up.completed', other, clock.real(), { charge })], 'v1')).toEqual(
    [],
  );
});

describe.each(reversals)('$type', ({ type, outcome, status, of }) => {
  const reversed = { status: `CHARGE_STATUS_${status}` } as const;

  it(`of a transparent charge makes transparent.${outcome} with its reason for v2, and nothing for v1`, async () => {
    const tenant = aTenant();
    const charge = aCharge(reversed);
    const event = anEvent(type, tenant, clock.real(), { charge, reason: 'Produto com defeito' });
    expect(await notify(harness, tenant, [event, event])).toEqual([
      v2Body(`transparent.${outcome}`, {
        transparent: shownPix(charge, status),
        customer,
        payerInformation,
        reason: 'Produto com defeito',
      }),
    ]);
    const other = aTenant();
    expect(await notify(harness, other, [anEvent(type, other, clock.real(), { charge })], 'v1')).toEqual([]);
  });

  it(`of a checkout makes checkout.${outcome} with its payment for v2, and nothing for v1`, async () => {
    const tenant = aTenant();
    const checkout = aCheckout({ status: `CHECKOUT_STATUS_${of}` });
    const charge = aCharge({ ...reversed, origin: 'CHARGE_ORIGIN_CHECKOUT', checkoutId: checkout.id });
    expect(await notify(harness, tenant, [anEvent(type, tenant, clock.real(), { charge, checkout })])).toEqual([
      v2Body(`checkout.${outcome}`, {
        checkout: shownCheckout(checkout, of),
        customer,
        payerInformation,
        payment: shownPayment(charge, status),
        reason: null,
      }),
    ]);
    const other = aTenant();
    expect(await notify(harness, other, [anEvent(type, other, clock.real(), { charge, checkout })], 'v1')).toEqual([]);
  });

  it(`of a payment link makes checkout.${outcome} with the link as the checkout`, async () => {
    const tenant = aTenant();
    const checkout = aCheckout({
      status: 'CHECKOUT_STATUS_ACTIVE',
      frequency: 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS',
      customerId: undefined,
    });
    const charge = aCharge({ ...reversed, origin: 'CHARGE_ORIGIN_PAYMENT_LINK', checkoutId: checkout.id });
    expect(
      await notify(harness, tenant, [anEvent(type, tenant, clock.real(), { charge, checkout, reason: 'fraude' })]),
    ).toEqual([
      v2Body(`checkout.${outcome}`, {
        checkout: shownLink(checkout, 'MULTIPLE_PAYMENTS', 'ACTIVE'),
        customer,
        payerInformation,
        payment: shownPayment(charge, status),
        reason: 'fraude',
      }),
    ]);
  });
});

describe('each completed refund', () => {
  const at = new Date(iso);
  const refund: EventData<'refund.completed'>['refund'] = {
    id: 'ref_1',
    devMode: true,
    status: 'REFUND_STATUS_COMPLETE',
    amountCents: 4_000,
    reason: undefined,
    originalId: 'pix_char_1',
    chargeId: 'pix_char_1',
    failureReason: undefined,
    createdAt: at,
    updatedAt: at,
  };

  it('of a part contains its own record, and the charge still PAID with its refunded amount so far', async () => {
    const tenant = aTenant();
    const charge = aCharge({ refundedAmountCents: 4_000 });
    expect(
      await notify(harness, tenant, [anEvent('charge.refunded', tenant, clock.real(), { charge, refund })]),
    ).toMatchObject([
      {
        event: 'transparent.refunded',
        data: {
          transparent: { status: 'PAID', paidAmount: 10_000, refundedAmount: 4_000 },
          refund: { id: 'ref_1', status: 'COMPLETE', amount: 4_000 },
        },
      },
    ]);
  });

  it('of a checkout contains the checkout and its payment', async () => {
    const tenant = aTenant();
    const checkout = aCheckout({ refundedAmountCents: 4_000 });
    const charge = aCharge({
      origin: 'CHARGE_ORIGIN_CHECKOUT',
      checkoutId: checkout.id,
      refundedAmountCents: 4_000,
    });
    const event = anEvent('charge.refunded', tenant, clock.real(), { charge, checkout, refund });
    expect(await notify(harness, tenant, [event])).toMatchObject([
      {
        event: 'checkout.refunded',
        data: {
          checkout: { status: 'PAID', refundedAmount: 4_000 },
          payment: { status: 'PAID', amount: 10_000, refundedAmount: 4_000 },
          refund: { id: 'ref_1', amount: 4_000 },
        },
      },
    ]);
  });
});

describe('charge.payer_refused', () => {
  it('of a transparent charge makes transparent.payer_refused with its open code and the refund, without the payer', async () => {
    const tenant = aTenant();
    const at = new Date(iso);
    const charge = aCharge({ status: 'CHARGE_STATUS_PENDING', paidAmountCents: undefined, payer: undefined });
    const refund: EventData<'charge.payer_refused'>['refund'] = {
      id: 'ref_1',
      devMode: true,
      status: 'REFUND_STATUS_PENDING',
      amountCents: 10_000,
      reason: 'OTHER_PAYER',
      originalId: charge.id,
      chargeId: charge.id,
      createdAt: at,
      updatedAt: at,
    };
    const reason = 'PAYER_REFUSAL_REASON_OTHER_TAX_ID' as const;
    const event = anEvent('charge.payer_refused', tenant, clock.real(), { charge, refund, reason });
    const [body, ...others] = (await notify(harness, tenant, [event, event])) as { data: object }[];
    expect(others).toEqual([]);
    expect(body).toMatchObject({
      event: 'transparent.payer_refused',
      data: {
        transparent: { id: charge.id, status: 'PENDING', brCode: charge.pix?.brCode },
        refund: { id: 'ref_1', status: 'PENDING', amount: 10_000, reason: 'OTHER_PAYER' },
        reason: 'OTHER_TAX_ID',
      },
    });
    expect(Object.keys(body?.data ?? {})).toEqual(['transparent', 'customer', 'refund', 'reason']);
    const other = aTenant();
    expect(
      await notify(
        harness,
        other,
        [anEvent('charge.payer_refused', other, clock.real(), { charge, refund, reason })],
        'v1',
      ),
    ).toEqual([]);
  });
});

describe('refund.failed', () => {
  const at = new Date(iso);
  const refund: EventData<'refund.failed'>['refund'] = {
    id: 'ref_1',
    devMode: true,
    status: 'REFUND_STATUS_FAILED',
    amountCents: 10_000,
    reason: 'arrependimento',
    originalId: 'pix_char_1',
    chargeId: 'pix_char_1',
    failureReason: 'ACCOUNT_CLOSED',
    providerCode: 'AC07',
    createdAt: at,
    updatedAt: at,
  };
  const shownRefund = {
    id: 'ref_1',
    devMode: true,
    status: 'FAILED',
    amount: 10_000,
    reason: 'arrependimento',
    originalId: 'pix_char_1',
    needsKey: false,
    pix: null,
    requestedBy: null,
    failureReason: 'ACCOUNT_CLOSED',
    providerCode: 'AC07',
    createdAt: iso,
    updatedAt: iso,
  };

  it('contains the refund, the transparent charge and the failure reason', async () => {
    const tenant = aTenant();
    const charge = aCharge();
    expect(await notify(harness, tenant, [anEvent('refund.failed', tenant, clock.real(), { refund, charge })])).toEqual(
      [
        v2Body('refund.failed', {
          refund: shownRefund,
          transparent: shownPix(charge, 'PAID'),
          customer,
          reason: 'ACCOUNT_CLOSED',
          providerCode: 'AC07',
        }),
      ],
    );
  });

  it('contains the checkout of the charge', async () => {
    const tenant = aTenant();
    const checkout = aCheckout();
    const charge = aCharge({ origin: 'CHARGE_ORIGIN_CHECKOUT', checkoutId: checkout.id });
    const withoutReason = { ...refund, reason: undefined, failureReason: undefined, providerCode: undefined };
    const event = anEvent('refund.failed', tenant, clock.real(), { refund: withoutReason, charge, checkout });
    expect(await notify(harness, tenant, [event])).toEqual([
      v2Body('refund.failed', {
        refund: { ...shownRefund, reason: null, failureReason: null, providerCode: null },
        checkout: shownCheckout(checkout, 'PAID'),
        customer,
        reason: null,
        providerCode: null,
      }),
    ]);
  });
});

describe('refund.needs_key', () => {
  it('contains the refund that waits and the record whose payment it was, of a subscription the checkout', async () => {
    const at = new Date(iso);
    const refund: EventData<'refund.needs_key'>['refund'] = {
      id: 'ref_1',
      devMode: true,
      status: 'REFUND_STATUS_PENDING',
      amountCents: 10_000,
      reason: 'DUPLICATE',
      originalId: 'pix_char_1',
      chargeId: 'pix_char_1',
      needsKey: true,
      createdAt: at,
      updatedAt: at,
    };
    const shown = { id: 'ref_1', status: 'PENDING', reason: 'DUPLICATE', needsKey: true, failureReason: null };
    const told = (of: Pick<EventData<'refund.needs_key'>, 'charge' | 'checkout'>) => {
      const tenant = aTenant();
      return notify(harness, tenant, [anEvent('refund.needs_key', tenant, clock.real(), { refund, ...of })]);
    };
    const charge = aCharge();
    expect(await told({ charge })).toMatchObject([
      { event: 'refund.needs_key', data: { refund: shown, transparent: { id: charge.id }, customer } },
    ]);
    const checkout = aCheckout({ frequency: 'CHECKOUT_FREQUENCY_SUBSCRIPTION' });
    const ofSubscription = aCharge({ origin: 'CHARGE_ORIGIN_SUBSCRIPTION', checkoutId: checkout.id });
    expect(await told({ charge: ofSubscription, checkout })).toMatchObject([
      { event: 'refund.needs_key', data: { refund: shown, checkout: { id: checkout.id }, customer } },
    ]);
  });
});
