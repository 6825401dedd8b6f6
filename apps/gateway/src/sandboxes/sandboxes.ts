import { isSandboxStore, toTenant, type Tenant } from '@pitanga/core';
import { resumeOnce, sealedResponse, transact, writeOnce, type Inside } from '@pitanga/database';
import type { CallContext } from '@pitanga/rpc';
import type { Log } from '@pitanga/runtime';
import type { Actor } from '../access/actor';
import { createApiKey } from '../api-keys/api-key-service';
import type { Cause } from '../audit/cause';
import { keyedCall, storedJson } from '../stored-json';
import {
  applyStore,
  insertSandboxStore,
  tryToApply,
  type StoreTools,
  type StoreWriteDeps,
} from '../stores/change-store';
import { topUpFirst } from '../stores/first-top-up';
import { notInSandbox, storeNotFound } from '../stores/store-errors';
import { lockStore } from '../stores/store-repository';
import type { TestClocks } from '../test-clock/test-clock-service';
import type { DeleteRows } from './delete-left-stores';
import { auditSandbox, endSandbox, leaveStore } from './end-sandbox';
import { addSampleData, type FillDeps } from './fill-sandbox';
import { findOriginalMaker, listSandboxPermissions, moveMakers } from './sandbox-keys';
import { sandboxesMax, type CreatedSandbox, type Sandbox } from './sandbox';
import { sandboxChanged, sandboxInDevModeOnly, sandboxNotFound, tooManySandboxes } from './sandbox-errors';
import {
  countSandboxes,
  findOwnerStore,
  insertSandbox,
  listSandboxes,
  lockSandbox,
  saveGeneration,
} from './sandbox-repository';

interface SandboxCaller {
  readonly tenant: Tenant;
  readonly actor: Actor;
}

interface OneSandbox extends SandboxCaller {
  readonly id: string;
}

/** The sandboxes of test environments, for keys and sessions. Writes happen once for an Idempotency-Key. */
export interface Sandboxes {
  /**
   * Creates a sandbox with a secret key, which may do what the caller may, and a public one.
   * @throws AppError FAILED_PRECONDITION in production, in a sandbox, and beyond 20 of a store
   */
  create(
    request: SandboxCaller & {
      readonly granted: ReadonlySet<string>;
      readonly name: string;
      readonly hasSampleData: boolean;
    },
    context: CallContext,
  ): Promise<CreatedSandbox>;
  /** Newest first. A sandbox sees itself alone. */
  list(request: { readonly tenant: Tenant }): Promise<readonly Sandbox[]>;
  /** @throws AppError NOT_FOUND */
  get(request: { readonly tenant: Tenant; readonly id: string }): Promise<Sandbox>;
  /**
   * Gives a sandbox a new, empty store, to which its keys lead once this has answered; the store so far is deleted.
   * @throws AppError NOT_FOUND, FAILED_PRECONDITION when it was reset or deleted at the same time
   */
  reset(request: OneSandbox, context: CallContext): Promise<Sandbox>;
  /** @throws AppError NOT_FOUND */
  delete(request: OneSandbox, context: CallContext): Promise<Sandbox>;
}

export interface SandboxDeps extends StoreWriteDeps, FillDeps {
  readonly log: Log;
  readonly testClocks: Pick<TestClocks, 'awaitApplied'>;
  /** Ends its webhooks. */
  readonly stopStore: DeleteRows;
  /** Until every gateway has forgotten where a key led. */
  readonly forgotten: () => Promise<void>;
}

export function createSandboxes(deps: SandboxDeps): Sandboxes {
  return {
    create: (request, context) => create(deps, request, context),
    list: ({ tenant }) => listVisible(deps, tenant),
    get: ({ tenant, id }) => requireSandbox(deps, tenant, id),
    reset: (request, context) => reset(deps, request, context),
    delete: async ({ tenant, actor, id }, context) => {
      const owner = await findOwner(deps, tenant, id);
      const cause = { actor, requestId: context.requestId };
      const ended = await writeOnce(deps, keyedCall(owner, context), storedJson<Sandbox>(), async (tx) => {
        const sandbox = await endSandbox(tx, cause, owner, id);
        if (!sandbox) throw sandboxNotFound();
        return sandbox;
      });
      await stop(deps, ended.sandboxStoreId, context);
      return ended;
    },
  };
}

/** Those of the caller's store; of a caller that is a sandbox, itself alone. */
async function listVisible({ db }: SandboxDeps, tenant: Tenant): Promise<readonly Sandbox[]> {
  if (!tenant.devMode) throw sandboxInDevModeOnly();
  const owner = { storeId: await findOwnerStore(db, tenant) };
  const all = await listSandboxes(db, owner);
  return owner.storeId === tenant.storeId ? all : all.filter((one) => one.sandboxStoreId === tenant.storeId);
}

async function requireSandbox(deps: SandboxDeps, tenant: Tenant, id: string): Promise<Sandbox> {
  const sandbox = (await listVisible(deps, tenant)).find((one) => one.id === id);
  if (!sandbox) throw sandboxNotFound();
  return sandbox;
}

/** The answers to writes are kept for the store that has the sandbox: that of the caller may change. */
async function findOwner(deps: SandboxDeps, tenant: Tenant, id: string): Promise<Tenant> {
  const { storeId } = await requireSandbox(deps, tenant, id);
  return toTenant(storeId, true);
}

async function create(
  deps: SandboxDeps,
  { tenant, actor, granted, name, hasSampleData }: Parameters<Sandboxes['create']>[0],
  context: CallContext,
): Promise<CreatedSandbox> {
  if (!tenant.devMode) throw sandboxInDevModeOnly();
  if (isSandboxStore(tenant)) throw notInSandbox();
  const cause = { actor, requestId: context.requestId };
  const codec = sealedResponse(deps.sealer, tenant, context.idempotency, storedJson<CreatedSandbox>());
  return resumeOnce(deps, keyedCall(tenant, context), codec, {
    begin: async (tx) => {
      const store = await lockStore(tx.db, tenant);
      if (!store) throw storeNotFound();
      if ((await countSandboxes(tx.db, tenant, store)) >= sandboxesMax) throw tooManySandboxes();
      const { id: sandboxStoreId } = await insertSandboxStore(tx, cause, store, name);
      const now = tx.clock.real();
      const id = tx.ids.next('sandbox', now);
      const ages = { createdAt: now, resetAt: undefined, usedAt: now };
      const sandbox = { id, sandboxStoreId, name, generation: 1, hasSampleData, ...ages };
      await insertSandbox(tx.db, tenant, sandbox);
      await auditSandbox(tx, cause, 'sandbox.created', { ...sandbox, storeId: tenant.storeId });
      return id;
    },
    finish: async (id) => {
      const sandbox = await requireSandbox(deps, tenant, id);
      await open(deps, sandbox.sandboxStoreId, sandbox, context);
      return transact(deps, (tx) => makeKeys(tx, cause, sandbox, granted));
    },
  });
}

async function reset(deps: SandboxDeps, { tenant, actor, id }: OneSandbox, context: CallContext): Promise<Sandbox> {
  const owner = await findOwner(deps, tenant, id);
  const cause = { actor, requestId: context.requestId };
  return resumeOnce(deps, keyedCall(owner, context), storedJson<Sandbox>(), {
    begin: async (tx) => {
      const sandbox = await lockSandbox(tx.db, owner, id);
      const store = await lockStore(tx.db, owner);
      if (!sandbox || !store) throw sandboxNotFound();
      const next = await insertSandboxStore(tx, cause, store, sandbox.name);
      return JSON.stringify([sandbox.sandboxStoreId, next.id, sandbox.hasSampleData]);
    },
    finish: async (step) => {
      const [before, next, hasSampleData] = JSON.parse(step) as [string, string, boolean];
      await open(deps, next, { hasSampleData }, context);
      const sandbox = await transact(deps, (tx) => turnTo(tx, cause, owner, { id, before, next }));
      await stop(deps, before, context);
      return sandbox;
    },
  });
}

/** Every service knows the store from here on, and it has its first rows. */
async function open(
  deps: SandboxDeps,
  storeId: string,
  { hasSampleData }: Pick<Sandbox, 'hasSampleData'>,
  context: CallContext,
): Promise<void> {
  await applyStore(deps, { storeId });
  const appended = await topUpFirst(deps, storeId, context.requestId);
  if (hasSampleData) await addSampleData(deps, storeId, context.requestId);
  await deps.testClocks.awaitApplied(toTenant(storeId, true), appended, context);
}

async function makeKeys(
  tx: Inside<StoreTools>,
  cause: Cause,
  sandbox: Sandbox,
  granted: ReadonlySet<string>,
): Promise<CreatedSandbox> {
  const tenant = toTenant(sandbox.sandboxStoreId, true);
  const made = { ...cause, actor: await findOriginalMaker(tx.db, sandbox, cause.actor) };
  const { name: description } = sandbox;
  const permissions = listSandboxPermissions(granted);
  const secretKey = await createApiKey(tx, tenant, made, { kind: 'SECRET', description, permissions });
  const publicKey = await createApiKey(tx, tenant, made, { kind: 'PUBLIC', description, permissions: [] });
  return { sandbox, secretKey, publicKey };
}

/** Moves the keys to the next store, unless an earlier try has. */
async function turnTo(
  tx: Inside<StoreTools>,
  cause: Cause,
  owner: Tenant,
  { id, before, next }: { readonly id: string; readonly before: string; readonly next: string },
): Promise<Sandbox> {
  const sandbox = await lockSandbox(tx.db, owner, id);
  if (!sandbox) throw sandboxNotFound();
  if (sandbox.sandboxStoreId === next) return sandbox;
  if (sandbox.sandboxStoreId !== before) throw sandboxChanged();
  const now = tx.clock.real();
  const turned = { sandboxStoreId: next, generation: sandbox.generation + 1, resetAt: now, usedAt: now };
  await moveMakers(tx, cause, sandbox, next);
  await saveGeneration(tx.db, owner, sandbox, turned);
  await leaveStore(tx, cause, sandbox);
  await auditSandbox(tx, cause, 'sandbox.reset', { ...sandbox, ...turned });
  return { ...sandbox, ...turned };
}

/** Nothing more comes of the store that was left, and its keys lead elsewhere at every gateway. */
async function stop(deps: SandboxDeps, storeId: string, { requestId }: CallContext): Promise<void> {
  await Promise.all([
    tryToApply(deps, { storeId }),
    // A job ends them, too.
    deps.stopStore(storeId, requestId).catch((error: unknown) => {
      deps.log.warn({ err: error, storeId }, 'the webhooks of a sandbox could not be ended at once');
    }),
    deps.forgotten(),
  ]);
}
