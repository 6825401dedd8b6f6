import type { ErrorAction } from './error-action';

const taken: ErrorAction = {
  action: 'Use the record that is there already, or another identifier.',
  codes: [
    'CUSTOMER_TAX_ID_TAKEN',
    'PRODUCT_EXTERNAL_ID_TAKEN',
    'COUPON_CODE_TAKEN',
    'CHECKOUT_EXTERNAL_ID_TAKEN',
    'PAYOUT_EXTERNAL_ID_TAKEN',
    'SUB_ACCOUNT_EXTERNAL_ID_TAKEN',
    'SUB_TRANSFER_EXTERNAL_ID_TAKEN',
    'ALREADY_SUBSCRIBED',
    'MEMBER_EXISTS',
  ],
};

const readState: ErrorAction = {
  action: 'Read the record: its status does not allow the operation, or it was done before.',
  codes: [
    'COUPON_EXPIRED',
    'CHECKOUT_PENDING',
    'CHECKOUT_PAID',
    'CHECKOUT_REFUNDED',
    'CHECKOUT_EXPIRED',
    'CHECKOUT_CANCELLED',
    'NOTHING_TO_PAY',
    'NOTHING_TO_PAY_LATE',
    'PAYMENT_CHANGED',
    'UPSELL_OVER',
    'CHARGE_PENDING',
    'CHARGE_PAID',
    'CHARGE_EXPIRED',
    'CHARGE_CANCELLED',
    'CHARGE_FAILED',
    'CHARGE_REFUNDED',
    'CHARGE_UNDER_DISPUTE',
    'CHARGE_CHARGED_BACK',
    'DISPUTE_ANSWERED',
    'DISPUTE_FILE_SENT',
    'DISPUTE_CLOSED',
    'DISPUTE_OVERDUE',
    'SUBSCRIPTION_ENDING',
    'SUBSCRIPTION_ENDS_FIRST',
    'AGREEMENT_ENDED',
    'CYCLE_AT_BANK',
    'ATTEMPT_VOIDED',
    'PAYOUT_APPROVAL_NOT_NEEDED',
    'REFUND_APPROVAL_NOT_NEEDED',
    'PAYOUT_APPROVAL_DECIDED',
    'REFUND_APPROVAL_DECIDED',
    'REFUND_REQUEST_DECIDED',
    'LIMIT_CHANGE_ENDED',
    'LIMIT_CHANGE_OPEN',
    'PAYOUT_PROVIDER_CHANGED',
    'REFUND_PROVIDER_CHANGED',
    'NOTHING_TO_ADVANCE',
    'INSUFFICIENT_PENDING',
    'ADVANCE_COST_TOO_HIGH',
    'WEBHOOK_NOT_ACTIVE',
    'BODY_NOT_KEPT',
    'EVENT_NOT_KEPT',
    'ALREADY_REFUNDED',
    'REFUND_PENDING',
    'REFUND_ONE_PART_A_DAY',
    'NOT_REFUNDABLE',
    'REFUND_NEEDS_NO_KEY',
    'SUBSCRIPTION_REFUND',
    'TOP_UP_REFUND',
    'KEY_PAYMENT_NOT_WAITING',
    'KEY_PAYMENT_TOO_OLD',
    'KEY_PAYMENT_AMOUNT',
    'KEY_PAYMENT_OTHER_CHARGE',
    'KEY_PAYMENT_NOT_TAKEN',
    'KEY_PAYMENT_WENT_BACK',
    'PIX_REFUND_TOO_LATE',
    'NOT_DISPUTABLE',
    'REFUND_UNDER_WAY',
    'NO_OPEN_DISPUTE',
    'STORE_CLOSED',
  ],
};

const otherCoupon: ErrorAction = {
  action: 'Ask the payer for another coupon, or let them pay without one.',
  codes: ['COUPON_NOT_ACCEPTED', 'COUPON_NOT_STARTED', 'COUPON_PAST_END', 'COUPON_USED_UP'],
};

const otherCard: ErrorAction = {
  action: 'Ask the payer to correct the card, or to use another card or method.',
  codes: [
    'CARD_DECLINED',
    'CARD_NEEDS_CONFIRMATION',
    'CARD_NUMBER_INVALID',
    'CARD_EXPIRY_INVALID',
    'CARD_CVV_INVALID',
    'CARD_HOLDER_INVALID',
    'CARD_NOT_IN_VAULT',
  ],
};

const testCard: ErrorAction = { action: 'Use one of the test cards.', codes: ['NOT_A_TEST_CARD'] };

const newToken: ErrorAction = {
  action: 'Create a card token in the browser anew: each is used once, within 60 seconds.',
  codes: ['CARD_TOKEN_INVALID', 'CARD_TOKEN_USED', 'CARD_TOKEN_EXPIRED'],
};

const moreMoney: ErrorAction = {
  action: 'Wait until more money is available, or ask for less; the balance is in `store/get`.',
  codes: ['INSUFFICIENT_FUNDS'],
};

const withinLimits: ErrorAction = {
  action: 'Wait until the instant that `error` names, ask for less, or have an owner change the limits of the store.',
  codes: ['PAYOUT_LIMIT_EXCEEDED', 'PAYOUT_KEY_NOT_ALLOWED'],
};

const secondPerson: ErrorAction = {
  action: 'Ask another member who may pay out, or invite one.',
  codes: ['PAYOUT_OWN_REQUEST', 'REFUND_OWN_REQUEST'],
};

const secondOwner: ErrorAction = {
  action: 'Ask for the change by `payout-limits/update`, and another owner to confirm it.',
  codes: ['LIMIT_CHANGE_OWN', 'LIMIT_CHANGE_NEEDED'],
};

const otherOwner: ErrorAction = { action: 'Make another member an owner first.', codes: ['LAST_OWNER'] };

const makeRoom: ErrorAction = {
  action: 'Remove one that is no longer used.',
  codes: ['TOO_MANY_WEBHOOKS', 'TOO_MANY_MEMBERS', 'TOO_MANY_API_KEYS'],
};

/** Of errors that say something about a record, a card or money; see error-actions.ts. */
export const recordErrorActions: readonly ErrorAction[] = [
  taken,
  readState,
  otherCoupon,
  otherCard,
  testCard,
  newToken,
  moreMoney,
  withinLimits,
  secondPerson,
  secondOwner,
  otherOwner,
  makeRoom,
];
