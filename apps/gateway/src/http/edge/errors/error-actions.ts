import type { ErrorAction } from './error-action';
import { recordErrorActions } from './record-error-actions';

const correct: ErrorAction = {
  action: 'Correct what `error` names and send the request again. A repeat of the same request is refused again.',
  codes: [
    'INVALID_ARGUMENT',
    'FIELD_NOT_SUPPORTED',
    'INVALID_REQUEST',
    'MALFORMED_JSON',
    'MALFORMED_UTF8',
    'BODY_TOO_LARGE',
    'HEADERS_TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
    'INVALID_IDEMPOTENCY_KEY',
    'PRODUCT_WITH_CYCLE',
    'PRODUCT_WITHOUT_CYCLE',
    'METHOD_NOT_OFFERED',
    'FILE_NOT_ACCEPTED',
    'DOWNLOAD_FAILED',
    'DOWNLOAD_REDIRECTS',
    'WRONG_KIND',
    'SUBSCRIPTION_CHECKOUT',
    'NOT_A_SUBSCRIPTION_CHECKOUT',
    'NOT_A_PAYMENT_LINK',
    'INSTALLMENT_TOO_SMALL',
    'AMOUNT_BELOW_FEE',
    'AMOUNT_BELOW_MINIMUM',
    'CARD_AMOUNT_TOO_LARGE',
    'AMOUNT_TOO_SMALL',
    'BOLETO_NEEDS_PAYER',
    'BOLETO_NEEDS_ADDRESS',
    'BOLETO_AMOUNT_OUT_OF_RANGE',
    'PIX_AMOUNT_TOO_SMALL',
    'BOLETO_DUE_TOO_LATE',
    'DISPUTE_EVIDENCE_MISSING',
    'DISPUTE_FILE_TYPE',
    'DISPUTE_FILE_SIZE',
    'DISPUTE_FILES_TOO_MANY',
    'DISPUTE_FILES_TOO_LARGE',
    'ENSURE_SAME_TAX_ID_NEEDS_CUSTOMER',
    'SUBSCRIBER_REQUIRED',
    'NOT_PAID_BY_CARD',
    'NOT_A_PIX_SUBSCRIPTION',
    'PLAN_AMOUNT_OUT_OF_RANGE',
    'USAGE_BELOW_ZERO',
    'USAGE_TOO_LARGE',
    'INVALID_PIX_KEY',
    'INVALID_BANK_ACCOUNT',
    'INVALID_BR_CODE',
    'BR_CODE_AMOUNT',
    'INVALID_BOLETO',
    'PIX_KEY_NOT_OWN',
    'PIX_KEY_OWNER_UNKNOWN',
    'BR_CODES_NOT_PAID',
    'BANK_ACCOUNTS_NOT_PAID',
    'PIX_KEY_NOT_PAYER',
    'PIX_KEY_UNKNOWN',
    'ENDPOINT_REFUSED',
    'REPLAY_TOO_LARGE',
    'PERIOD_TOO_LARGE',
    'ROLE_TOO_GREAT',
    'TEST_CLOCK_FORWARD_ONLY',
    'INVALID_PIX_ACCOUNT',
    'INVALID_STRIPE_ACCOUNT',
    'INVALID_ASAAS_ACCOUNT',
    'ACCOUNT_ORDER_INVALID',
    'INVALID_PAYOUT_ACCOUNT',
    'PROVIDER_TEST_FAILED',
    'LINK_REFUND',
    'BOLETO_REFUND_NEEDS_KEY',
    'REFUND_AMOUNT',
    'REFUND_EXCEEDS_LEFT',
    'OVERPAYMENT_GOES_WHOLE',
    'REFUND_AMBIGUOUS',
    'PERMISSION_NOT_HELD',
    'DISCOUNT_LEAVES_TOO_LITTLE',
    'CARD_NUMBER_NOT_TAKEN',
    'CARD_TYPED_AT_PROVIDER',
    'PAYMENT_METHOD_INVALID',
    'PAYMENT_METHOD_UNSUPPORTED',
    'LINK_DISCOUNT_NEEDS_PAYMENT',
    'PAYER_REQUIRED',
    'TAX_ID_INVALID',
    'SUB_ACCOUNT_OF_STORE',
    'SPLITS_EXCEED_NET',
    'SPLIT_REFUND_EXCEEDS_PART',
    'SUB_TRANSFER_EXCEEDS_CAUSE',
  ],
};

const findRecord: ErrorAction = {
  action:
    'Check the id or code, and that the key is of the store and the environment (test or production) of the record.',
  codes: [
    'PERSON_NOT_FOUND',
    'CUSTOMER_NOT_FOUND',
    'PORTAL_NOT_FOUND',
    'PRODUCT_NOT_FOUND',
    'FILE_NOT_FOUND',
    'COUPON_NOT_FOUND',
    'CHECKOUT_NOT_FOUND',
    'PAYMENT_LINK_NOT_FOUND',
    'CARD_REPLACEMENT_NOT_FOUND',
    'CHARGE_NOT_FOUND',
    'TOP_UP_NOT_FOUND',
    'KEY_PAYMENT_NOT_FOUND',
    'DISPUTE_NOT_FOUND',
    'DISPUTE_FILE_NOT_FOUND',
    'SUBSCRIPTION_NOT_FOUND',
    'SUBSCRIPTION_NOT_ACTIVE',
    'PLAN_CHANGE_NOT_FOUND',
    'AGREEMENT_NOT_FOUND',
    'PAYOUT_NOT_FOUND',
    'WEBHOOK_NOT_FOUND',
    'DELIVERY_NOT_FOUND',
    'EVENT_NOT_FOUND',
    'MEMBER_NOT_FOUND',
    'STORE_NOT_FOUND',
    'API_KEY_NOT_FOUND',
    'REFUND_NOT_FOUND',
    'REFUND_REQUEST_NOT_FOUND',
    'LIMIT_CHANGE_NOT_FOUND',
    'SUB_ACCOUNT_NOT_FOUND',
    'SUB_TRANSFER_NOT_FOUND',
    'SUB_TRANSFER_CAUSE_NOT_FOUND',
  ],
};

const findOperation: ErrorAction = {
  action: 'Compare method and path with the reference of the operation.',
  codes: ['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED', 'API_VERSION_ENDED'],
};

const repeat: ErrorAction = {
  action: 'Repeat the same request with the same Idempotency-Key, at first after a second, then after longer pauses.',
  codes: [
    'REQUEST_TIMEOUT',
    'IDEMPOTENCY_KEY_IN_FLIGHT',
    'INTERNAL',
    'SERVICE_UNAVAILABLE',
    'SERVICE_TIMEOUT',
    'DATABASE_OUTCOME_UNKNOWN',
    'DATABASE_BUSY',
    'LEDGER_BUSY',
    'API_KEYS_UNAVAILABLE',
    'DOWNLOADS_BUSY',
    'PIX_PROVIDER_UNAVAILABLE',
    'KEY_PAYMENT_ACCOUNT_GONE',
    'KEY_PAYMENT_UNSEEN',
    'STRIPE_UNAVAILABLE',
    'ASAAS_UNAVAILABLE',
    'ASAAS_REFUND_UNCLEAR',
    'STRIPE_BUSY',
    'ASAAS_BUSY',
    'EFI_UNAVAILABLE',
    'EFI_BUSY',
    'EFI_CARD_IN_REVIEW',
    'PAYOUT_PROVIDER_UNAVAILABLE',
    'PAYOUT_IN_FLIGHT',
    'REFUND_IN_FLIGHT',
    'ATTEMPT_IN_FLIGHT',
    'CHARGE_CLOSED',
    'CARD_PAYMENT_IN_PROGRESS',
    'DISPUTE_ANSWER_UNDER_WAY',
    'ADVANCE_UNDER_WAY',
    'ADVANCE_TOO_LONG',
    'ADVANCE_INTERRUPTED',
    'STORE_NOT_READY',
  ],
};

const wait: ErrorAction = {
  action: 'Wait for the seconds in Retry-After, then repeat the request; send fewer at a time.',
  codes: [
    'RATE_LIMIT_EXCEEDED',
    'TOO_MANY_REQUESTS',
    'TOO_MANY_EVENT_STREAMS',
    'CARD_ATTEMPTS_PAUSED',
    'COUPON_ATTEMPTS_PAUSED',
    'KEY_LOOKUPS_USED_UP',
  ],
};

const newIdempotencyKey: ErrorAction = {
  action: 'Send another request with a new Idempotency-Key; keep one key for the repeats of one request.',
  codes: ['IDEMPOTENCY_KEY_REUSED'],
};

const checkKey: ErrorAction = {
  action: 'Check the key in the header Authorization: that it is whole, not revoked or expired, and of the right kind.',
  codes: ['API_KEY_MISSING', 'API_KEY_INVALID', 'API_KEY_EXPIRED', 'ADDRESS_NOT_ALLOWED'],
};

const otherKey: ErrorAction = {
  action: 'Use a key, or a person of the store, that may do this; keys and their permissions are in the dashboard.',
  codes: [
    'RESTRICTED_KEY',
    'DEV_KEY_REFUSED',
    'PERSON_REQUIRED',
    'KEY_MAKER_GONE',
    'OWNER_REQUIRED',
    'PERMISSION_MISSING',
  ],
};

const testOnly: ErrorAction = {
  action: 'Use a dev key: the operation exists in the test environment only.',
  codes: ['DEV_MODE_ONLY', 'TEST_CLOCK_DEV_ONLY'],
};

const productionOnly: ErrorAction = {
  action: 'Use a production key: the test environment needs no account at a provider.',
  codes: ['PROVIDERS_SIMULATED'],
};

const connect: ErrorAction = {
  action:
    'Connect or renew the account of the store at its bank or provider, in the dashboard or by `providers/connect`.',
  codes: [
    'PROVIDER_NOT_CONFIGURED',
    'PIX_ACCOUNT_NOT_FOUND',
    'STRIPE_ACCOUNT_NOT_FOUND',
    'ASAAS_ACCOUNT_NOT_FOUND',
    'PAYOUT_ACCOUNT_NOT_FOUND',
    'PROVIDER_NOT_CONNECTED',
    'NO_AUTOMATIC_PIX',
    'CARD_CANNOT_RENEW',
    'CARD_CANNOT_VERIFY',
    'PIX_PROVIDER_DENIED',
    'STRIPE_DENIED',
    'ASAAS_DENIED',
    'EFI_DENIED',
    'PAYOUT_PROVIDER_DENIED',
    'STRIPE_ACCOUNT_IN_USE',
    'ASAAS_ACCOUNT_IN_USE',
    'PAYOUTS_STILL_OPEN',
    'PAYOUTS_STOPPED',
  ],
};

const otherMethod: ErrorAction = {
  action: 'Leave the option out, or use a provider that has it.',
  codes: [
    'INSTALLMENTS_UNSUPPORTED',
    'WALLETS_UNSUPPORTED',
    'BOLETO_LATE_FEES_UNSUPPORTED',
    'BOLETO_FIXED_FINE_UNSUPPORTED',
    'ENSURE_SAME_TAX_ID_UNSUPPORTED',
    'DISPUTE_ANSWER_UNSUPPORTED',
    'DISPUTE_DRAFTS_UNSUPPORTED',
    'DISPUTE_FILES_UNSUPPORTED',
  ],
};

const askProvider: ErrorAction = {
  action: 'Read the reason in `error`, correct the request, or ask the provider.',
  codes: ['PIX_PROVIDER_REFUSED', 'STRIPE_REFUSED', 'ASAAS_REFUSED', 'EFI_REFUSED', 'PAYOUT_PROVIDER_REFUSED'],
};

const askOperator: ErrorAction = {
  action: 'Ask the operator of this installation.',
  codes: [
    'STORE_NOT_CONFIGURED',
    'STORE_CREATION_CLOSED',
    'PROVIDER_NOT_ALLOWED',
    'FEATURE_NOT_ENABLED',
    'NO_SUB_ACCOUNTS',
    'SUB_ACCOUNTS_MAX',
  ],
};

/** Every public code is in one of them, which a test checks. */
export const errorActions: readonly ErrorAction[] = [
  correct,
  findRecord,
  findOperation,
  repeat,
  wait,
  newIdempotencyKey,
  checkKey,
  otherKey,
  testOnly,
  productionOnly,
  connect,
  otherMethod,
  askProvider,
  askOperator,
  ...recordErrorActions,
];
