/** Accounts each store has, once per environment. */
export const storeAccounts = ['available', 'pending', 'blocked', 'payouts_in_flight', 'top_up'] as const;

/**
 * Accounts that exist once per environment: what providers owe the platform, its fees, money that has left,
 * and money that waits to be returned (docs/behaviour/statement.md#accounts).
 */
export const platformAccounts = ['provider_clearing', 'fees_earned', 'bank', 'suspense'] as const;

/** What a sub-account can withdraw, what has not settled, and what disputes hold of it (docs/behaviour/sub-accounts.md#sub-account-money). */
export type SubAccount = `sub_available:${string}` | `sub_pending:${string}` | `sub_blocked:${string}`;

export type Account = (typeof storeAccounts)[number] | (typeof platformAccounts)[number] | SubAccount;

/** The `store_id` of platform accounts; sorts after every store id (migrations/0002_create_balances.sql). */
export const platformOwner = '~platform';

const platform: ReadonlySet<Account> = new Set(platformAccounts);

export function isPlatformAccount(account: Account): boolean {
  return platform.has(account);
}

/** What can be spent of the store's own money, or of a sub-account's. */
export function toAvailable(subAccountId: string | undefined): Account {
  return subAccountId === undefined ? 'available' : `sub_available:${subAccountId}`;
}

/** What has not settled of the store's own money, or of a sub-account's. */
export function toPending(subAccountId: string | undefined): Account {
  return subAccountId === undefined ? 'pending' : `sub_pending:${subAccountId}`;
}

export function toBlocked(subAccountId: string): Account {
  return `sub_blocked:${subAccountId}`;
}

/** SQL that is true of what stores and their sub-accounts can spend. */
export const isAvailableSql = (account: string) => `(${account} = 'available' or ${account} like 'sub_available:%')`;
