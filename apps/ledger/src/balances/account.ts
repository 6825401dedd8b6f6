/** Accounts each store has, once per environment. */
export const storeAccounts = ['available', 'pending', 'blocked', 'payouts_in_flight', 'top_up'] as const;

/**
 * Accounts that exist once per environment: what providers owe the platform, its fees, money that has left,
 * and money that waits to be returned (docs/behaviour/statement.md#accounts).
 */
export const platformAccounts = ['provider_clearing', 'fees_earned', 'bank', 'suspense'] as const;

export type Account = (typeof storeAccounts)[number] | (typeof platformAccounts)[number];

/** The `store_id` of platform accounts; sorts after every store id (migrations/0002_create_balances.sql). */
export const platformOwner = '~platform';

const platform: ReadonlySet<Account> = new Set(platformAccounts);

export function isPlatformAccount(account: Account): boolean {
  return platform.has(account);
}
