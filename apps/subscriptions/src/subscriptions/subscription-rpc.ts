import {
  fromWire,
  pageFromWire,
  pageToWire,
  tenantFromWire,
  toWire,
  type Subscription as SubscriptionMessage,
  type SubscriptionServiceDefinition,
} from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import { subscriptionStatuses, type Subscription } from './subscription';
import { listSubscriptions } from './subscription-queries';

export function subscriptionHandlers(deps: Deps): RpcHandlers<SubscriptionServiceDefinition> {
  return {
    listSubscriptions: async ({ tenant: owner, page: pageRequest, checkoutId, customerId, status, externalId }) => {
      const tenant = tenantFromWire(owner);
      const page = await listSubscriptions(deps.db, tenant, pageFromWire(pageRequest), {
        checkoutId,
        customerId,
        status: status && fromWire('SUBSCRIPTION_STATUS', subscriptionStatuses, status),
        externalId,
      });
      return { subscriptions: page.items.map((item) => subscriptionToProto(tenant, item)), page: pageToWire(page) };
    },
  };
}

/** The anchor stays inside: callers see the next charge. */
function subscriptionToProto(tenant: Tenant, { anchorAt: _, ...subscription }: Subscription): SubscriptionMessage {
  return {
    ...subscription,
    devMode: tenant.devMode,
    method: toWire('PAYMENT_METHOD', subscription.method),
    status: toWire('SUBSCRIPTION_STATUS', subscription.status),
    coupons: [...subscription.coupons],
  };
}
