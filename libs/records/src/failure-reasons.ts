import { paymentFailureReasons, payoutFailureReasons, refundFailureReasons } from '@pitanga/core';
import { Type } from 'typebox';
import { Nullable, OneOf } from './schema';

export const PaymentFailure = OneOf('PaymentFailureReason', paymentFailureReasons, {
  description:
    'INSUFFICIENT_FUNDS: no funds or limit left. DECLINED: the bank gives no reason of use to anybody else. ' +
    'NOT_ALLOWED: not for this card, account or kind of payment. AUTHENTICATION_FAILED: a wrong security code or ' +
    'password. AUTHORIZATION_CANCELLED: the payer stopped recurring charges. EXPIRED, CANCELLED: the charge ended ' +
    'unpaid. UNKNOWN: the provider gave no code, or one of no table.',
});

/** Null unless the payout failed. */
export const payoutFailureText =
  'INVALID_KEY: no such key or account. LIMIT_EXCEEDED: a limit of the provider or the receiver’s bank. ' +
  'OWNER_MISMATCH: the account is not of who was named. INSUFFICIENT_FUNDS: the provider has no funds for it. ' +
  'APPROVAL_REJECTED, APPROVAL_EXPIRED: a second person rejected it, or nobody approved it in time; it was not sent. ' +
  'ACCOUNT_CHANGED: before it was sent the store was connected to an account of another owner. ' +
  'UNKNOWN: the provider gave no code, or one of no table.';

export const PayoutFailure = Nullable(
  OneOf('PayoutFailureReason', payoutFailureReasons, { description: payoutFailureText }),
);

/** Null unless the refund failed. */
export const RefundFailure = Nullable(
  OneOf('RefundFailureReason', refundFailureReasons, {
    description:
      'INSUFFICIENT_FUNDS: of the store, or of its account at the provider. INVALID_KEY: no such key or account. ' +
      'TOO_LATE: past the days in which the payment can be returned. PAYOUT_LIMIT_EXCEEDED, PAYOUT_KEY_NOT_ALLOWED: a limit ' +
      'of the store refused it after its request; it was not sent. ACCOUNT_CHANGED: the store’s account belongs to ' +
      'another owner than the one that took the payment; it was not sent. UNKNOWN: the provider gave no code, or one of no table.',
  }),
);

export const payerRefusals = ['OTHER_TAX_ID', 'TAX_ID_NOT_TOLD'] as const;

export const PayerRefusal = OneOf('PayerRefusal', payerRefusals, {
  description:
    'OTHER_TAX_ID: the bank told a tax id, and it is not the customer’s. TAX_ID_NOT_TOLD: it told none, or a masked one.',
});

export const ProviderCode = Type.String({
  description: 'The provider’s own code, for example 51 of a card; null where it gave none or was not asked.',
});
