import type { OpenStore, Permission } from './store-context';

/** What a page makes or changes, by its path (docs/roles.md). */
const writes: Readonly<Record<string, Permission>> = {
  '/links/create': 'CHECKOUT:CREATE',
  '/links/$id/edit': 'CHECKOUT:CREATE',
  '/checkouts/create': 'CHECKOUT:CREATE',
  '/subscriptions/create': 'CHECKOUT:CREATE',
  '/products/create': 'PRODUCT:CREATE',
  '/products/$id/edit': 'PRODUCT:CREATE',
  '/coupons/create': 'COUPON:CREATE',
  '/customers/create': 'CUSTOMER:CREATE',
  '/customers/$id/edit': 'CUSTOMER:CREATE',
  '/developers/keys/create': 'API_KEY:CREATE',
  '/developers/webhooks/create': 'WEBHOOK:CREATE',
  '/developers/webhooks/$id/edit': 'WEBHOOK:CREATE',
  '/settings/providers/$provider': 'CONNECT:CREATE',
};

/** What an area reads, by the start of its paths; the first that fits. */
const reads: readonly (readonly [start: string, permission: Permission])[] = [
  ['/charges', 'CHECKOUT:READ'],
  ['/refund-requests', 'CHECKOUT:READ'],
  ['/links', 'CHECKOUT:READ'],
  ['/checkouts', 'CHECKOUT:READ'],
  ['/subscriptions', 'CHECKOUT:READ'],
  ['/products', 'PRODUCT:READ'],
  ['/coupons', 'COUPON:READ'],
  ['/customers', 'CUSTOMER:READ'],
  ['/statement', 'BANK_STATEMENT:READ'],
  ['/settlements', 'BANK_STATEMENT:READ'],
  ['/reconciliation', 'BANK_STATEMENT:READ'],
  ['/origins', 'STORE:READ'],
  ['/key-payments', 'BANK_STATEMENT:READ'],
  ['/advances', 'WITHDRAW:READ'],
  ['/payouts', 'WITHDRAW:READ'],
  ['/pix', 'WITHDRAW:READ'],
  ['/sellers', 'SUB_ACCOUNT:READ'],
  ['/disputes', 'DISPUTE:READ'],
  ['/developers/keys', 'API_KEY:READ'],
  ['/developers/webhooks', 'WEBHOOK:READ'],
  ['/developers/deliveries', 'WEBHOOK:READ'],
  ['/developers/events', 'EVENT:READ'],
  ['/developers/requests', 'REQUEST_LOG:READ'],
  ['/developers/clock', 'STORE:READ'],
  ['/developers/sandboxes', 'STORE:READ'],
  ['/team', 'MEMBER:READ'],
  ['/audit', 'AUDIT_LOG:READ'],
  ['/settings/providers', 'CONNECT:READ'],
  ['/settings', 'STORE:READ'],
];

/** What a sandbox does not have of its own: people, production, sandboxes. */
const ofStoreAlone = ['/team', '/settings/providers', '/developers/sandboxes'] as const;

/** Whether a page is of the store that has a sandbox, and not of the sandbox. */
export function isOfStoreAlone(path: string): boolean {
  return ofStoreAlone.some((start) => isBelow(path, start));
}

function isBelow(path: string, start: string): boolean {
  return path === start || path.startsWith(`${start}/`);
}

/** The permissions without which a page of a store is not shown. */
export function pageNeeds(path: string): readonly Permission[] {
  const read = reads.find(([start]) => isBelow(path, start));
  const write = writes[path];
  return [...(read ? [read[1]] : []), ...(write === undefined ? [] : [write])];
}

/** Whether a person may open a page of a store: no link leads to another. */
export function mayOpen(path: string, { may }: Pick<OpenStore, 'may'>): boolean {
  return pageNeeds(path).every(may);
}
