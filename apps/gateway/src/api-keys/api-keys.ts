import type { Page, PageRequest, Tenant } from '@pitanga/core';
import { sealedResponse, writeOnce } from '@pitanga/database';
import type { CallContext } from '@pitanga/rpc';
import type { Sealer } from '@pitanga/runtime';
import { ownerRequired, personRequired } from '../access/access-errors';
import type { Actor } from '../access/actor';
import { isManaging } from '../access/guards';
import { mayGrant } from '../access/role';
import type { UseCaseDeps } from '../use-case-deps';
import { keyedCall, storedJson } from '../stored-json';
import type { ApiKey } from './api-key';
import { apiKeyNotFound, permissionNotHeld, permissionsMissing } from './api-key-errors';
import { findApiKey, selectApiKeys } from './api-key-repository';
import { createApiKey, endApiKey, rollApiKey, type CreatedApiKey, type NewApiKey } from './api-key-service';

/** Who asks, in one environment of one store. */
export interface KeyCaller {
  readonly tenant: Tenant;
  readonly actor: Actor;
  /** A key never has a permission that its creator lacks. */
  readonly granted: ReadonlySet<string>;
}

/** The API keys of stores, for keys and sessions. Writes happen once for an Idempotency-Key. */
export interface ApiKeys {
  /**
   * @throws AppError PERMISSION_DENIED PERMISSION_NOT_HELD; for a production key that does the work of people
   * PERSON_REQUIRED and OWNER_REQUIRED; and as {@link createApiKey}
   */
  create(request: KeyCaller & NewApiKey, context: CallContext): Promise<CreatedApiKey>;
  /** @throws AppError PERMISSION_DENIED, and as {@link rollApiKey}; without an overlap it needs API_KEY:DELETE too */
  roll(
    request: KeyCaller & { readonly id: string; readonly overlapHours: number },
    context: CallContext,
  ): Promise<CreatedApiKey & { readonly previous: ApiKey }>;
  revoke(request: Omit<KeyCaller, 'granted'> & { readonly id: string }, context: CallContext): Promise<ApiKey>;
  /** Newest first. */
  list(request: { readonly tenant: Tenant; readonly page: PageRequest }): Promise<Page<ApiKey>>;
  /** @throws AppError NOT_FOUND */
  get(request: { readonly tenant: Tenant; readonly id: string }): Promise<ApiKey>;
}

export function createApiKeys(deps: UseCaseDeps & { readonly sealer: Sealer }): ApiKeys {
  /** The stored answer has the key in it. */
  const sealed = <R>(tenant: Tenant, context: CallContext) =>
    sealedResponse(deps.sealer, tenant, context.idempotency, storedJson<R>());

  return {
    create: async ({ tenant, actor, granted, ...input }, context) => {
      const { requestId } = context;
      // Also of a repeat, whose answer has the text of the key.
      if (input.kind === 'SECRET') checkGrant({ tenant, actor, granted }, input);
      return writeOnce(deps, keyedCall(tenant, context), sealed<CreatedApiKey>(tenant, context), (tx) =>
        createApiKey(tx, tenant, { actor, requestId }, input),
      );
    },
    roll: async ({ tenant, actor, granted, id, overlapHours }, context) => {
      const { requestId } = context;
      // It revokes at once, also a public key, which has no permission of its own.
      if (overlapHours === 0 && !granted.has('API_KEY:DELETE')) throw permissionsMissing(['API_KEY:DELETE']);
      // Its text is as good as the permissions it has, which never change; also that of a repeat.
      const known = await findApiKey(deps.db, tenant, id);
      if (known) checkGrant({ tenant, actor, granted }, known);
      const codec = sealed<CreatedApiKey & { previous: ApiKey }>(tenant, context);
      return writeOnce(deps, keyedCall(tenant, context), codec, (tx) =>
        rollApiKey(tx, tenant, { actor, requestId }, { id, overlapHours }),
      );
    },
    revoke: ({ tenant, actor, id }, context) =>
      writeOnce(deps, keyedCall(tenant, context), storedJson<ApiKey>(), (tx) =>
        endApiKey(tx, tenant, { actor, requestId: context.requestId }, id),
      ),
    list: ({ tenant, page }) => selectApiKeys(deps.db, tenant, page),
    get: async ({ tenant, id }) => {
      const key = await findApiKey(deps.db, tenant, id);
      if (!key) throw apiKeyNotFound();
      return key;
    },
  };
}

/** A key never makes what would do the work of people in production, though it may do that work itself. */
function checkGrant({ tenant, actor, granted }: KeyCaller, { permissions }: Pick<NewApiKey, 'permissions'>): void {
  const missing = permissions.find((name) => !granted.has(name));
  if (missing !== undefined) throw permissionNotHeld(missing);
  const managing = tenant.devMode ? undefined : permissions.find(isManaging);
  if (managing === undefined) return;
  if (actor.kind !== 'USER') throw personRequired();
  if (!mayGrant(granted, 'OWNER')) throw ownerRequired(managing);
}
