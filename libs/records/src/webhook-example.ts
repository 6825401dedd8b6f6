import {
  billing,
  checkoutData,
  customer,
  failedPayout,
  payout,
  product,
  subscription,
  subscriptionCheckout,
  subscriptionData,
  transparent,
  transparentData,
  updatedAt,
} from './example-records';
import type { RefundRecord } from './refund';
import type { PlanChangeRecord, SubscriptionEventRecord } from './subscription';
import type { WithdrawalRecord } from './v1';

/**
 * An example of the `data` of every event (decisions 7): what the API documents publish, and what a test event sends.
 * Nobody and nothing in them exists.
 */
export const v2EventExamples = {
  'checkout.completed': (devMode: boolean) => checkoutData(devMode),
  'checkout.refunded': (devMode: boolean) => ({
    ...checkoutData(devMode, 'REFUNDED', 'REFUNDED'),
    reason: 'Cliente desistiu da compra',
  }),
  'checkout.disputed': (devMode: boolean) => ({
    ...checkoutData(devMode, 'PAID', 'UNDER_DISPUTE'),
    reason: 'Compra não reconhecida',
  }),
  'checkout.lost': (devMode: boolean) => ({
    ...checkoutData(devMode, 'PAID', 'CHARGED_BACK'),
    reason: 'Compra não reconhecida',
  }),
  'transparent.completed': (devMode: boolean) => transparentData(devMode, 'PAID'),
  'transparent.refunded': (devMode: boolean) => ({
    ...transparentData(devMode, 'REFUNDED'),
    reason: 'Cliente desistiu da compra',
  }),
  'transparent.disputed': (devMode: boolean) => ({
    ...transparentData(devMode, 'UNDER_DISPUTE'),
    reason: 'Compra não reconhecida',
  }),
  'transparent.lost': (devMode: boolean) => ({
    ...transparentData(devMode, 'CHARGED_BACK'),
    reason: 'Compra não reconhecida',
  }),
  'transparent.expired': (devMode: boolean) => ({
    transparent: { ...transparent(devMode, 'EXPIRED'), paidAmount: null, receiptUrl: null },
    customer,
    payerInformation: null,
  }),
  'subscription.completed': (devMode: boolean) => subscriptionData(devMode),
  'subscription.trial_started': (devMode: boolean) => ({
    subscription: {
      ...subscription(devMode),
      trialDays: 7,
      trialEndsAt: '2026-11-29T02:59:59.999Z',
      nextChargeAt: '2026-11-29T02:59:59.999Z',
    },
    customer,
    checkout: { ...subscriptionCheckout(devMode), paidAmount: 0, trialDays: 7 },
  }),
  'subscription.renewed': (devMode: boolean) => subscriptionData(devMode),
  'subscription.cancelled': (devMode: boolean) => {
    const { subscription: active, ...rest } = subscriptionData(devMode);
    return {
      subscription: {
        ...active,
        status: 'CANCELLED',
        nextChargeAt: null,
        canceledAt: updatedAt,
        cancelPolicy: 'NOW',
        cancelledDueTo: 'max_payment_retries_exceeded',
      } satisfies SubscriptionEventRecord,
      ...rest,
    };
  },
  'subscription.plan_changed': (devMode: boolean) => ({
    subscription: { ...subscription(devMode), amount: 9_980 },
    change: {
      id: 'subu_0VyCLbX8W3kQz7rT1mN5pA2s',
      subscriptionId: subscription(devMode).id,
      status: 'PENDING',
      productId: product,
      quantity: 2,
      newAmount: 9_980,
      requestedAt: updatedAt,
      devMode,
      createdAt: updatedAt,
      updatedAt,
    } satisfies PlanChangeRecord,
  }),
  'subscription.payment_failed': (devMode: boolean) => ({
    subscription: subscription(devMode),
    payment: {
      id: 'card_0VyCLbX8WcQ9fTz4hLm2nR7k',
      method: 'CARD',
      amount: 4_990,
      status: 'FAILED',
      reason: 'INSUFFICIENT_FUNDS',
      paidAt: null,
    },
    installmentNumber: 2,
    retryNumber: 1,
    nextAttemptAt: '2026-12-22T15:00:00.000Z',
  }),
  'payout.completed': (devMode: boolean) => ({ withdraw: payout(devMode, 'WITHDRAW') }),
  'payout.failed': (devMode: boolean) => ({ withdraw: failedPayout(devMode, 'WITHDRAW') }),
  'transfer.completed': (devMode: boolean) => ({ transfer: payout(devMode, 'TRANSFER') }),
  'transfer.failed': (devMode: boolean) => ({ transfer: failedPayout(devMode, 'TRANSFER') }),
  'refund.failed': (devMode: boolean) => ({
    refund: {
      id: 'ref_0VyCLbX8Wq1sD8gH5jK3lZ9x',
      devMode,
      status: 'FAILED',
      amount: 12_345,
      reason: 'Cliente desistiu da compra',
      originalId: transparent(devMode, 'PAID').id,
      createdAt: updatedAt,
      updatedAt,
    } satisfies RefundRecord,
    transparent: transparent(devMode, 'PAID'),
    customer,
    reason: 'RECEIVER_ACCOUNT_CLOSED',
  }),
};

/** The same of the events of v1 webhooks. */
export const v1EventExamples = {
  'billing.paid': (devMode: boolean) => ({
    payment: { amount: 12_345, fee: 80, method: 'PIX' },
    billing: billing(devMode),
  }),
  'withdraw.done': (devMode: boolean) => ({ transaction: payout(devMode, 'WITHDRAW') satisfies WithdrawalRecord }),
  'withdraw.failed': (devMode: boolean) => ({
    transaction: { ...failedPayout(devMode, 'WITHDRAW'), status: 'CANCELLED' } satisfies WithdrawalRecord,
  }),
};

export type V2EventName = keyof typeof v2EventExamples;
export type V1EventName = keyof typeof v1EventExamples;

/** The `data` of an example of an event, in an environment. */
export function webhookExample(event: V2EventName | V1EventName, devMode: boolean): object {
  return { ...v2EventExamples, ...v1EventExamples }[event](devMode);
}
