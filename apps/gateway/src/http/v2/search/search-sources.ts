import type { Checkout, Customer, PageRequest, Payout } from '@pitanga/contracts';
import { orAbsent, type Tenant } from '@pitanga/core';
import * as records from '@pitanga/records';
import type { CallContext } from '@pitanga/rpc';
import type { Permission } from '../../../access/permission';
import type { Clients } from '../../../clients';
import type { FoundRecord } from './search-schemas';

interface Asked {
  readonly clients: Clients;
  readonly tenant: Tenant;
  readonly text: string;
  readonly context: CallContext;
}

/** Where records of a kind are found, for callers who may read them. */
interface Source {
  readonly permission: Permission;
  find(asked: Asked): Promise<readonly FoundRecord[]>;
}

/** Records of one source. */
const foundMax = 5;

const page: PageRequest = {
  limit: foundMax,
  after: undefined,
  before: undefined,
  createdFrom: undefined,
  createdTo: undefined,
};

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

const checkouts = (key: 'id' | 'externalId'): Source => ({
  permission: 'CHECKOUT:READ',
  find: async ({ clients, tenant, text, context }) => {
    const asked = { tenant, page, frequencies: [...frequencies], [key]: text };
    return (await clients.checkouts.listCheckouts(asked, context)).checkouts.map(foundCheckout);
  },
});

/** By the ids of what they belong to, too, an external id, an end-to-end id, an e-mail or a tax id. */
const charges: Source = {
  permission: 'CHECKOUT:READ',
  find: async ({ clients, tenant, text, context }) => {
    const found = await clients.charges.listStoreCharges({ tenant, page, search: text }, context);
    return found.charges.map(records.storeChargeRecord).map((charge) => {
      const { id, status, amount, createdAt } = charge;
      const title = charge.externalId ?? charge.description ?? charge.customer?.name ?? null;
      return { kind: 'CHARGE', id, title, status, amount, createdAt };
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
    const found = await clients.customers.searchCustomers({ tenant, text, limit: foundMax }, context);
    return found.customers.map(foundCustomer);
  },
};

function foundCustomer(customer: Customer): FoundRecord {
  const { id, name, email, createdAt } = records.customerRecord(customer);
  const title = name === '' ? email : name;
  return { kind: 'CUSTOMER', id, title: title === '' ? null : title, status: null, amount: null, createdAt };
}

const products = (key: 'id' | 'externalId'): Source => ({
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

const refunds: Source = {
  permission: 'CHECKOUT:READ',
  find: async ({ clients, tenant, text, context }) => {
    const found = await clients.refunds.listRefunds({ tenant, page, id: text }, context);
    return found.refunds.map(records.refundRecord).map(({ id, reason: title, status, amount, createdAt }) => {
      return { kind: 'REFUND', id, title, status, amount, createdAt };
    });
  },
};

const disputes: Source = {
  permission: 'DISPUTE:READ',
  find: async ({ clients, tenant, text, context }) => {
    const answer = await orAbsent(clients.disputes.getDispute({ tenant, id: text }, context));
    if (!answer?.dispute) return [];
    const { id, chargeId: title, status, amount, openedAt } = records.disputeRecord(answer.dispute);
    return [{ kind: 'DISPUTE', id, title, status, amount, createdAt: openedAt }];
  },
};

const payouts = (key: 'id' | 'externalId'): Source => ({
  permission: 'WITHDRAW:READ',
  find: async ({ clients, tenant, text, context }) => {
    const ofKind = async (kind: Payout['kind']) =>
      (await clients.payouts.listPayouts({ tenant, page, kind, [key]: text }, context)).payouts;
    const found = [...(await ofKind('PAYOUT_KIND_WITHDRAW')), ...(await ofKind('PAYOUT_KIND_TRANSFER'))];
    return found.map(records.payoutRecord).map(({ id, kind, externalId: title, status, amount, createdAt }) => {
      return { kind: kind === 'WITHDRAW' ? 'PAYOUT' : 'TRANSFER', id, title, status, amount, createdAt };
    });
  },
});

/** By its end-to-end id or its payer, too. */
const keyPayments: Source = {
  permission: 'BANK_STATEMENT:READ',
  find: async ({ clients, tenant, text, context }) => {
    const asked = { tenant, page, search: text, byOperator: false };
    const found = await clients.keyPayments.listKeyPayments(asked, context);
    return found.keyPayments.map(records.keyPaymentRecord).map(({ id, payer, status, amount, receivedAt }) => {
      return { kind: 'KEY_PAYMENT', id, title: payer.name, status, amount, createdAt: receivedAt };
    });
  },
};

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
  ['tran', [payouts('id'), keyPayments]],
  ['webh', [webhooks]],
  ['log', [deliveries]],
  ['evt', [events]],
]);

/** Of any other text. */
export const sourcesOfText: readonly Source[] = [
  charges,
  checkouts('externalId'),
  subscriptions('externalId'),
  payouts('externalId'),
  products('externalId'),
  coupons,
  customers,
  keyPayments,
];
