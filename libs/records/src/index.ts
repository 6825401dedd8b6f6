/**
 * The public JSON records of v1 and v2 (docs/behaviour), made from the services' messages by
 * pure functions. The gateway's answers and the webhooks' payloads both use them, so a receiver sees
 * exactly what `get` would answer.
 *
 * ```ts
 * const { charge } = await charges.getCharge({ tenant, id }, context);
 * reply.send(ok(transparentRecord(required(charge, 'charge'))));
 * ```
 */
export { advanceQuoteRecord, advanceRecord, type AdvanceQuoteRecord, type AdvanceRecord } from './advance';
export {
  chargePaymentRecord,
  chargeStatuses,
  fineTypes,
  methodNames,
  payerInformation,
  paymentRecord,
  pictureUri,
  transparentRecord,
  type ChargeStatusName,
  type FineRecord,
  type InterestRecord,
  type MethodName,
  type PayerInformation,
  type PaymentRecord,
  type TransparentRecord,
} from './charge';
export {
  checkoutRecord,
  checkoutStatuses,
  frequencies,
  paymentLinkRecord,
  subscriptionCheckoutRecord,
  withPayments,
  type CheckoutRecord,
  type CheckoutStatusName,
  type FrequencyName,
  type PaymentLinkRecord,
  type RetryPolicyRecord,
  type SubscriptionCheckoutRecord,
  type WithPayments,
} from './checkout';
export {
  couponRecord,
  couponStatuses,
  discountKinds,
  type CouponRecord,
  type CouponStatusName,
  type DiscountKindName,
} from './coupon';
export {
  customerRecord,
  maskedCustomer,
  v1CustomerRecord,
  type CustomerRecord,
  type MaskedCustomer,
  type V1CustomerRecord,
} from './customer';
export { payoutRecord, payoutStatuses, type PayoutRecord } from './payout';
export { billingCycles, productRecord, productStatuses, type BillingCycleName, type ProductRecord } from './product';
export { mrrRecord, revenueRecord, type MrrRecord, type RevenueRecord } from './public-mrr';
export { refundRecord, refundStatuses, type RefundRecord, type RefundStatusName } from './refund';
export {
  statementKinds,
  statementRecord,
  statementStatuses,
  type StatementKindName,
  type StatementMovementRecord,
  type StatementRecord,
} from './statement';
export { storeRecord, type StoreRecord } from './store';
export {
  paidSubscriptionData,
  paymentFailedData,
  planChangedData,
  subscriptionPaymentRecord,
  trialStartedData,
  type FailedPaymentRecord,
  type SubscriptionPaymentRecord,
} from './subscription-event-data';
export {
  planChangeRecord,
  planChangeStatuses,
  subscriptionEventRecord,
  subscriptionRecord,
  subscriptionStatuses,
  usageActions,
  usageRecord,
  type PlanChangeRecord,
  type SubscriptionEventRecord,
  type SubscriptionRecord,
  type UsageActionName,
  type UsageEntryRecord,
} from './subscription';
export {
  cycleAttemptStatuses,
  subscriptionCycleRecord,
  subscriptionCycleStatuses,
  upcomingRecord,
} from './subscription-cycle';
export {
  billingRecord,
  paidBillingRecord,
  paidPixQrCodeRecord,
  pixQrCodeRecord,
  v1BillingStatuses,
  v1ChargeStatus,
  v1ChargeStatuses,
  v1PaymentRecord,
  withdrawalRecord,
  withdrawalStatuses,
  type BillingRecord,
  type PixQrCodeRecord,
  type V1BillingStatus,
  type V1ChargeStatus,
  type V1MethodName,
  type V1PaymentRecord,
  type WithdrawalRecord,
} from './v1';
export {
  attemptRecord,
  attemptTriggers,
  deliveryRecord,
  deliveryStatuses,
  webhookRecord,
  type AttemptRecord,
  type DeliveryRecord,
  type WebhookRecord,
} from './webhook';
export {
  v1EventExamples,
  v2EventExamples,
  webhookExample,
  type V1EventName,
  type V2EventName,
} from './webhook-example';
export type { JsonObject } from './wire';
