import type { Permission } from '../access/permission';
import type { ApiKeyKind } from './key-text';

/** A key as its owner sees it: without the key itself and its hash. */
export interface ApiKey {
  readonly id: string;
  readonly kind: ApiKeyKind;
  readonly prefix: string;
  readonly lastFour: string;
  readonly description: string;
  readonly permissions: readonly Permission[];
  /** Refused from then on; absent: until it is revoked. */
  readonly expiresAt: Date | undefined;
  /** Addresses and networks (CIDR) that may use it; empty: every address. */
  readonly allowedAddresses: readonly string[];
  /** The id of the key that took its place. */
  readonly replacedBy: string | undefined;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | undefined;
  readonly revokedAt: Date | undefined;
}

export type ApiKeyStatus = 'ACTIVE' | 'EXPIRED' | 'REVOKED';

export function apiKeyStatus({ revokedAt, expiresAt }: ApiKey, now: Date): ApiKeyStatus {
  if (revokedAt) return 'REVOKED';
  return expiresAt && expiresAt <= now ? 'EXPIRED' : 'ACTIVE';
}

/** Live keys of one store in one environment. */
export const apiKeysMax = 100;

/** Characters of a key's description. */
export const descriptionMax = 200;

/** How long a rolled key may stay valid beside its successor. */
export const overlapHoursMax = 168;
