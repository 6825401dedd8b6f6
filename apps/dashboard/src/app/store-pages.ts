/** A page of a store: its path below `/:storeId/:environment`, and the component that is loaded when it opens. */
interface StorePage {
  readonly path: string;
  readonly load: () => Promise<object>;
  /** The component's name in the module. */
  readonly name: string;
}

/** Every page of a store; each is a file of its own for the browser. */
export const storePages: readonly StorePage[] = [
  { path: '/', load: () => import('../pages/home/home-page'), name: 'HomePage' },
  { path: '/charges', load: () => import('../pages/charges/charges-page'), name: 'ChargesPage' },
  { path: '/charges/$id', load: () => import('../pages/charges/charge-page'), name: 'ChargePage' },
  {
    path: '/refund-requests',
    load: () => import('../pages/charges/refund-requests-page'),
    name: 'RefundRequestsPage',
  },
  { path: '/links', load: () => import('../pages/links/links-page'), name: 'LinksPage' },
  { path: '/links/create', load: () => import('../pages/links/create-link-page'), name: 'CreateLinkPage' },
  { path: '/links/$id', load: () => import('../pages/links/link-page'), name: 'LinkPage' },
  { path: '/links/$id/edit', load: () => import('../pages/links/edit-link-page'), name: 'EditLinkPage' },
  { path: '/checkouts', load: () => import('../pages/checkouts/checkouts-page'), name: 'CheckoutsPage' },
  {
    path: '/checkouts/create',
    load: () => import('../pages/checkouts/create-checkout-page'),
    name: 'CreateCheckoutPage',
  },
  { path: '/checkouts/$id', load: () => import('../pages/checkouts/checkout-page'), name: 'CheckoutPage' },
  { path: '/settings/branding', load: () => import('../pages/branding/branding-page'), name: 'BrandingPage' },
  { path: '/developers', load: () => import('../pages/developers/developers-page'), name: 'DevelopersPage' },
  { path: '/developers/keys', load: () => import('../pages/developers/keys/keys-page'), name: 'KeysPage' },
  {
    path: '/developers/keys/create',
    load: () => import('../pages/developers/keys/create-key-page'),
    name: 'CreateKeyPage',
  },
  { path: '/developers/keys/$id', load: () => import('../pages/developers/keys/key-page'), name: 'KeyPage' },
  {
    path: '/developers/webhooks',
    load: () => import('../pages/developers/webhooks/webhooks-page'),
    name: 'WebhooksPage',
  },
  {
    path: '/developers/webhooks/create',
    load: () => import('../pages/developers/webhooks/create-webhook-page'),
    name: 'CreateWebhookPage',
  },
  {
    path: '/developers/webhooks/$id',
    load: () => import('../pages/developers/webhooks/webhook-page'),
    name: 'WebhookPage',
  },
  {
    path: '/developers/webhooks/$id/edit',
    load: () => import('../pages/developers/webhooks/edit-webhook-page'),
    name: 'EditWebhookPage',
  },
  {
    path: '/developers/deliveries',
    load: () => import('../pages/developers/deliveries/deliveries-page'),
    name: 'DeliveriesPage',
  },
  {
    path: '/developers/deliveries/$id',
    load: () => import('../pages/developers/deliveries/delivery-page'),
    name: 'DeliveryPage',
  },
  { path: '/developers/events', load: () => import('../pages/developers/events/events-page'), name: 'EventsPage' },
  { path: '/developers/events/$id', load: () => import('../pages/developers/events/event-page'), name: 'EventPage' },
  {
    path: '/developers/requests',
    load: () => import('../pages/developers/requests/requests-page'),
    name: 'RequestsPage',
  },
  {
    path: '/developers/sandboxes',
    load: () => import('../pages/developers/sandboxes/sandboxes-page'),
    name: 'SandboxesPage',
  },
  { path: '/developers/clock', load: () => import('../pages/developers/clock/clock-page'), name: 'ClockPage' },
  {
    path: '/developers/requests/$id',
    load: () => import('../pages/developers/requests/request-page'),
    name: 'RequestPage',
  },
  {
    path: '/subscriptions',
    load: () => import('../pages/subscriptions/subscriptions-page'),
    name: 'SubscriptionsPage',
  },
  {
    path: '/subscriptions/create',
    load: () => import('../pages/subscriptions/checkouts/create-checkout-page'),
    name: 'CreateSubscriptionCheckoutPage',
  },
  {
    path: '/subscriptions/checkouts',
    load: () => import('../pages/subscriptions/checkouts/checkouts-page'),
    name: 'SubscriptionCheckoutsPage',
  },
  {
    path: '/subscriptions/checkouts/$id',
    load: () => import('../pages/subscriptions/checkouts/checkout-page'),
    name: 'SubscriptionCheckoutPage',
  },
  {
    path: '/subscriptions/$id',
    load: () => import('../pages/subscriptions/subscription-page'),
    name: 'SubscriptionPage',
  },
  { path: '/developers/testing', load: () => import('../pages/developers/testing/testing-page'), name: 'TestingPage' },
  { path: '/payouts', load: () => import('../pages/payouts/payout-list'), name: 'PayoutsPage' },
  { path: '/payouts/$id', load: () => import('../pages/payouts/payout-view'), name: 'PayoutPage' },
  { path: '/pix', load: () => import('../pages/payouts/payout-list'), name: 'PixPage' },
  { path: '/pix/$id', load: () => import('../pages/payouts/payout-view'), name: 'PixSentPage' },
  { path: '/settlements', load: () => import('../pages/settlements/settlements-page'), name: 'SettlementsPage' },
  { path: '/statement', load: () => import('../pages/statement/statement-page'), name: 'StatementPage' },
  {
    path: '/reconciliation',
    load: () => import('../pages/statement/reconciliation-page'),
    name: 'ReconciliationPage',
  },
  { path: '/origins', load: () => import('../pages/origins/origins-page'), name: 'OriginsPage' },
  { path: '/advances', load: () => import('../pages/advances/advances-page'), name: 'AdvancesPage' },
  {
    path: '/key-payments',
    load: () => import('../pages/key-payments/key-payments-page'),
    name: 'KeyPaymentsPage',
  },
  {
    path: '/key-payments/$id',
    load: () => import('../pages/key-payments/key-payment-page'),
    name: 'KeyPaymentPage',
  },
  { path: '/sellers', load: () => import('../pages/sellers/sellers-page'), name: 'SellersPage' },
  { path: '/sellers/$id', load: () => import('../pages/sellers/seller-page'), name: 'SellerPage' },
  { path: '/disputes', load: () => import('../pages/disputes/disputes-page'), name: 'DisputesPage' },
  { path: '/disputes/$id', load: () => import('../pages/disputes/dispute-page'), name: 'DisputePage' },
  {
    path: '/settings/providers',
    load: () => import('../pages/settings/providers/providers-page'),
    name: 'ProvidersPage',
  },
  {
    path: '/settings/providers/$provider',
    load: () => import('../pages/settings/providers/connect-page'),
    name: 'ConnectProviderPage',
  },
  { path: '/settings/fees', load: () => import('../pages/settings/fees/fees-page'), name: 'FeesPage' },
  { path: '/settings/limits', load: () => import('../pages/settings/limits/limits-page'), name: 'LimitsPage' },
  {
    path: '/settings/notifications',
    load: () => import('../pages/settings/notifications/notifications-page'),
    name: 'NotificationsPage',
  },
  { path: '/audit', load: () => import('../pages/audit/audit-page'), name: 'AuditPage' },
  { path: '/audit/$id', load: () => import('../pages/audit/audit-entry-page'), name: 'AuditEntryPage' },
  { path: '/settings', load: () => import('../pages/settings/store/store-page'), name: 'StorePage' },
  { path: '/team', load: () => import('../pages/team/team-page'), name: 'TeamPage' },
  { path: '/products', load: () => import('../pages/products/products-page'), name: 'ProductsPage' },
  { path: '/products/create', load: () => import('../pages/products/create-product-page'), name: 'CreateProductPage' },
  { path: '/products/$id', load: () => import('../pages/products/product-page'), name: 'ProductPage' },
  { path: '/products/$id/edit', load: () => import('../pages/products/edit-product-page'), name: 'EditProductPage' },
  { path: '/coupons', load: () => import('../pages/coupons/coupons-page'), name: 'CouponsPage' },
  { path: '/coupons/create', load: () => import('../pages/coupons/create-coupon-page'), name: 'CreateCouponPage' },
  { path: '/coupons/$id', load: () => import('../pages/coupons/coupon-page'), name: 'CouponPage' },
  { path: '/customers', load: () => import('../pages/customers/customers-page'), name: 'CustomersPage' },
  {
    path: '/customers/create',
    load: () => import('../pages/customers/create-customer-page'),
    name: 'CreateCustomerPage',
  },
  { path: '/customers/$id', load: () => import('../pages/customers/customer-page'), name: 'CustomerPage' },
  {
    path: '/customers/$id/edit',
    load: () => import('../pages/customers/edit-customer-page'),
    name: 'EditCustomerPage',
  },
  { path: '/account', load: () => import('../pages/account/account-page'), name: 'AccountPage' },
];
