import { AppError } from './errors';

/** Why a payment failed, for all methods and providers. */
export const paymentFailureReasons = [
  'INSUFFICIENT_FUNDS',
  'LIMIT_EXCEEDED',
  'DECLINED',
  'INVALID_CARD',
  'EXPIRED_CARD',
  'LOST_OR_STOLEN_CARD',
  'BLOCKED_CARD',
  'AUTHENTICATION_FAILED',
  'SUSPECTED_FRAUD',
  'NOT_ALLOWED',
  'INVALID_AMOUNT',
  'ACCOUNT_CLOSED',
  'ACCOUNT_BLOCKED',
  'AUTHORIZATION_CANCELLED',
  'BANK_UNAVAILABLE',
  'EXPIRED',
  'CANCELLED',
  'UNKNOWN',
] as const;
export type PaymentFailureReason = (typeof paymentFailureReasons)[number];

export interface PaymentFailure {
  readonly reason: PaymentFailureReason;
  /** The provider's own code; absent when no provider was called. */
  readonly providerCode: string | undefined;
}

type Reasons = Readonly<Record<string, PaymentFailureReason>>;

/**
 * Return codes of card issuers (ABECS Normativo 21), the schemes' stops of recurring charges (R0 to R3), and the codes of
 * Stripe.
 */
const cardReasons: Reasons = {
  '03': 'NOT_ALLOWED',
  '04': 'DECLINED',
  '05': 'DECLINED',
  '06': 'BANK_UNAVAILABLE',
  '12': 'INVALID_CARD',
  '13': 'INVALID_AMOUNT',
  '14': 'INVALID_CARD',
  '15': 'INVALID_CARD',
  '19': 'BANK_UNAVAILABLE',
  '23': 'INVALID_AMOUNT',
  '30': 'INVALID_CARD',
  '38': 'AUTHENTICATION_FAILED',
  '39': 'NOT_ALLOWED',
  '41': 'LOST_OR_STOLEN_CARD',
  '43': 'LOST_OR_STOLEN_CARD',
  '46': 'ACCOUNT_CLOSED',
  '51': 'INSUFFICIENT_FUNDS',
  '52': 'NOT_ALLOWED',
  '53': 'NOT_ALLOWED',
  '54': 'EXPIRED_CARD',
  '55': 'AUTHENTICATION_FAILED',
  '56': 'INVALID_CARD',
  '57': 'NOT_ALLOWED',
  '58': 'NOT_ALLOWED',
  '59': 'SUSPECTED_FRAUD',
  '61': 'LIMIT_EXCEEDED',
  '62': 'BLOCKED_CARD',
  '63': 'AUTHENTICATION_FAILED',
  '64': 'INVALID_AMOUNT',
  '65': 'LIMIT_EXCEEDED',
  '75': 'AUTHENTICATION_FAILED',
  '76': 'INVALID_CARD',
  '77': 'INVALID_CARD',
  '78': 'BLOCKED_CARD',
  '82': 'AUTHENTICATION_FAILED',
  '83': 'AUTHENTICATION_FAILED',
  '86': 'AUTHENTICATION_FAILED',
  '91': 'BANK_UNAVAILABLE',
  '96': 'BANK_UNAVAILABLE',
  R0: 'AUTHORIZATION_CANCELLED',
  R1: 'AUTHORIZATION_CANCELLED',
  R2: 'NOT_ALLOWED',
  R3: 'AUTHORIZATION_CANCELLED',
  // What Efí charges no card without, or not as asked.
  payer_data_missing: 'NOT_ALLOWED',
  installments_with_interest: 'NOT_ALLOWED',
  // Stripe's codes: of its issuers' declines, and of its own errors about a card.
  account_closed: 'ACCOUNT_CLOSED',
  approve_with_id: 'DECLINED',
  authentication_not_handled: 'AUTHENTICATION_FAILED',
  authentication_required: 'AUTHENTICATION_FAILED',
  call_issuer: 'DECLINED',
  card_declined: 'DECLINED',
  card_not_supported: 'NOT_ALLOWED',
  card_velocity_exceeded: 'LIMIT_EXCEEDED',
  currency_not_supported: 'NOT_ALLOWED',
  do_not_honor: 'DECLINED',
  do_not_try_again: 'DECLINED',
  duplicate_transaction: 'DECLINED',
  expired_card: 'EXPIRED_CARD',
  fraudulent: 'SUSPECTED_FRAUD',
  generic_decline: 'DECLINED',
  incorrect_address: 'AUTHENTICATION_FAILED',
  incorrect_cvc: 'AUTHENTICATION_FAILED',
  incorrect_number: 'INVALID_CARD',
  incorrect_pin: 'AUTHENTICATION_FAILED',
  incorrect_zip: 'AUTHENTICATION_FAILED',
  insufficient_funds: 'INSUFFICIENT_FUNDS',
  invalid_account: 'INVALID_CARD',
  invalid_amount: 'INVALID_AMOUNT',
  invalid_cvc: 'AUTHENTICATION_FAILED',
  invalid_expiry_month: 'INVALID_CARD',
  invalid_expiry_year: 'INVALID_CARD',
  invalid_number: 'INVALID_CARD',
  invalid_pin: 'AUTHENTICATION_FAILED',
  issuer_not_available: 'BANK_UNAVAILABLE',
  lost_card: 'LOST_OR_STOLEN_CARD',
  merchant_blacklist: 'SUSPECTED_FRAUD',
  mobile_device_authentication_required: 'AUTHENTICATION_FAILED',
  new_account_information_available: 'INVALID_CARD',
  no_action_taken: 'DECLINED',
  not_permitted: 'NOT_ALLOWED',
  offline_pin_required: 'AUTHENTICATION_FAILED',
  online_or_offline_pin_required: 'AUTHENTICATION_FAILED',
  payment_intent_authentication_failure: 'AUTHENTICATION_FAILED',
  payment_method_unactivated: 'BLOCKED_CARD',
  pickup_card: 'BLOCKED_CARD',
  pin_try_exceeded: 'BLOCKED_CARD',
  processing_error: 'BANK_UNAVAILABLE',
  reenter_transaction: 'BANK_UNAVAILABLE',
  resource_missing: 'INVALID_CARD',
  restricted_card: 'BLOCKED_CARD',
  revocation_of_all_authorizations: 'AUTHORIZATION_CANCELLED',
  revocation_of_authorization: 'AUTHORIZATION_CANCELLED',
  security_violation: 'SUSPECTED_FRAUD',
  service_not_allowed: 'NOT_ALLOWED',
  setup_intent_authentication_failure: 'AUTHENTICATION_FAILED',
  stolen_card: 'LOST_OR_STOLEN_CARD',
  stop_payment_order: 'AUTHORIZATION_CANCELLED',
  transaction_not_allowed: 'NOT_ALLOWED',
  try_again_later: 'BANK_UNAVAILABLE',
  withdrawal_count_limit_exceeded: 'LIMIT_EXCEEDED',
};

/** Rejections of Pix Automático charges, and cancellations of its authorisations by the payer's side. */
const pixReasons: Reasons = {
  AB10: 'BANK_UNAVAILABLE',
  AC05: 'ACCOUNT_CLOSED',
  AC06: 'ACCOUNT_BLOCKED',
  AM02: 'LIMIT_EXCEEDED',
  AM04: 'INSUFFICIENT_FUNDS',
  AM09: 'INVALID_AMOUNT',
  DS27: 'NOT_ALLOWED',
  QUNT: 'LIMIT_EXCEEDED',
  RC09: 'ACCOUNT_CLOSED',
  ACCL: 'ACCOUNT_CLOSED',
  CPCL: 'AUTHORIZATION_CANCELLED',
  DCSD: 'CANCELLED',
  ERSL: 'AUTHORIZATION_CANCELLED',
  FRUD: 'SUSPECTED_FRAUD',
  SLCR: 'AUTHORIZATION_CANCELLED',
  SLDB: 'AUTHORIZATION_CANCELLED',
  // The bank declined the charge; which of its checks failed is of no use to the merchant.
  DENC: 'DECLINED',
  DTED: 'DECLINED',
  DTNT: 'DECLINED',
  FBRD: 'DECLINED',
  IRNT: 'DECLINED',
  MIDI: 'DECLINED',
  MSUC: 'DECLINED',
  NIEC: 'DECLINED',
  NIPA: 'DECLINED',
  NITX: 'DECLINED',
  UDEI: 'DECLINED',
};

/** Reasons that end an attempt without a call to a provider. */
const ownReasons: Reasons = {
  AMOUNT_BELOW_FEE: 'INVALID_AMOUNT',
  AMOUNT_TOO_SMALL: 'INVALID_AMOUNT',
  AGREEMENT_ENDED: 'AUTHORIZATION_CANCELLED',
  AUTHENTICATION_ABANDONED: 'AUTHENTICATION_FAILED',
  AUTHENTICATION_EXPIRED: 'AUTHENTICATION_FAILED',
  EXPIRED: 'EXPIRED',
  CANCELLED: 'CANCELLED',
};

/** Form of our own reasons: words joined by `_`. No provider's code has it. */
const ownReasonForm = /^[A-Z]+(?:_[A-Z]+)+$/;

/** Maps the code of a failed payment to a reason; UNKNOWN for a code of no table. */
export function paymentFailure(method: 'PIX' | 'BOLETO' | 'CARD', code: string): PaymentFailure {
  const own = ownReasons[code] ?? (ownReasonForm.test(code) ? 'UNKNOWN' : undefined);
  if (own) return { reason: own, providerCode: undefined };
  const reasons = method === 'CARD' ? cardReasons : pixReasons;
  return { reason: reasons[code] ?? 'UNKNOWN', providerCode: toProviderCode(code) };
}

/** The issuer declined a card that was given for charges to come. `code` is the provider's; `failure` is for pages. */
export function cardDeclined(code: string): AppError {
  const { reason: failure, providerCode } = paymentFailure('CARD', code);
  const why = providerCode === undefined ? failure : `${failure}, ${providerCode}`;
  const message = `Não foi possível processar o pagamento com este cartão (${why})`;
  return new AppError({ kind: 'INVALID_ARGUMENT', reason: 'CARD_DECLINED', message, metadata: { failure } });
}

/** A provider's code for answers and events; undefined for a text that is no code. */
export function toProviderCode(code: string | undefined): string | undefined {
  return code !== undefined && /^[A-Za-z0-9_.-]{1,60}$/.test(code) ? code : undefined;
}
