import { aTenant, testIds } from '@pitanga/testing';
import { aCharge, aCustomer, anEvent } from '../../test/domain-events';
import { aSubscription } from '../../test/subscription-fixtures';
import { mayBeMailed, toEventMail } from './mail-of-event';

const tenant = aTenant();
const at = new Date('2026-11-23T12:00:00.000Z');
const boleto = { barCode: '1', digitableLine: '2', dueDate: '2026-12-01', url: 'https://pay.example/boletos/char_1' };

it('a boleto is mailed when it is issued, and no other charge is', () => {
  const charge = aCharge({ id: 'char_1', method: 'PAYMENT_METHOD_BOLETO', boleto, description: ' a\nb ' });
  expect(toEventMail(anEvent('charge.created', tenant, at, { charge }))).toMatchObject({
    tenant,
    customerId: aCustomer.id,
    email: aCustomer.email,
    recordId: 'char_1',
    facts: { kind: 'BOLETO', dueDate: '2026-12-01', line: '2', description: 'a b', url: boleto.url },
  });
  expect(toEventMail(anEvent('charge.created', tenant, at, { charge: aCharge() }))).toBeUndefined();
});

it('the id of a charge tells without its content that no mail is sent when it is created', () => {
  const skipped = (['pixCharge', 'cardCharge', 'boletoCharge'] as const).map(
    (kind) => !mayBeMailed('charge.created', testIds.next(kind, at)),
  );
  expect(skipped).toEqual([true, true, false]);
  expect(mayBeMailed('charge.paid', testIds.next('pixCharge', at))).toBe(true);
});

it('a receipt has what was paid and the card, and its page', () => {
  const card = { brand: 'VISA', lastFour: '4242', installmentCount: 3, cardToken: undefined };
  const charge = aCharge({ method: 'PAYMENT_METHOD_CARD', card, paidAmountCents: 9_000, surchargeCents: 400 });
  expect(toEventMail(anEvent('charge.paid', tenant, at, { charge }))?.facts).toMatchObject({
    kind: 'RECEIPT',
    amountCents: 9_000,
    surchargeCents: 400,
    method: 'CARD',
    card: { brand: 'VISA', lastFour: '4242', installments: 3 },
    url: charge.receiptUrl,
  });
  const noPage = aCharge({ receiptUrl: undefined });
  expect(toEventMail(anEvent('charge.paid', tenant, at, { charge: noPage }))).toBeUndefined();
});

it('each refund of a charge is a fact of its own; one of an earlier release is that of the whole charge', () => {
  const refunded = (id: string, amountCents: number) =>
    anEvent('charge.refunded', tenant, at, { charge: aCharge({ id: 'c' }), refund: { id, amountCents } as never });
  expect(['ref_1', 'ref_2'].map((id) => toEventMail(refunded(id, 300))?.recordId)).toEqual(['ref_1', 'ref_2']);
  expect(toEventMail(refunded('ref_1', 300))?.facts).toMatchObject({ refundedCents: 300, paidCents: 10_000 });
  const earlier = toEventMail(anEvent('charge.refunded', tenant, at, { charge: aCharge({ id: 'c' }) }));
  expect(earlier).toMatchObject({ recordId: 'c', facts: { refundedCents: 10_000 } });
});

it.each([
  ['subscription.started', false],
  ['subscription.trial_started', true],
] as const)('who subscribes is mailed what they subscribed to: %s', (type, isTrial) => {
  const checkout = { items: [{ name: 'Clube\nde Livros' }] } as never;
  const subscription = aSubscription({ id: 'subs_1', method: 'PAYMENT_METHOD_CARD', nextChargeAt: at });
  const started = toEventMail(anEvent(type, tenant, at, { subscription, checkout }));
  expect(started).toMatchObject({
    recordId: 'subs_1',
    subscriptionId: 'subs_1',
    facts: { kind: 'SUBSCRIPTION_STARTED', product: 'Clube de Livros', cycle: 'MONTHLY', method: 'CARD', isTrial },
  });
});

it('a receipt of a subscription has its id, whose page the mail leads to', () => {
  const charge = aCharge({ subscriptionId: 'subs_1' });
  expect(toEventMail(anEvent('charge.paid', tenant, at, { charge }))).toMatchObject({
    subscriptionId: 'subs_1',
    facts: { kind: 'RECEIPT', isOfSubscription: true },
  });
});

it('a charge that is ahead is mailed once for its cycle, with its day and amount', () => {
  const upcoming = anEvent('subscription.renewal_upcoming', tenant, at, {
    subscription: aSubscription({ id: 'subs_1', method: 'PAYMENT_METHOD_CARD' }),
    cycleNumber: 4,
    dueAt: at,
    amountCents: 5_000,
    endsTrial: false,
  });
  expect(toEventMail(upcoming)).toMatchObject({
    recordId: 'subs_1 4',
    subscriptionId: 'subs_1',
    facts: { kind: 'RENEWAL_UPCOMING', amountCents: 5_000, method: 'CARD', dueAt: at.toISOString(), endsTrial: false },
  });
});

it('of the attempts to collect a cycle the first and the last that failed are mailed', () => {
  const failed = (retryNumber: number, nextAttemptAt: Date | undefined) =>
    toEventMail(
      anEvent('subscription.payment_failed', tenant, at, {
        subscription: aSubscription({ id: 'subs_1', method: 'PAYMENT_METHOD_CARD' }),
        cycleNumber: 4,
        retryNumber,
        nextAttemptAt,
        amountCents: 5_000,
      }),
    );
  expect(failed(0, at)).toMatchObject({
    recordId: 'subs_1 4 0',
    subscriptionId: 'subs_1',
    facts: { kind: 'RENEWAL_FAILED', method: 'CARD', nextAttemptAt: at.toISOString() },
  });
  expect(failed(1, at)).toBeUndefined();
  expect(failed(2, undefined)).toMatchObject({ recordId: 'subs_1 4 2', facts: { nextAttemptAt: undefined } });
});

it('a fact without customer or e-mail is mailed to nobody', () => {
  const charge = aCharge();
  expect(toEventMail(anEvent('charge.paid', tenant, at, { charge, customer: undefined }))).toBeUndefined();
  const nameless = { ...aCustomer, email: undefined };
  expect(toEventMail(anEvent('charge.paid', tenant, at, { charge, customer: nameless }))).toBeUndefined();
});
