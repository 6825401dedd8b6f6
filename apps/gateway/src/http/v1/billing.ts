import { required, type CreateCheckoutRequest } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { billingRecord, BillingRecord, NamedObject, BillingMethod, BillingFrequency } from '@pitanga/records';
import { Type, type Static } from 'typebox';
import type { Route, RouteGroup } from '../edge/api';
import { callContext, principal } from '../edge/request';
import { Amount, CouponCodes, ExternalId, Id, MetadataInput, Name, Url } from '../fields/fields';
import { metadataJson } from '../fields/metadata';
import { CustomerData, toCustomer } from '../both-versions/customer-input';
import { pageRules } from '../both-versions/page-rules';
import { cutDescription } from './description';
import { ok, answer } from './envelope';
import { listQuery, wholePage } from './lists';

const frequencies = ['ONE_TIME', 'MULTIPLE_PAYMENTS'] as const;

const BillingCreate = NamedObject('CreateBilling', {
  frequency: { ...BillingFrequency, description: 'MULTIPLE_PAYMENTS: a link that can be paid more than once.' },
  methods: Type.Array(BillingMethod, { minItems: 1, maxItems: 2, uniqueItems: true }),
  products: Type.Array(
    NamedObject('BillingProduct', {
      externalId: ExternalId,
      name: Name,
      description: Type.Optional(Type.String({ description: 'Cut to 500 characters.' })),
      quantity: Type.Integer({ minimum: 1, maximum: 10_000 }),
      price: Amount,
    }),
    { minItems: 1, maxItems: 100 },
  ),
  returnUrl: Url,
  completionUrl: Url,
  customerId: Type.Optional(Id),
  customer: Type.Optional(CustomerData),
  allowCoupons: Type.Optional(Type.Boolean({ default: false })),
  coupons: Type.Optional(CouponCodes),
  externalId: Type.Optional(ExternalId),
  metadata: Type.Optional(MetadataInput),
});

const tags = ['Billing'];

const createBillingRoute: Route = (app, { clients }) => {
  app.post(
    '/billing/create',
    {
      config: { permission: 'CHECKOUT:CREATE' },
      schema: {
        operationId: 'createBilling',
        summary: 'Create a billing',
        description: `A page on which a customer pays for products.\n\n${pageRules}`,
        tags,
        body: BillingCreate,
        response: answer(BillingRecord),
      },
    },
    async (request) => {
      const { checkout, customer } = await clients.checkouts.createCheckout(
        createRequest(principal(request).tenant, request.body),
        callContext(request),
      );
      return ok(required(billingRecord(required(checkout, 'checkout'), customer), 'v1 record'));
    },
  );
};

const listBillingsRoute: Route = (app, { clients }) => {
  app.get(
    '/billing/list',
    {
      config: { permission: 'CHECKOUT:READ' },
      schema: {
        operationId: 'listBillings',
        summary: 'List billings',
        tags,
        querystring: Type.Object(listQuery),
        response: answer(Type.Array(BillingRecord)),
      },
    },
    async (request) => {
      const { tenant } = principal(request);
      const billings = await wholePage(request.query, async (step) => {
        const { checkouts, customers, page } = await clients.checkouts.listCheckouts(
          {
            tenant,
            page: step,
            frequencies: frequencies.map((frequency) => `CHECKOUT_FREQUENCY_${frequency}` as const),
          },
          callContext(request),
        );
        const byId = new Map(customers.map((customer) => [customer.id, customer]));
        return {
          items: checkouts.map((checkout) => billingRecord(checkout, byId.get(checkout.customerId ?? ''))),
          page,
        };
      });
      // Checkouts that v1 cannot represent count for the page size and are dropped.
      return ok(billings.filter((billing) => billing !== undefined));
    },
  );
};

export const billingRoutes: RouteGroup = [createBillingRoute, listBillingsRoute];

function createRequest(tenant: Tenant, body: Static<typeof BillingCreate>): CreateCheckoutRequest {
  return {
    tenant,
    items: body.products.map(({ externalId, name, description, quantity, price }) => ({
      product: externalId,
      quantity,
      line: { name, description: cutDescription(description ?? ''), unitPriceCents: price },
    })),
    wallets: [],
    methods: body.methods.map((method) => `PAYMENT_METHOD_${method}` as const),
    frequency: `CHECKOUT_FREQUENCY_${body.frequency}`,
    externalId: body.externalId,
    ...toCustomer(body),
    returnUrl: body.returnUrl,
    completionUrl: body.completionUrl,
    skipCustomer: false,
    skipReview: false,
    metadataJson: metadataJson(body.metadata),
    externalIdIsLabel: true,
    passesFees: false,
    splits: [],
    maxInstallments: 1,
    coupons: body.coupons ?? [],
    allowCoupons: body.allowCoupons ?? false,
  };
}
