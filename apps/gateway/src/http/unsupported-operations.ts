import type { UnsupportedByOperation } from './edge/input/unsupported-fields';

const inV2 = 'POST /v2/coupons/create takes it';
const noSplit = 'v2 splits, POST /v2/checkouts/create and POST /v2/transparents/create';
const elsewhere = 'POST /v2/customers/update takes it, and so does the customer of a charge or checkout';
const offers = 'POST /v2/checkouts/create takes it';

/**
 * What AbacatePay's API takes and ours does not, from its documents (github.com/AbacatePay/documentation, openapi.yaml
 * of 25 June 2026, and docs.abacatepay.com of November 2026). Delete what gets built: a test fails on a field here that
 * an operation has, and on one of theirs that is neither here nor there.
 */
export const unsupportedOperations: UnsupportedByOperation = {
  'POST /v1/coupon/create': { refused: { startsAt: inV2, expiresAt: inV2 } },
  'POST /v1/billing/create': { refused: { splits: noSplit } },
  'POST /v1/pixQrCode/create': { refused: { splits: noSplit } },
  'POST /v2/customers/create': { refused: { address: elsewhere, city: elsewhere, state: elsewhere } },
  'POST /v2/subscriptions/create': {
    refused: { 'card.passFeesToCustomer': 'the store pays the fee', upSellProductId: offers },
  },
  'POST /v2/payment-links/create': { refused: { upSellProductId: offers } },
  'POST /v2/pix/send': { refused: { bankAccount: 'POST /v2/payouts/create takes it, for the account of the holder' } },
};
