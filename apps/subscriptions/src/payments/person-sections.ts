import type { PersonSection } from '@pitanga/database';

const ofCustomer = 's.store_id = :storeId and s.dev_mode = :devMode and s.customer_id = any (:customerIds)';
const joined = (alias: string): string =>
  `join subscriptions s on s.store_id = ${alias}.store_id and s.dev_mode = ${alias}.dev_mode
     and s.id = ${alias}.subscription_id`;

/**
 * What subscriptions holds about a person. The last payment of each is a copy of billing's charge, which has the same
 * data. A new table with personal data gets a section here and its line in docs/personal-data.md.
 */
export const personSections: readonly PersonSection[] = [
  {
    name: 'subscriptions',
    sql: `select s.id as key, s.id, s.checkout_id, s.customer_id, s.external_id, s.product_id, s.quantity, s.amount_cents,
        s.method, s.status, s.cycle, s.coupons, s.metadata::jsonb as metadata, s.trial_ends_at, s.next_charge_at,
        s.canceled_at, s.cancelled_due_to, s.paused_at, s.ends_at, s.created_at, s.updated_at
      from subscriptions s where ${ofCustomer}`,
  },
  {
    name: 'subscriptionCycles',
    sql: `select c.subscription_id || ' ' || lpad(c.number::text, 10, '0') as key, c.subscription_id, c.number, c.due_at,
        c.product_id, c.quantity, c.amount_cents, c.status, c.checkout_id, c.charge_id, c.coupons, c.begun_at, c.ended_at
      from cycles c ${joined('c')} where ${ofCustomer}`,
  },
  {
    name: 'subscriptionUsage',
    sql: `select u.id as key, u.id, u.subscription_id, u.cycle_number, u.product_id, u.units, u.action, u.recorded_at
      from usage_records u ${joined('u')} where ${ofCustomer}`,
  },
];
