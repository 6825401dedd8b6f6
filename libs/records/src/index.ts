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
  KeyPaymentStatus,
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
  SubTransferDirection,
  subAccountRecord,
  SubAccountRecord,
  subTransferRecord,
  SubTransferRecord,
} from './sub-account';
export { TopUpStatus, EventTopUpRecord, topUpRecord, TopUpRecord } from './top-up';
export { settlementCalendarRecord, SettlementCalendarRecord, settlementRecord, SettlementRecord } from './settlement';
export { advanceQuoteRecord, advanceRecord, AdvanceQuoteRecord, AdvanceRecord } from './advance';
export {
  Method,
  CheckoutMethod,
  ChargeStatus,
  ChargeMethod,
  chargeStatuses,
  eventTransparentRecord,
  EventTransparentRecord,
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
  PixAuthorization,
  CheckoutStatus,
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
  RetryPolicyRecord,
  SubscriptionCheckoutRecord,
  type WithPayments,
} from './checkout';
export {
  CouponDuration,
  DiscountKind,
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
export { ApprovalStatus, actorRecord, approvalStatuses, OrderActorRecord } from './order-approval';
export {
  PayoutMethod,
  PayoutFeeMode,
  PayoutStatus,
  BankAccountType,
  askedCents,
  bankAccountRecord,
  payoutRecord,
  payoutStatuses,
  PayoutKeyRecord,
  PayoutRecord,
  WholeBankAccountRecord,
} from './payout';
export {
  BillingCycle,
  ProductStatus,
  billingCycles,
  productRecord,
  productStatuses,
  type BillingCycleName,
  ProductRecord,
} from './product';
export { mrrRecord, revenueRecord, MrrRecord, RevenueRecord } from './public-mrr';
export { RequestLogRecord } from './request-log';
export {
  DisputeFileKind,
  DisputeStatus,
  disputeFileKinds,
  disputeFileRecord,
  DisputeFileRecord,
  disputeRecord,
  DisputeRecord,
  disputeStates,
  type DisputeStateName,
} from './dispute';
export { RefundRequestStatus, refundRequestRecord, refundRequestStatuses, RefundRequestRecord } from './refund-request';
export { RefundStatus, refundRecord, refundStatuses, RefundRecord, type RefundStatusName } from './refund';
export {
  StatementStatus,
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
export { UtmName, utmNames, utmSumsRecord, UtmSumsRecord } from './utm-sums';
export {
  ChargeOrigin,
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
  UsageAction,
  SubscriptionStatus,
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
  ResumeFrom,
  cycleAttemptStatuses,
  resumptions,
  SubscriptionCycleRecord,
  subscriptionCycleRecord,
  subscriptionCycleStatuses,
  UpcomingRecord,
  upcomingRecord,
} from './subscription-cycle';
export {
  BillingFrequency,
  PixQrCodeStatus,
  BillingMethod,
  billingRecord,
  paidBillingRecord,
  paidPixQrCodeRecord,
  pixQrCodeRecord,
  v1BillingStatuses,
  v1ChargeStatus,
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
  WebhookStatus,
  DeliveryStatus,
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
  Only,
  Metadata,
  Named,
  NamedAfter,
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
export { FineType, fineTypes } from './late-terms';
