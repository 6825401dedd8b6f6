import type { RouteGroup } from '../edge/api';
import { advancesRoutes } from './advances/advances-routes';
import { bankStatementRoutes } from './bank-statement/bank-statement-routes';
import { cardTokensRoutes } from './card-tokens/card-tokens-routes';
import { checkoutsRoutes } from './checkouts/checkouts-routes';
import { couponsRoutes } from './coupons/coupons-routes';
import { customersRoutes } from './customers/customers-routes';
import { paymentLinksRoutes } from './payment-links/payment-links-routes';
import { payoutsRoutes } from './payouts/payouts-routes';
import { pixRoutes } from './payouts/pix-routes';
import { productsRoutes } from './products/products-routes';
import { publicMrrRoutes } from './public-mrr/public-mrr-routes';
import { refundsRoutes } from './refunds/refunds-routes';
import { storeRoutes } from './store/store-routes';
import { subscriptionCheckoutsRoutes } from './subscriptions/subscription-checkouts-routes';
import { subscriptionCouponsRoutes } from './subscriptions/subscription-coupons-routes';
import { subscriptionCyclesRoutes } from './subscriptions/subscription-cycles-routes';
import { subscriptionEndsRoutes } from './subscriptions/subscription-ends-routes';
import { subscriptionsRoutes } from './subscriptions/subscriptions-routes';
import { testClockRoutes } from './test-clock/test-clock-routes';
import { transparentsRoutes } from './transparents/transparents-routes';
import { deliveriesRoutes } from './webhooks/deliveries-routes';
import { webhookChangesRoutes, webhooksRoutes } from './webhooks/webhooks-routes';

/** Every resource of v2, in the order of the document. */
export const v2Routes: readonly RouteGroup[] = [
  customersRoutes,
  couponsRoutes,
  productsRoutes,
  checkoutsRoutes,
  paymentLinksRoutes,
  transparentsRoutes,
  cardTokensRoutes,
  refundsRoutes,
  subscriptionCheckoutsRoutes,
  subscriptionsRoutes,
  subscriptionCyclesRoutes,
  subscriptionCouponsRoutes,
  subscriptionEndsRoutes,
  payoutsRoutes,
  pixRoutes,
  advancesRoutes,
  bankStatementRoutes,
  storeRoutes,
  publicMrrRoutes,
  webhooksRoutes,
  webhookChangesRoutes,
  deliveriesRoutes,
  testClockRoutes,
];
