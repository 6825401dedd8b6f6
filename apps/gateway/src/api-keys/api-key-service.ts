import type { Tenant } from '@pitanga/core';
import { appendEvents, inTransaction } from '@pitanga/database';
import type { StoreDeps } from '../deps';
import { storeNotFound } from '../stores/store-errors';
import { lockStore } from '../stores/store-repository';
import { apiKeysMax, descriptionMax, type ApiKey } from './api-key';
import { apiKeyNotFound, descriptionInvalid, tooManyKeys } from './api-key-errors';
import { countLiveApiKeys, insertApiKey, revokeApiKey } from './api-key-repository';
import { hashKey, keyPrefix, newKeyText, type ApiKeyKind } from './key-text';
import type { Permission } from '../access/permission';

export interface NewApiKey {
  readonly kind: ApiKeyKind;
  readonly description: string;
  /** Ignored for a public key, which can only tokenise cards. */
  readonly permissions: readonly Permission[];
}

/**
 * Creates a key. `text` is the key itself: the caller shows it once; it is stored nowhere.
 * @throws AppError INVALID_ARGUMENT for the description, NOT_FOUND for an unknown store, FAILED_PRECONDITION past 100
 * live keys.
 */
export async function createApiKey(
  deps: StoreDeps,
  tenant: Tenant,
  input: NewApiKey,
): Promise<{ readonly key: ApiKey; readonly text: string }> {
  if (input.description === '' || input.description.length > descriptionMax) throw descriptionInvalid();
  const now = deps.clock.real();
  const text = newKeyText(input.kind, tenant.devMode, deps.ids);
  const key: ApiKey = {
    id: deps.ids.next('apiKey', now),
    kind: input.kind,
    prefix: keyPrefix(input.kind, tenant.devMode),
    lastFour: text.slice(-4),
    description: input.description,
    permissions: input.kind === 'PUBLIC' ? [] : [...new Set(input.permissions)],
    createdAt: now,
    lastUsedAt: undefined,
    revokedAt: undefined,
  };
  await inTransaction(deps.db, async (tx) => {
    // The lock on the store's row makes count and insert atomic.
    if ((await lockStore(tx, tenant)) === undefined) throw storeNotFound();
    if ((await countLiveApiKeys(tx, tenant)) >= apiKeysMax) throw tooManyKeys();
    await insertApiKey(tx, tenant, key, hashKey(text));
    await appendEvents(
      tx,
      [
        {
          type: 'api_key.created',
          id: deps.ids.next('event', now),
          key: key.id,
          occurredAt: now,
          data: {
            storeId: tenant.storeId,
            devMode: tenant.devMode,
            keyId: key.id,
            description: key.description,
            permissions: [...key.permissions],
            createdAt: now,
          },
        },
      ],
      now,
    );
  });
  return { key, text };
}

/**
 * Revokes a key for good; every gateway refuses it within one second.
 * @throws AppError NOT_FOUND when the tenant has no live key with this id.
 */
export async function endApiKey(deps: StoreDeps, tenant: Tenant, id: string): Promise<ApiKey> {
  const now = deps.clock.real();
  return inTransaction(deps.db, async (tx) => {
    const key = await revokeApiKey(tx, tenant, id, now);
    if (!key) throw apiKeyNotFound();
    await appendEvents(
      tx,
      [
        {
          type: 'api_key.revoked',
          id: deps.ids.next('event', now),
          key: key.id,
          occurredAt: now,
          data: { storeId: tenant.storeId, devMode: tenant.devMode, keyId: key.id, revokedAt: now },
        },
      ],
      now,
    );
    return key;
  });
}
