import type { Checkout, Customer } from '@pitanga/contracts';
import { orAbsent } from '@pitanga/core';
import * as records from '@pitanga/records';
import { advances, disputes, keyPayments, payouts, refunds, statementEntries } from './money-sources';
import type { FoundRecord } from './search-schemas';
import { foundOfSource, page, type Source } from './source';

const frequencies = [
  'CHECKOUT_FREQUENCY_ONE_TIME',
  'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS',
  'CHECKOUT_FREQUENCY_SUBSCRIPTION',
] as const;

const checkoutKinds = {
  ONE_TIME: 'CHECKOUT',
  MULTIPLE_PAYMENTS: 'PAYMENT_LINK',
  SUBSCRIPTION: 'SUBSCRIPTION_CHECKOUT',
} as const;

function foundCheckout(checkout: Checkout): FoundRecord {
  const { id, status, amount, externalId, frequency, createdAt } = records.checkoutRecord(checkout);
  const title = externalId ?? checkout.items[0]?.name ?? null;
  return { kind: checkoutKinds[frequency], id, title, status, amount, createdAt };
}

const checkouts = (key: 'id' | 'search'): Source => ({
  permission: 'CHECKOUT:READ',
  find: async ({ clients, tenant, text, context }) => {
    const asked = { tenant, page, frequencies: [...frequencies], [key]: text };
    return (await clients.checkouts.listCheckouts(asked, context)).checkouts.map(foundCheckout);
  },
});

/** By all that their list is searched by (docs/behaviour/charges.md#charge-search). */
const charges: Source = {
  permission: 'CHECKOUT:READ',
  find: async ({ clients, tenant, text, context }) => {
    const found = await clients.charges.listStoreCharges({ tenant, page, search: text }, context);
    return found.charges.map(records.storeChargeRecord).map((charge) => {
      const { id, status, amount, createdAt } = charge;
      const what = charge.externalId ?? charge.description ?? charge.items[0]?.name;
      const title = [charge.payer?.name, what].filter((text) => text !== undefined).join(' · ');
      return { kind: 'CHARGE', id, title: title === '' ? null : title, status, amount, createdAt };
    });
  },
};

const customersById: Source = {
  permission: 'CUSTOMER:READ',
  find: async ({ clients, tenant, text, context }) => {
    const found = await clients.customers.listCustomers({ tenant, page, id: text }, context);
    return found.customers.map(foundCustomer);
  },
};

const customers: Source = {
  permission: 'CUSTOMER:READ',
  find: async ({ clients, tenant, text, context }) => {
    const found = await clients.customers.searchCustomers({ tenant, text, limit: foundOfSource }, context);
    return found.customers.map(foundCustomer);
  },
};

function foundCustomer(customer: Customer): FoundRecord {
  const { id, name, email, createdAt } = records.customerRecord(customer);
  const title = name === '' ? email : name;
  return { kind: 'CUSTOMER', id, title: title === '' ? null : title, status: null, amount: null, createdAt };
}

/** `search`: also by a part of the name. */
const products = (key: 'id' | 'externalId' | 'search'): Source => ({
  permission: 'PRODUCT:READ',
  find: async ({ clients, tenant, text, context }) => {
    const found = await clients.products.listProducts({ tenant, page, [key]: text }, context);
    return found.products.map(records.productRecord).map(({ id, name: title, status, price: amount, createdAt }) => {
      return { kind: 'PRODUCT', id, title, status, amount, createdAt };
    });
  },
});

const coupons: Source = {
  permission: 'COUPON:READ',
  find: async ({ clients, tenant, text, context }) => {
    const found = await clients.coupons.listCoupons({ tenant, page, code: text }, context);
    return found.coupons.map(records.couponRecord).map(({ id, status, createdAt }) => {
      return { kind: 'COUPON', id, title: id, status, amount: null, createdAt };
    });
  },
};

const subscriptions = (key: 'id' | 'externalId'): Source => ({
  permission: 'CHECKOUT:READ',
  find: async ({ clients, tenant, text, context }) => {
    const answer = await orAbsent(clients.subscriptions.getSubscription({ tenant, [key]: text }, context));
    if (!answer?.subscription) return [];
    const { id, externalId: title, status, amount, createdAt } = records.subscriptionRecord(answer.subscription);
    return [{ kind: 'SUBSCRIPTION', id, title, status, amount, createdAt }];
  },
});

const webhooks: Source = {
  permission: 'WEBHOOK:READ',
  find: async ({ clients, tenant, text, context }) => {
    const found = await clients.webhooks.listWebhooks({ tenant, page, id: text }, context);
    return found.webhooks.map(records.webhookRecord).map(({ id, name: title, status, createdAt }) => {
      return { kind: 'WEBHOOK', id, title, status, amount: null, createdAt };
    });
  },
};

const deliveries: Source = {
  permission: 'WEBHOOK:READ',
  find: async ({ clients, tenant, text, context }) => {
    const answer = await orAbsent(clients.deliveries.getDelivery({ tenant, id: text }, context));
    if (!answer?.delivery) return [];
    const { id, event: title, status, createdAt } = records.deliveryRecord(answer.delivery);
    return [{ kind: 'DELIVERY', id, title, status, amount: null, createdAt }];
  },
};

const events: Source = {
  permission: 'EVENT:READ',
  find: async ({ clients, tenant, text, context }) => {
    const answer = await orAbsent(clients.events.getEvent({ tenant, id: text }, context));
    if (!answer?.event) return [];
    const { id, event: title, createdAt } = records.eventRecord(answer.event);
    return [{ kind: 'EVENT', id, title, status: null, amount: null, createdAt }];
  },
};

const apiKeys: Source = {
  permission: 'API_KEY:READ',
  find: async ({ apiKeys: keys, tenant, text }) => {
    const key = await orAbsent(keys.get({ tenant, id: text }));
    if (!key) return [];
    const { id, description: title, createdAt } = key;
    return [{ kind: 'API_KEY', id, title, status: null, amount: null, createdAt: createdAt.toISOString() }];
  },
};

/** By the prefix of an id. */
export const sourcesOfIds: ReadonlyMap<string, readonly Source[]> = new Map([
  ['cust', [customersById]],
  ['prod', [products('id')]],
  ['bill', [checkouts('id'), charges]],
  ['pix_char', [charges]],
  ['char', [charges]],
  ['card', [charges]],
  ['subs', [subscriptions('id'), charges]],
  ['ref', [refunds]],
  ['disp', [disputes]],
  ['tran', [payouts('id'), keyPayments, statementEntries]],
  ['adva', [advances]],
  ['key', [apiKeys]],
  ['webh', [webhooks]],
  ['log', [deliveries]],
  ['evt', [events]],
]);

/** Of any other text. */
export const sourcesOfText: readonly Source[] = [
  charges,
  checkouts('search'),
  subscriptions('externalId'),
  payouts('externalId'),
  products('externalId'),
  products('search'),
  coupons,
  customers,
  keyPayments,
];
