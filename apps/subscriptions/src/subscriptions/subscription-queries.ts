import { mapPage, type Page, type PageRequest, type Tenant } from '@pitanga/core';
import { selectPage, type Db } from '@pitanga/database';
import type { Subscription, SubscriptionStatus } from './subscription';
import { rowToSubscription, type SubscriptionRow } from './subscription-repository';

export interface SubscriptionFilter {
  readonly checkoutId?: string | undefined;
  readonly customerId?: string | undefined;
  readonly status?: SubscriptionStatus | undefined;
  readonly externalId?: string | undefined;
}

const columns = [
  'checkout_id',
  'customer_id',
  'external_id',
  'product_id',
  'quantity',
  'amount_cents',
  'method',
  'status',
  'cycle',
  'coupons',
  'max_retry',
  'retry_every_days',
  'trial_days',
  'trial_ends_at',
  'anchor_at',
  'next_charge_at',
  'canceled_at',
  'cancel_policy',
  'cancelled_due_to',
  'metadata',
  'created_at',
  'updated_at',
] as const;

/** One page of a store's subscriptions, newest first. */
export async function listSubscriptions(
  db: Db,
  tenant: Tenant,
  page: PageRequest,
  filter: SubscriptionFilter,
): Promise<Page<Subscription>> {
  const found = await selectPage<SubscriptionRow>(db, tenant, {
    table: 'subscriptions',
    columns,
    page,
    idKind: 'subscription',
    filter: (query) => {
      if (filter.checkoutId !== undefined) void query.where('checkout_id', filter.checkoutId);
      if (filter.customerId !== undefined) void query.where('customer_id', filter.customerId);
      if (filter.status !== undefined) void query.where('status', filter.status);
      if (filter.externalId !== undefined) void query.where('external_id', filter.externalId);
    },
  });
  return mapPage(found, rowToSubscription);
}
