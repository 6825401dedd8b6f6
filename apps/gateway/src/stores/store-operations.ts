import { isSandboxStore, toTenant, type CrossTenant, type Tenant } from '@pitanga/core';
import { resumeOnce, writeOnce, type Inside, type Tx } from '@pitanga/database';
import type { CallContext } from '@pitanga/rpc';
import { createReadCache, type Log } from '@pitanga/runtime';
import type { Actor } from '../access/actor';
import type { Cause } from '../audit/cause';
import type { TxDeps } from '../use-case-deps';
import { keyedCall, storedJson } from '../stored-json';
import type { Store, StoreChange } from './store';
import { noBranding, type Branding } from './branding';
import { noPayerFields, type PayerFields } from './payer-fields';
import { closeNotConfirmed, notInSandbox, storeCreationClosed, storeNotFound } from './store-errors';
import { toReceiptParty, type ReceiptParty } from './receipt-party';
import { topUpFirst, type TopUpDeps } from './first-top-up';
import { trustedHosts } from './return-hosts';
import { requireCreator, type StoreCreator } from './store-creators';
import { requirePersonForHosts, requireStricterLimit, withoutLimitOfKey } from './store-limit';
import { findStore, storeTaxIdPlace } from './store-repository';
import { copyOwners, insertOwner } from './store-owners';
import {
  applyStore,
  closeStore,
  insertNewStore,
  tryToApply,
  updateStore,
  type NewStore,
  type StoreTools,
  type StoreWriteDeps,
} from './change-store';

export type ShownStore = Omit<Store, 'taxIdSealed'>;

interface StoreCaller {
  readonly tenant: Tenant;
  readonly actor: Actor;
}

/** Stores for keys, sessions and pages. Writes happen once for an Idempotency-Key. */
export interface Stores {
  /** @throws AppError NOT_FOUND */
  get(request: { readonly tenant: Tenant }): Promise<ShownStore>;
  /**
   * Changes the caller's store. The services receive the change before the answer, or within seconds when one is away.
   * @throws AppError INVALID_ARGUMENT, PERMISSION_DENIED for a key that would change the limit of approvals
   */
  update(request: StoreCaller & { readonly change: StoreChange }, context: CallContext): Promise<ShownStore>;
  /**
   * Closes the caller's store, whose name `confirm` repeats.
   * @throws AppError INVALID_ARGUMENT for another name
   */
  close(request: StoreCaller & { readonly confirm: string }, context: CallContext): Promise<ShownStore>;
  /**
   * Creates a further store, which the owners of the key's store own.
   * @throws AppError PERMISSION_DENIED where only the operator creates stores
   */
  create(request: StoreCaller & { readonly input: NewStore }, context: CallContext): Promise<ShownStore>;
  /**
   * Creates a store that one person owns, who may belong to none yet.
   * @throws AppError PERMISSION_DENIED where only the operator creates stores, without a fresh second factor for a
   * further store, and beyond as many as a person may own
   */
  createOwn(
    request: { readonly creator: StoreCreator; readonly input: NewStore },
    context: CallContext,
  ): Promise<ShownStore>;
  /** Whether others than the operator create stores. */
  readonly isCreationOpen: boolean;
  /** As of at most a second ago; false for an unknown store. */
  isClosed(storeId: string): Promise<boolean>;
  /** As of at most a second ago; none for an unknown store. */
  findBranding(storeId: string): Promise<Branding>;
  /** As of at most a second ago; none for an unknown store. */
  findPayerFields(storeId: string): Promise<PayerFields>;
  /** Where pages lead buyers, as of at most a second ago; nowhere for an unknown store. */
  findWaysOut(storeId: string): Promise<WaysOut>;
  /** As of at most a second ago; undefined for an unknown store. */
  findReceiptParty(storeId: string): Promise<ReceiptParty | undefined>;
}

export interface WaysOut {
  /** Where pages take buyers by themselves. */
  readonly hosts: readonly string[];
  /** Where a button leads that has no address of its own. */
  readonly website: string | undefined;
}

/** How old what pages show of a store may be. */
const seenMs = 1_000;

type StoreCreateDeps = StoreWriteDeps &
  TopUpDeps & { readonly isCreationOpen: boolean; readonly all: CrossTenant; readonly log: Log };

export function createStores(deps: StoreCreateDeps): Stores {
  const seen = createReadCache<Store | undefined>({ ttlMs: seenMs, nowMs: () => performance.now() });
  const recentStore = (storeId: string): Promise<Store | undefined> =>
    seen.get(storeId, () => findStore(deps.db, { storeId }));

  async function change(
    { tenant, actor }: StoreCaller,
    context: CallContext,
    write: (tx: Inside<StoreTools>, cause: { actor: Actor; requestId: string }) => Promise<Store>,
  ): Promise<ShownStore> {
    const { requestId } = context;
    const answer = await writeOnce(deps, keyedCall(tenant, context), storedJson<ShownStore>(), async (tx) =>
      shownStore(await write(tx, { actor, requestId })),
    );
    await tryToApply(deps, tenant);
    return answer;
  }

  return {
    isCreationOpen: deps.isCreationOpen,
    get: async ({ tenant }) => {
      const store = await findStore(deps.db, tenant);
      if (!store) throw storeNotFound();
      return shownStore(store);
    },
    update: (request, context) => change(request, context, (tx, cause) => updateChecked(tx, request, cause)),
    close: async (request, context) =>
      change(request, context, async (tx, cause) => {
        if (isSandboxStore(request.tenant)) throw notInSandbox();
        const store = await findStore(tx.db, request.tenant);
        if (store?.name !== request.confirm) throw closeNotConfirmed();
        return closeStore(tx, request.tenant, cause);
      }),
    create: async (request, context) => {
      if (isSandboxStore(request.tenant)) throw notInSandbox();
      return createOnce(deps, request, context, (tx, storeId, at) => copyOwners(tx, request.tenant, { storeId }, at));
    },
    createOwn: (request, context) => createOwn(deps, request, context),
    isClosed: async (storeId) => (await recentStore(storeId))?.status === 'CLOSED',
    findBranding: async (storeId) => (await recentStore(storeId))?.branding ?? noBranding,
    findPayerFields: async (storeId) => (await recentStore(storeId))?.payerFields ?? noPayerFields,
    findWaysOut: async (storeId) => {
      const store = await recentStore(storeId);
      return { hosts: store ? trustedHosts(store) : [], website: store?.website || undefined };
    },
    findReceiptParty: async (storeId) => findParty(deps, await recentStore(storeId)),
  };
}

async function updateChecked(
  tx: TxDeps,
  { tenant, actor, change: asked }: StoreCaller & { readonly change: StoreChange },
  cause: Cause,
): Promise<Store> {
  requirePersonForHosts(actor, asked);
  const change = await withoutLimitOfKey(tx.db, tenant, actor, asked);
  await requireStricterLimit(tx.db, tenant, change);
  return updateStore(tx, tenant, cause, change);
}

function createOwn(
  deps: StoreCreateDeps,
  { creator, input }: { readonly creator: StoreCreator; readonly input: NewStore },
  context: CallContext,
): Promise<ShownStore> {
  const { userId } = creator;
  const actor = { kind: 'USER', id: userId } as const;
  return createOnce(deps, { tenant: toTenant(userId, false), actor, input, creator }, context, (tx, storeId, at) =>
    insertOwner(tx, { storeId }, { userId, at }),
  );
}

/** Creates a store once for an idempotency key, which `tenant` keeps apart from those of other callers. */
async function createOnce(
  deps: StoreCreateDeps,
  { tenant, actor, input, creator }: StoreCaller & { readonly input: NewStore; readonly creator?: StoreCreator },
  context: CallContext,
  addOwners: (tx: Tx, storeId: string, at: Date) => Promise<void>,
): Promise<ShownStore> {
  const { all, isCreationOpen } = deps;
  if (!isCreationOpen) throw storeCreationClosed();
  return resumeOnce(deps, keyedCall(tenant, context), storedJson<ShownStore>(), {
    begin: async (tx) => {
      if (creator) await requireCreator(tx.db, all, creator);
      const { id } = await insertNewStore(tx, { actor, requestId: context.requestId }, input);
      await addOwners(tx.db, id, tx.clock.real());
      return id;
    },
    finish: async (storeId) => {
      const store = await applyStore(deps, { storeId });
      await topUpFirst(deps, storeId, context.requestId).catch((error: unknown) => {
        deps.log.warn({ err: error, storeId }, 'the first top-up of a test store failed');
      });
      return shownStore(store);
    },
  });
}

function findParty({ sealer }: StoreWriteDeps, store: Store | undefined): ReceiptParty | undefined {
  if (!store) return undefined;
  const { id, name, legalName, taxIdSealed } = store;
  return toReceiptParty(name, legalName, sealer.open(taxIdSealed, storeTaxIdPlace(id)));
}

function shownStore({ taxIdSealed: _sealed, ...store }: Store): ShownStore {
  return store;
}
