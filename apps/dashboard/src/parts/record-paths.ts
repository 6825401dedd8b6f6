import type { ApiRecord } from '../api/records';

type RecordKind = ApiRecord<'FoundRecord'>['kind'];

/** The page of a record, below the open store; a refund has none of its own, nor has an entry of the statement. */
export const recordPaths: Readonly<Record<Exclude<RecordKind, 'REFUND' | 'STATEMENT_ENTRY'>, (id: string) => string>> =
  {
    CHARGE: (id) => `/charges/${id}`,
    CHECKOUT: (id) => `/checkouts/${id}`,
    PAYMENT_LINK: (id) => `/links/${id}`,
    SUBSCRIPTION_CHECKOUT: (id) => `/subscriptions/checkouts/${id}`,
    SUBSCRIPTION: (id) => `/subscriptions/${id}`,
    CUSTOMER: (id) => `/customers/${id}`,
    PRODUCT: (id) => `/products/${id}`,
    COUPON: (id) => `/coupons/${encodeURIComponent(id)}`,
    DISPUTE: (id) => `/disputes/${id}`,
    PAYOUT: (id) => `/payouts/${id}`,
    TRANSFER: (id) => `/pix/${id}`,
    KEY_PAYMENT: (id) => `/key-payments/${id}`,
    WEBHOOK: (id) => `/developers/webhooks/${id}`,
    DELIVERY: (id) => `/developers/deliveries/${id}`,
    EVENT: (id) => `/developers/events/${id}`,
    // All of them are on one page.
    ADVANCE: () => '/advances',
    API_KEY: (id) => `/developers/keys/${id}`,
  };

/** The statement, which can be searched for one entry. */
export const statementPath = '/statement';

/** The request log, filtered by one id. */
export const requestLogPath = '/developers/requests';
