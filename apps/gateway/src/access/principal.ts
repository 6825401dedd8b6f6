import type { Tenant } from '@pitanga/core';
import type { Compatibility } from '@pitanga/records';
import type { Actor } from './actor';

/** The caller of a request, set by authentication. A PUBLIC_KEY may call the routes of the card form only. */
export interface Principal {
  readonly tenant: Tenant;
  readonly actor: Actor;
  readonly permissions: ReadonlySet<string>;
  readonly storeName: string;
  readonly storeWebsite: string;
  readonly storeCreatedAt: Date;
  /** What some words of answers mean to the caller: to a key what its store has chosen. */
  readonly compatibility: Compatibility;
  /** Requests a second for this key; `undefined` = the gateway's default, 0 = no limit. */
  readonly rateLimitPerSecond: number | undefined;
  /** Of a key: the addresses and networks that may use it; absent or empty: every address. */
  readonly allowedAddresses?: readonly string[] | undefined;
  /** When a key ends; absent of one without an end, and of people. */
  readonly expiresAt?: Date | undefined;
  /** True of an access token of /mcp, for which a person has chosen what its key may do. */
  readonly isGranted?: boolean;
}

/** The caller's store as its record shows it. */
export function toStoreRecord({ tenant, storeName, storeWebsite, storeCreatedAt }: Principal) {
  const { storeId: id, devMode } = tenant;
  return { id, devMode, name: storeName, website: storeWebsite, createdAt: storeCreatedAt };
}
