import { createContext, useContext } from 'react';
import type { ReadApi, Scope } from '../api/client';
import type { Me, Membership } from './me';

/** A permission of the API: `REFUND:CREATE` (docs/roles.md). */
export type Permission = `${string}:${'CREATE' | 'READ' | 'UPDATE' | 'DELETE' | 'WITHDRAW' | 'TRANSFER'}`;

/** The store and environment that the address names, and what the person may do there. */
export interface OpenStore {
  readonly scope: Scope;
  readonly api: ReadApi;
  readonly me: Me;
  readonly store: Membership;
  readonly isLive: boolean;
  /** Whether it is a sandbox: without production, and with the people of the store that has it (docs/behaviour/sandboxes.md). */
  readonly isSandbox: boolean;
  /** Whether the store may have sub-accounts here (docs/behaviour/sub-accounts.md#sub-accounts-enabled). */
  readonly hasSubAccounts: boolean;
  /** What the person may not do is not offered; the API refuses it in any case. */
  readonly may: (permission: Permission) => boolean;
  /** The start of every query key: data of another store or environment is never shown. */
  readonly key: (...rest: readonly unknown[]) => readonly unknown[];
  /** `/str_…/test/charges` of `/charges`. */
  readonly storePath: (path: string) => string;
}

export const StoreContext = createContext<OpenStore | undefined>(undefined);

export function useStore(): OpenStore {
  const store = useContext(StoreContext);
  if (!store) throw new Error('this page is outside a store');
  return store;
}
