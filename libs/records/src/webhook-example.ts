import { required, SubscriptionPaymentFailed, type Charge, type Checkout } from '@pitanga/contracts';
import { eventTransparentRecord } from './charge';
import { payerInformation } from './payer-information';
import { checkoutRecord } from './checkout';
import { maskedCustomer } from './customer';
import * as example from './example-messages';
import { payoutRecord } from './payout';
import { refundRecord } from './refund';
import {
  paidSubscriptionData,
  paymentFailedData,
  planChangedData,
  subscriptionUpdatedData,
  trialStartedData,
} from './subscription-event-data';
import { refundRequestRecord } from './refund-request';
import { pixKeyData } from './key-payment';
import { chargePaymentRecord } from './payment';
import { topUpRecord } from './top-up';
import { paidBillingRecord, v1PaymentRecord, withdrawalRecord } from './v1';

/**
 * An example of every event's `data`, built by the same functions as the events. The API documents publish them, and
 * test events send them. All names and ids are fictitious.
 */
export const v2EventExamples = {
  'checkout.completed': (devMode: boolean) => checkoutData(devMode, 'CHECKOUT_STATUS_PAID', 'CHARGE_STATUS_PAID'),
  'checkout.refunded': (devMode: boolean) => ({
    ...checkoutData(devMode, 'CHECKOUT_STATUS_REFUNDED', 'CHARGE_STATUS_REFUNDED'),
    refund: refundRecord(example.refund(devMode)),
    reason: 'Cliente desistiu da compra',
  }),
  'checkout.disputed': (devMode: boolean) => ({
    ...checkoutData(devMode, 'CHECKOUT_STATUS_PAID', 'CHARGE_STATUS_UNDER_DISPUTE'),
    reason: 'Compra não reconhecida',
  }),
  'checkout.lost': (devMode: boolean) => ({
    ...checkoutData(devMode, 'CHECKOUT_STATUS_PAID', 'CHARGE_STATUS_CHARGED_BACK'),
    reason: 'Compra não reconhecida',
  }),
  'transparent.completed': (devMode: boolean) => transparentData(devMode, 'CHARGE_STATUS_PAID'),
  'transparent.refunded': (devMode: boolean) => ({
    ...transparentData(devMode, 'CHARGE_STATUS_REFUNDED'),
    refund: refundRecord(example.refund(devMode)),
    reason: 'Cliente desistiu da compra',
  }),
  'transparent.disputed': (devMode: boolean) => ({
    ...transparentData(devMode, 'CHARGE_STATUS_UNDER_DISPUTE'),
    reason: 'Compra não reconhecida',
  }),
  'transparent.lost': (devMode: boolean) => ({
    ...transparentData(devMode, 'CHARGE_STATUS_CHARGED_BACK'),
    reason: 'Compra não reconhecida',
  }),
  'transparent.expired': (devMode: boolean) => transparentData(devMode, 'CHARGE_STATUS_EXPIRED'),
  'transparent.payer_refused': (devMode: boolean) => ({
    transparent: eventTransparentRecord(example.pixCharge(devMode, 'CHARGE_STATUS_PENDING')),
    customer: maskedCustomer(example.customer),
    refund: { ...refundRecord(example.refund(devMode)), status: 'PENDING', reason: 'OTHER_PAYER' },
    reason: 'OTHER_TAX_ID',
  }),
  'subscription.completed': (devMode: boolean) =>
    paidSubscriptionData({ ...ofSubscription(devMode), ...paid(devMode) }),
  'subscription.trial_started': (devMode: boolean) => {
    const trialEndsAt = new Date('2026-11-28T15:02:00.000Z');
    const { subscription, ...rest } = ofSubscription(devMode);
    return trialStartedData({
      ...rest,
      subscription: { ...subscription, trialDays: 7, trialEndsAt, nextChargeAt: trialEndsAt },
      checkout: { ...example.subscriptionCheckout(devMode), paidAmountCents: 0, trialDays: 7 },
    });
  },
  'subscription.renewed': (devMode: boolean) => paidSubscriptionData({ ...ofSubscription(devMode), ...paid(devMode) }),
  'subscription.cancelled': (devMode: boolean) =>
    paidSubscriptionData({
      ...ofSubscription(devMode),
      ...paid(devMode),
      subscription: example.cancelledSubscription(devMode),
    }),
  'subscription.plan_changed': (devMode: boolean) =>
    planChangedData({
      ...ofSubscription(devMode),
      subscription: { ...example.subscription(devMode), quantity: 2, amountCents: 9_980 },
      change: example.planChange(devMode),
    }),
  'subscription.updated': (devMode: boolean) =>
    subscriptionUpdatedData({
      ...ofSubscription(devMode),
      recurringCents: 4_990,
      changes: ['SUBSCRIPTION_CHANGE_COUPON_ADDED'],
    }),
  'subscription.payment_failed': (devMode: boolean) =>
    paymentFailedData(
      SubscriptionPaymentFailed.fromPartial({
        subscription: example.subscription(devMode),
        charge: example.declinedCharge(devMode),
        cycleNumber: 1,
        retryNumber: 1,
        reason: '51',
        amountCents: 4_990,
        nextAttemptAt: new Date('2026-12-22T15:00:00.000Z'),
      }),
    ),
  'payout.completed': (devMode: boolean) => ({
    withdraw: payoutRecord(example.payout(devMode, 'PAYOUT_KIND_WITHDRAW')),
  }),
  'payout.failed': (devMode: boolean) => ({
    withdraw: payoutRecord(example.failedPayout(devMode, 'PAYOUT_KIND_WITHDRAW')),
  }),
  'payout.returned': (devMode: boolean) => ({
    withdraw: payoutRecord(example.returnedPayout(devMode, 'PAYOUT_KIND_WITHDRAW')),
  }),
  'transfer.completed': (devMode: boolean) => ({
    transfer: payoutRecord(example.payout(devMode, 'PAYOUT_KIND_TRANSFER')),
  }),
  'transfer.failed': (devMode: boolean) => ({
    transfer: payoutRecord(example.failedPayout(devMode, 'PAYOUT_KIND_TRANSFER')),
  }),
  'transfer.returned': (devMode: boolean) => ({
    transfer: payoutRecord(example.returnedPayout(devMode, 'PAYOUT_KIND_TRANSFER')),
  }),
  'refund.failed': (devMode: boolean) => ({
    refund: refundRecord(example.failedRefund(devMode)),
    transparent: eventTransparentRecord(example.pixCharge(devMode, 'CHARGE_STATUS_PAID')),
    customer: maskedCustomer(example.customer),
    reason: refundRecord(example.failedRefund(devMode)).failureReason,
    providerCode: refundRecord(example.failedRefund(devMode)).providerCode,
  }),
  'refund.needs_key': (devMode: boolean) => ({
    refund: refundRecord(example.waitingRefund(devMode)),
    transparent: eventTransparentRecord(example.pixCharge(devMode, 'CHARGE_STATUS_PAID')),
    customer: maskedCustomer(example.customer),
  }),
  'refund.requested': (devMode: boolean) => ({ refundRequest: refundRequestRecord(example.refundRequest(devMode)) }),
  'pix_key.received': () => pixKeyData(example.keyPayment, 'COMPLETE'),
  'pix_key.refunded': () => ({ ...pixKeyData(example.keyPayment, 'REFUNDED'), reason: 'REQUESTED' }),
  'top_up.completed': (devMode: boolean) => ({ topUp: topUpRecord(example.topUp(devMode)) }),
};

/** Examples of the events of v1 webhooks. */
export const v1EventExamples = {
  'billing.paid': (devMode: boolean) => ({
    payment: v1PaymentRecord(example.pixCharge(devMode, 'CHARGE_STATUS_PAID')),
    billing: required(paidBillingRecord(example.billing(devMode), example.customer), 'billing'),
  }),
  'withdraw.done': (devMode: boolean) => ({
    transaction: withdrawalRecord(example.payout(devMode, 'PAYOUT_KIND_WITHDRAW')),
  }),
  'withdraw.failed': (devMode: boolean) => ({
    transaction: withdrawalRecord(example.failedPayout(devMode, 'PAYOUT_KIND_WITHDRAW')),
  }),
};

export type V2EventName = keyof typeof v2EventExamples;
export type V1EventName = keyof typeof v1EventExamples;

/** The `data` of an event's example. */
export function webhookExample(event: V2EventName | V1EventName, devMode: boolean): object {
  return { ...v2EventExamples, ...v1EventExamples }[event](devMode);
}

function checkoutData(devMode: boolean, status: Checkout['status'], chargeStatus: Charge['status']) {
  const charge = example.pixCharge(devMode, chargeStatus);
  return {
    checkout: { ...checkoutRecord(example.checkout(devMode, status)), isUpSell: false },
    customer: maskedCustomer(example.customer),
    payerInformation: payerInformation(charge),
    payment: chargePaymentRecord(charge),
  };
}

function transparentData(devMode: boolean, status: Charge['status']) {
  const charge = example.pixCharge(devMode, status);
  return {
    transparent: eventTransparentRecord(charge),
    customer: maskedCustomer(example.customer),
    payerInformation: payerInformation(charge),
  };
}

function ofSubscription(devMode: boolean) {
  const tenant = { storeId: '', devMode };
  return { tenant, subscription: example.subscription(devMode), customer: example.customer };
}

function paid(devMode: boolean) {
  return { charge: example.cardCharge(devMode), checkout: example.subscriptionCheckout(devMode) };
}
