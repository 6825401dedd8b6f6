import type { ApiVersion } from './api-version';
import { describeVersion, introduction } from './documents/docs';
import { v1Tags, v2Tags } from './documents/docs-tags';
import { billingRoutes } from './v1/billing';
import { couponsRoutes as v1CouponsRoutes } from './v1/coupons';
import { customersRoutes as v1CustomersRoutes } from './v1/customers';
import { failure as v1Failure } from './v1/envelope';
import { v1Events } from './v1/event-payloads';
import { pixQrCodesRoutes } from './v1/pix-qr-codes';
import { publicMrrRoutes as v1PublicMrrRoutes } from './v1/public-mrr';
import { storeRoutes as v1StoreRoutes } from './v1/store';
import { sunsetHeaders, sunsetRefusal } from './v1/sunset';
import { withdrawalsRoutes } from './v1/withdrawals';
import { advancesRoutes } from './v2/advances/advances-routes';
import { apiKeysRoutes } from './v2/api-keys/api-keys-routes';
import { auditLogRoutes } from './v2/audit-log/audit-log-routes';
import { bankStatementRoutes } from './v2/bank-statement/bank-statement-routes';
import { cardTokensRoutes } from './v2/card-tokens/card-tokens-routes';
import { chargesRoutes } from './v2/charges/charges-routes';
import { checkoutsRoutes } from './v2/checkouts/checkouts-routes';
import { couponsRoutes } from './v2/coupons/coupons-routes';
import { customersRoutes } from './v2/customers/customers-routes';
import { customerPortalRoutes } from './v2/customer-portal/customer-portal-routes';
import { personsRoutes } from './v2/customers/persons-routes';
import { failure as v2Failure } from './v2/envelope';
import { eventsRoutes } from './v2/events/events-routes';
import { membersRoutes } from './v2/members/members-routes';
import { paymentLinksRoutes } from './v2/payment-links/payment-links-routes';
import { paymentPagesRoutes } from './v2/payment-pages/payment-pages-routes';
import { approvalRoutes } from './v2/payouts/approval-routes';
import { payoutLimitsRoutes } from './v2/payout-limits/payout-limits-routes';
import { payoutsRoutes } from './v2/payouts/payouts-routes';
import { pixRoutes } from './v2/payouts/pix-routes';
import { productsRoutes } from './v2/products/products-routes';
import { providersRoutes } from './v2/providers/providers-routes';
import { publicMrrRoutes } from './v2/public-mrr/public-mrr-routes';
import { keyPaymentsRoutes } from './v2/key-payments/key-payments-routes';
import { revenueRoutes } from './v2/revenue/revenue-routes';
import { disputesRoutes } from './v2/disputes/disputes-routes';
import { refundApprovalRoutes } from './v2/refunds/refund-approval-routes';
import { refundsRoutes } from './v2/refunds/refunds-routes';
import { refundRequestsRoutes } from './v2/refund-requests/refund-requests-routes';
import { readinessRoutes } from './v2/store/readiness-routes';
import { requestLogRoutes } from './v2/request-log/request-log-routes';
import { sandboxesRoutes } from './v2/sandboxes/sandboxes-routes';
import { searchRoutes } from './v2/search/search-routes';
import { settlementsRoutes } from './v2/settlements/settlements-routes';
import { furtherStoresRoutes, storeRoutes } from './v2/store/store-routes';
import { subscriptionCheckoutsRoutes } from './v2/subscriptions/subscription-checkouts-routes';
import { subscriptionCouponsRoutes } from './v2/subscriptions/subscription-coupons-routes';
import { subscriptionCyclesRoutes } from './v2/subscriptions/subscription-cycles-routes';
import { subscriptionEndsRoutes } from './v2/subscriptions/subscription-ends-routes';
import { subscriptionsRoutes } from './v2/subscriptions/subscriptions-routes';
import { testClockRoutes } from './v2/test-clock/test-clock-routes';
import { subAccountsRoutes } from './v2/sub-accounts/sub-accounts-routes';
import { topUpsRoutes } from './v2/top-ups/top-ups-routes';
import { transparentsRoutes } from './v2/transparents/transparents-routes';
import { deliveriesRoutes } from './v2/webhooks/deliveries-routes';
import { v2Events } from './v2/webhooks/event-payloads';
import { webhookChangesRoutes, webhooksRoutes } from './v2/webhooks/webhooks-routes';

/** The earlier version, kept until 1 March 2028. Routes are in the order of the document. */
export const v1: ApiVersion = {
  prefix: '/v1',
  failure: v1Failure,
  routes: [
    v1CustomersRoutes,
    v1CouponsRoutes,
    billingRoutes,
    pixQrCodesRoutes,
    withdrawalsRoutes,
    v1StoreRoutes,
    v1PublicMrrRoutes,
  ],
  headers: ({ publicUrl }) => sunsetHeaders(publicUrl),
  refusal: sunsetRefusal,
  describe: (scope) =>
    describeVersion(scope, {
      title: 'Pitanga API v1',
      version: '1.0.0',
      description: `The earlier API, available until 1 March 2028: from that day on it answers 410. New integrations use v2.\n\n${introduction}`,
      takesPublicKeys: false,
      isDeprecated: true,
      events: v1Events,
      failure: v1Failure,
      tags: v1Tags,
    }),
};

/** The current version. Routes are in the order of the document. */
export const v2: ApiVersion = {
  prefix: '/v2',
  failure: v2Failure,
  isCompatible: true,
  routes: [
    customersRoutes,
    personsRoutes,
    customerPortalRoutes,
    couponsRoutes,
    productsRoutes,
    checkoutsRoutes,
    paymentLinksRoutes,
    paymentPagesRoutes,
    transparentsRoutes,
    chargesRoutes,
    cardTokensRoutes,
    refundsRoutes,
    refundApprovalRoutes,
    refundRequestsRoutes,
    disputesRoutes,
    subscriptionCheckoutsRoutes,
    subscriptionsRoutes,
    subscriptionCyclesRoutes,
    subscriptionCouponsRoutes,
    subscriptionEndsRoutes,
    payoutsRoutes,
    approvalRoutes,
    pixRoutes,
    payoutLimitsRoutes,
    advancesRoutes,
    settlementsRoutes,
    topUpsRoutes,
    subAccountsRoutes,
    keyPaymentsRoutes,
    bankStatementRoutes,
    storeRoutes,
    furtherStoresRoutes,
    membersRoutes,
    readinessRoutes,
    providersRoutes,
    publicMrrRoutes,
    revenueRoutes,
    apiKeysRoutes,
    auditLogRoutes,
    webhooksRoutes,
    webhookChangesRoutes,
    deliveriesRoutes,
    eventsRoutes,
    requestLogRoutes,
    searchRoutes,
    testClockRoutes,
    sandboxesRoutes,
  ],
  headers: () => ({}),
  describe: (scope) =>
    describeVersion(scope, {
      title: 'Pitanga API v2',
      version: '2.0.0',
      description: `Collect money by Pix, boleto and card, and move it out again.\n\n${introduction}`,
      takesPublicKeys: true,
      isDeprecated: false,
      events: v2Events,
      failure: v2Failure,
      tags: v2Tags,
    }),
};
