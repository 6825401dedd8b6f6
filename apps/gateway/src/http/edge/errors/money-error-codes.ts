/** The codes of providers, the statement, refunds and disputes; see error-codes.ts. */
export const moneyErrorCodes = {
  // Providers.
  PROVIDERS_SIMULATED: 'The providers of dev mode are simulated: use a production key.',
  PROVIDER_NOT_ALLOWED: 'Only the operator connects this provider, or one at this host; `error` says which are open.',
  PROVIDER_NOT_CONNECTED: 'The store has no account at this provider.',
  PROVIDER_TEST_FAILED: 'The settings were tried and do not work; `error` says what is wrong.',
  INVALID_PIX_ACCOUNT: 'A setting of the bank is not valid; `error` names it.',
  INVALID_STRIPE_ACCOUNT: 'A setting of Stripe is not valid; `error` names it.',
  INVALID_PAYOUT_ACCOUNT: 'A setting of the payout provider is not valid; `error` names it.',
  PIX_ACCOUNT_NOT_FOUND: 'The store has no account at a bank.',
  STRIPE_ACCOUNT_NOT_FOUND: 'The store has no account at Stripe.',
  STRIPE_ACCOUNT_IN_USE: 'The keys are of another Stripe account, while the present one is in use.',
  PAYOUT_ACCOUNT_NOT_FOUND: 'The store has no account at a payout provider.',
  PAYOUTS_STILL_OPEN: 'Payouts are open at the account so far, and the settings may be of another account.',

  // The statement.
  PERIOD_TOO_LARGE: 'More entries than can be added up at once: choose fewer or later days.',

  // Refunds and disputes.
  REFUND_NOT_FOUND: 'No refund matches.',
  ALREADY_REFUNDED: 'Nothing of the charge is left to refund.',
  REFUND_PENDING: 'A refund of the charge is under way; ask for the next when it has ended.',
  REFUND_AMOUNT: 'The amount of a refund is at least one centavo.',
  REFUND_EXCEEDS_LEFT: 'Less is left of the charge than was asked for; `error` says how much.',
  OVERPAYMENT_GOES_WHOLE: 'A payment that its charge could not take goes back whole.',
  TOP_UP_NOT_FOUND: 'No top-up of this store and environment has this id.',
  TOP_UP_REFUND: 'The charge is a top-up, which pays refunds and is not refunded itself.',
  REFUND_AMBIGUOUS: 'The id can mean a charge and refunds that wait for a Pix key; `error` names all.',
  REFUND_NEEDS_NO_KEY: 'The refund does not wait for a Pix key.',
  NOT_REFUNDABLE: 'A charge in this status cannot be refunded.',
  SUBSCRIPTION_REFUND: 'Payments of subscriptions are not refunded in v2.',
  LINK_REFUND: 'The id is of a payment link: refund one of its payments.',
  BOLETO_REFUND_NEEDS_KEY: 'The refund of a boleto needs pixKey and pixKeyType.',
  PIX_REFUND_TOO_LATE: 'A Pix can be returned within 90 days of its payment.',
  REFUND_IN_FLIGHT: 'A refund of this charge is still being processed.',
  REFUND_PROVIDER_CHANGED: 'The refund was sent through another account.',
  INSUFFICIENT_FUNDS: 'The available balance does not cover the operation.',
  PAYOUT_LIMIT_EXCEEDED: 'A limit of money that leaves the store is reached; `error` says what is left and until when.',
  PAYOUT_KEY_NOT_ALLOWED: 'The store sends money to the Pix keys of its list alone, and this is none of them.',
  NOT_DISPUTABLE: 'A charge in this status cannot be disputed.',
  REFUND_UNDER_WAY: 'The charge is being refunded and cannot be disputed.',
  NO_OPEN_DISPUTE: 'The charge has no open dispute.',
} as const;
