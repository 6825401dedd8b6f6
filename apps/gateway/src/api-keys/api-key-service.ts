import { isSandboxStore, type Tenant } from '@pitanga/core';
import { appendEvents, type Locked } from '@pitanga/database';
import { withdrawInvitationsBy } from '../account-messages/message-repository';
import type { Permission } from '../access/permission';
import type { AuditState } from '../audit/audit-entry';
import { appendAudit } from '../audit/audit-log';
import type { Cause } from '../audit/cause';
import type { TxDeps } from '../use-case-deps';
import { sandboxHasNoProduction, storeNotFound } from '../stores/store-errors';
import type { Store } from '../stores/store';
import { lockStore } from '../stores/store-repository';
import { allowedAddressesMax, normalizeNetwork } from './allowed-addresses';
import { apiKeysMax, descriptionMax, overlapHoursMax, type ApiKey } from './api-key';
import {
  allowedAddressesInvalid,
  apiKeyNotFound,
  descriptionInvalid,
  expiryInvalid,
  overlapInvalid,
  tooManyKeys,
} from './api-key-errors';
import { countLiveApiKeys, insertApiKey, lockLiveApiKey, revokeApiKey, saveReplacement } from './api-key-repository';
import { hashKey, keyPrefix, newKeyText, type ApiKeyKind } from './key-text';

export interface NewApiKey {
  readonly kind: ApiKeyKind;
  readonly description: string;
  /** Ignored for a public key, which can only tokenise cards. */
  readonly permissions: readonly Permission[];
  readonly expiresAt?: Date | undefined;
  /** Addresses and networks (CIDR); empty or absent: every address. */
  readonly allowedAddresses?: readonly string[] | undefined;
}

/** A key with its text, which the caller shows once; it is stored nowhere. */
export interface CreatedApiKey {
  readonly key: ApiKey;
  readonly text: string;
}

/**
 * Creates a key.
 * @throws AppError INVALID_ARGUMENT for a value that no key has, NOT_FOUND for an unknown store, FAILED_PRECONDITION past
 * 100 live keys, and for production in a sandbox.
 */
export async function createApiKey(tx: TxDeps, tenant: Tenant, cause: Cause, input: NewApiKey): Promise<CreatedApiKey> {
  if (isSandboxStore(tenant) && !tenant.devMode) throw sandboxHasNoProduction();
  const settings = checkedInput(input, tx.clock.real());
  const store = await lockStore(tx.db, tenant);
  if (!store) throw storeNotFound();
  const created = await insertKey(tx, tenant, store, settings, tx.ids.next('apiKey', tx.clock.real()));
  await audit(tx, tenant, cause, 'api_key.created', created.key);
  return created;
}

const hourMs = 3_600_000;

/**
 * Creates a key with the settings of a live one, which stays valid for `overlapHours` (0 to 168), and no longer than it
 * would have.
 * @throws AppError NOT_FOUND when the tenant has no live key with this id
 */
export async function rollApiKey(
  tx: TxDeps,
  tenant: Tenant,
  cause: Cause,
  roll: { readonly id: string; readonly overlapHours: number },
): Promise<CreatedApiKey & { readonly previous: ApiKey }> {
  const { id, overlapHours } = roll;
  if (!Number.isInteger(overlapHours) || overlapHours < 0 || overlapHours > overlapHoursMax) throw overlapInvalid();
  const store = await lockStore(tx.db, tenant);
  if (!store) throw storeNotFound();
  const now = tx.clock.real();
  const old = await lockLiveApiKey(tx.db, tenant, store, id, now);
  if (!old) throw apiKeyNotFound();
  const end = new Date(now.getTime() + overlapHours * hourMs);
  const replacedBy = tx.ids.next('apiKey', now);
  const replaced: Locked<ApiKey> = {
    ...old,
    expiresAt: old.expiresAt && old.expiresAt < end ? old.expiresAt : end,
    revokedAt: overlapHours === 0 ? now : undefined,
    replacedBy,
  };
  // Ends first, so that a store with 100 keys can still roll one without an overlap.
  await saveReplacement(tx.db, tenant, replaced);
  await withdrawInvitationsBy(tx.db, tenant, [id], now);
  const created = await insertKey(tx, tenant, store, old, replacedBy);
  if (replaced.revokedAt) await appendRevoked(tx, tenant, replaced, now);
  await audit(tx, tenant, cause, 'api_key.rolled', replaced);
  await audit(tx, tenant, cause, 'api_key.created', created.key);
  return { ...created, previous: replaced };
}

/**
 * Revokes a key for good; every gateway refuses it within one second.
 * @throws AppError NOT_FOUND when the tenant has no live key with this id.
 */
export async function endApiKey(tx: TxDeps, tenant: Tenant, cause: Cause, id: string): Promise<ApiKey> {
  const [key] = await endApiKeys(tx, [{ tenant, id }], cause);
  if (!key) throw apiKeyNotFound();
  return key;
}

/** Revokes those of these keys that were not revoked before, as {@link endApiKey}. */
export async function endApiKeys(
  tx: TxDeps,
  keys: readonly { readonly tenant: Tenant; readonly id: string }[],
  cause: Cause,
): Promise<ApiKey[]> {
  const now = tx.clock.real();
  const ended: { readonly tenant: Tenant; readonly key: ApiKey }[] = [];
  for (const { tenant, id } of keys) {
    const key = await revokeApiKey(tx.db, tenant, id, now);
    if (!key) continue;
    await withdrawInvitationsBy(tx.db, tenant, [id], now);
    await appendRevoked(tx, tenant, key, now);
    ended.push({ tenant, key });
  }
  // After every key is locked: another call that revokes one of them locks it before the chain, too.
  for (const { tenant, key } of ended) await audit(tx, tenant, cause, 'api_key.revoked', key);
  return ended.map(({ key }) => key);
}

type KeySettings = Pick<ApiKey, 'kind' | 'description' | 'permissions' | 'expiresAt' | 'allowedAddresses'>;

/** The lock of the store makes count and insert atomic. */
async function insertKey(
  tx: TxDeps,
  tenant: Tenant,
  _store: Locked<Store>,
  settings: KeySettings,
  id: string,
): Promise<CreatedApiKey> {
  const { kind, description, permissions, expiresAt, allowedAddresses } = settings;
  const now = tx.clock.real();
  const text = newKeyText(kind, tenant.devMode, tx.ids);
  const key: ApiKey = {
    id,
    kind,
    prefix: keyPrefix(kind, tenant.devMode),
    lastFour: text.slice(-4),
    description,
    permissions,
    expiresAt,
    allowedAddresses,
    replacedBy: undefined,
    createdAt: now,
    lastUsedAt: undefined,
    revokedAt: undefined,
  };
  if ((await countLiveApiKeys(tx.db, tenant, now)) >= apiKeysMax) throw tooManyKeys();
  await insertApiKey(tx.db, tenant, key, hashKey(text));
  const data = { ...tenant, keyId: key.id, description, permissions: [...permissions], createdAt: now };
  const head = { id: tx.ids.next('event', now), key: key.id, occurredAt: now };
  await appendEvents(tx.db, [{ ...head, type: 'api_key.created', data }], now);
  return { key, text };
}

async function appendRevoked(tx: TxDeps, tenant: Tenant, { id }: ApiKey, now: Date): Promise<void> {
  const { storeId, devMode } = tenant;
  const data = { storeId, devMode, keyId: id, revokedAt: now };
  const head = { id: tx.ids.next('event', now), key: id, occurredAt: now };
  await appendEvents(tx.db, [{ ...head, type: 'api_key.revoked', data }], now);
}

function audit(tx: TxDeps, tenant: Tenant, cause: Cause, action: string, key: ApiKey): Promise<void> {
  const target = { type: 'api_key', id: key.id };
  const fact = { ...cause, action, target, devMode: tenant.devMode, after: auditState(key) };
  return appendAudit(tx, tenant, fact);
}

/** Without the description and the addresses, which may name persons. */
function auditState(key: ApiKey): AuditState {
  return {
    kind: key.kind,
    permissions: key.permissions,
    expiresAt: key.expiresAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
    allowedAddresses: key.allowedAddresses.length,
    ...(key.replacedBy !== undefined && { replacedBy: key.replacedBy }),
  };
}

const yearsMax = 10;

function checkedInput(input: NewApiKey, now: Date): KeySettings {
  const { kind, description, expiresAt, allowedAddresses = [] } = input;
  if (description === '' || description.length > descriptionMax) throw descriptionInvalid();
  if (expiresAt) {
    const last = new Date(now);
    last.setUTCFullYear(last.getUTCFullYear() + yearsMax);
    if (expiresAt <= now || expiresAt > last) throw expiryInvalid();
  }
  if (allowedAddresses.length > allowedAddressesMax) throw allowedAddressesInvalid();
  const networks = allowedAddresses.map((text) => {
    const network = normalizeNetwork(text.trim());
    if (network === undefined) throw allowedAddressesInvalid();
    return network;
  });
  return {
    kind,
    description,
    permissions: kind === 'PUBLIC' ? [] : [...new Set(input.permissions)],
    expiresAt,
    allowedAddresses: [...new Set(networks)],
  };
}
