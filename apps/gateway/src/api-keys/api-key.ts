import type { ApiKeyKind } from './key-text';
import type { Permission } from '../access/permission';

/** A key as its owner sees it: without the key itself and its hash. */
export interface ApiKey {
  readonly id: string;
  readonly kind: ApiKeyKind;
  readonly prefix: string;
  readonly lastFour: string;
  readonly description: string;
  readonly permissions: readonly Permission[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | undefined;
  readonly revokedAt: Date | undefined;
}

/** Live keys of one store in one environment. */
export const apiKeysMax = 100;

/** Characters of a key's description. */
export const descriptionMax = 200;
