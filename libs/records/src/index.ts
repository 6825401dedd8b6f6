/**
 * The public JSON records of v1 and v2 (docs/behaviour): their schemas, and pure functions that build them from the
 * services' messages. The gateway's answers and the webhooks' payloads use the same functions, so that a webhook has
 * what `get` would answer.
 *
 * ```ts
 * const { charge } = await charges.getCharge({ tenant, id }, context);
 * reply.send(ok(transparentRecord(required(charge, 'charge'))));
 * ```
 */
export {
  EventPixKeyRecord,
  EventPixKeyPayerRecord,
  keyPaymentDetails,
  KeyPaymentDetailsRecord,
  keyPaymentRecord,
  KeyPaymentRecord,
  keyPaymentStatuses,
  pixKeyData,
} from './key-payment';
export {
  subAccountRecord,
  SubAccountRecord,
  subTransferDirections,
  subTransferRecord,
  SubTransferRecord,
} from './sub-account';
export { EventTopUpRecord, topUpRecord, TopUpRecord, topUpStatuses } from './top-up';
export { advanceQuoteRecord, advanceRecord, AdvanceQuoteRecord, AdvanceRecord } from './advance';
export {
  chargeStatuses,
  eventTransparentRecord,
  EventTransparentRecord,
  chargeMethodNames,
  checkoutMethodNames,
  isWallet,
  methodNames,
  pictureUri,
  transparentRecord,
  type ChargeStatusName,
  type MethodName,
  type WalletName,
  walletNames,
  TransparentRecord,
} from './charge';
export { payerInformation, PayerInformation } from './payer-information';
export { chargePaymentRecord, paymentRecord, PaymentRecord } from './payment';
export {
  checkoutRecord,
  checkoutStatuses,
  frequencies,
  paymentLinkRecord,
  subscriptionCheckoutRecord,
  withPayments,
  CheckoutRecord,
  type CheckoutStatusName,
  type FrequencyName,
  PaymentLinkRecord,
  pixAuthorizations,
  RetryPolicyRecord,
  SubscriptionCheckoutRecord,
  type WithPayments,
} from './checkout';
export {
  couponDurations,
  couponRecord,
  v1CouponRecord,
  V1CouponRecord,
  couponStatuses,
  discountKinds,
  CouponRecord,
  type CouponStatusName,
  type DiscountKindName,
} from './coupon';
export {
  customerRecord,
  maskedCustomer,
  v1CustomerRecord,
  CustomerRecord,
  EventCustomer,
  type MaskedCustomer,
  V1CustomerRecord,
} from './customer';
export {
  compatibilities,
  eventDataIn,
  firstCompatibility,
  newestCompatibility,
  recordIn,
  type Compatibility,
} from './compatibility';
export { receivedRecord, ReceivedRecord } from './daily-receipts';
export { eventRecord, EventRecord } from './event';
export { actorRecord, approvalStatuses, OrderActorRecord } from './order-approval';
export {
  askedCents,
  bankAccountRecord,
  payoutMethods,
  payoutRecord,
  payoutStatuses,
  PayoutKeyRecord,
  PayoutRecord,
  WholeBankAccountRecord,
} from './payout';
export { billingCycles, productRecord, productStatuses, type BillingCycleName, ProductRecord } from './product';
export { mrrRecord, revenueRecord, MrrRecord, RevenueRecord } from './public-mrr';
export { RequestLogRecord } from './request-log';
export {
  disputeFileKinds,
  disputeFileRecord,
  DisputeFileRecord,
  disputeRecord,
  DisputeRecord,
  disputeStates,
  type DisputeStateName,
} from './dispute';
export { refundRequestRecord, refundRequestStatuses, RefundRequestRecord } from './refund-request';
export { refundRecord, refundStatuses, RefundRecord, type RefundStatusName } from './refund';
export {
  balancedStatementRecord,
  statementKinds,
  statementMethods,
  statementRecord,
  statementStatuses,
  type StatementKindName,
  type StatementMethodName,
  type StatementMovementRecord,
  StatementRecord,
} from './statement';
export { statementReconciliationRecord, StatementReconciliationRecord } from './statement-reconciliation';
export { storeRecord, StoreRecord } from './store';
export { utmNames, utmSumsRecord, UtmSumsRecord } from './utm-sums';
export {
  chargeOrigins,
  storeChargeDetails,
  StoreChargeDetails,
  storeChargeRecord,
  StoreChargeRecord,
} from './store-charge';
export {
  paidSubscriptionData,
  paymentFailedData,
  planChangedData,
  subscriptionChanges,
  subscriptionUpdatedData,
  subscriptionPaymentRecord,
  trialStartedData,
  FailedPaymentRecord,
  SubscriptionPaymentRecord,
} from './subscription-event-data';
export {
  planChangeRecord,
  planChangeStatuses,
  subscriptionEventRecord,
  subscriptionRecord,
  subscriptionStatuses,
  usageActions,
  usageRecord,
  PlanChangeRecord,
  SubscriptionEventRecord,
  SubscriptionRecord,
  type UsageActionName,
  UsageEntryRecord,
} from './subscription';
export {
  cycleAttemptStatuses,
  resumptions,
  SubscriptionCycleRecord,
  subscriptionCycleRecord,
  subscriptionCycleStatuses,
  UpcomingRecord,
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
  BillingRecord,
  PixQrCodeRecord,
  type V1BillingStatus,
  type V1ChargeStatus,
  type V1MethodName,
  V1PaymentRecord,
  WithdrawalRecord,
} from './v1';
export {
  attemptRecord,
  attemptTriggers,
  deliveryRecord,
  deliveryStatuses,
  webhookRecord,
  AttemptRecord,
  DeliveryRecord,
  WebhookRecord,
} from './webhook';
export {
  v1EventExamples,
  v2EventExamples,
  webhookExample,
  type V1EventName,
  type V2EventName,
} from './webhook-example';
export {
  payerRefusals,
  PayerRefusal,
  PaymentFailure,
  PayoutFailure,
  ProviderCode,
  RefundFailure,
} from './failure-reasons';
export {
  Metadata,
  Named,
  NamedObject,
  Nullable,
  OneOf,
  Timestamp,
  UnionBy,
  unionKeyword,
  UnionOf,
  type DocumentedUnion,
} from './schema';
export type { JsonObject } from './wire';
export { fineTypes } from './late-terms';
