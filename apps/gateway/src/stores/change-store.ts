import { isAppError, isSandboxStore, isTaxId, normalizeTaxId, type CrossTenant, type StoreScope } from '@pitanga/core';
import { appendEvents, transact, type Inside, type Locked, type Pool } from '@pitanga/database';
import type { Log, Sealer } from '@pitanga/runtime';
import { appendAudit } from '../audit/audit-log';
import type { Cause } from '../audit/cause';
import type { SettingsClients } from '../clients';
import type { UseCaseDeps, Tools, TxDeps } from '../use-case-deps';
import {
  applyChange,
  defaultSettings,
  newProfile,
  type Store,
  type StoreChange,
  type StoreProfile,
  type StoreSettings,
} from './store';
import { storeDifference, storeParts } from './store-audit';
import { holderTaxIdInvalid, notInSandbox, storeNotFound, storeNotReady } from './store-errors';
import { billingSettings, mailSettings, payoutsSettings, storeChanged } from './store-messages';
import { findStore, insertStore, listUnappliedStores, lockStore, saveStore, storeTaxIdPlace } from './store-repository';
import { checkedStore } from './store-rules';

export interface StoreTools extends Tools {
  readonly sealer: Sealer;
}

export interface StoreWriteDeps extends StoreTools {
  readonly db: Pool;
  readonly tools: StoreTools;
  readonly settings: SettingsClients;
}

/** What is not given is as in `defaultSettings`. */
export interface NewStore extends StoreChange {
  readonly name: string;
  readonly website: string;
  /** CPF or CNPJ of the account holder, punctuated or not. */
  readonly taxId: string;
}

/**
 * Creates a store in both environments: inserts the row, configures the services that use its settings, then sets
 * ACTIVE and appends `store.created`. A crash in between leaves a CREATING store, whose keys are not accepted; {@link
 * applyUnapplied} finishes it.
 * @throws AppError UNAVAILABLE while a service is away: the store is CREATING then
 */
export async function createStore(deps: StoreWriteDeps, cause: Cause, input: NewStore): Promise<Store> {
  const { id } = await transact(deps, (tx) => insertNewStore(tx, cause, input));
  return applyStore(deps, { storeId: id });
}

/** Inserts a CREATING store with its audit entry. */
export async function insertNewStore(tx: Inside<StoreTools>, cause: Cause, input: NewStore): Promise<Store> {
  if (!isTaxId(input.taxId)) throw holderTaxIdInvalid();
  const settings = checkedStore(applyChange({ ...newProfile(input.name, input.website), ...defaultSettings }, input));
  const id = tx.ids.next('store', tx.clock.real());
  const taxId = normalizeTaxId(input.taxId);
  return insertCreating(tx, cause, { ...settings, id, taxId, sandboxOf: undefined });
}

/** Inserts a CREATING store for a sandbox, with the settings of the store that it is a sandbox of. */
export async function insertSandboxStore(
  tx: Inside<StoreTools>,
  cause: Cause,
  of: Locked<Store>,
  name: string,
): Promise<Store> {
  const taxId = tx.sealer.open(of.taxIdSealed, storeTaxIdPlace(of.id));
  const id = tx.ids.next('sandboxStore', tx.clock.real());
  return insertCreating(tx, cause, { ...of, ...checkedStore({ ...of, name }), id, taxId, sandboxOf: of.id });
}

async function insertCreating(
  tx: Inside<StoreTools>,
  cause: Cause,
  { taxId, ...settings }: StoreProfile & StoreSettings & Pick<Store, 'id' | 'sandboxOf'> & { readonly taxId: string },
): Promise<Store> {
  const { id } = settings;
  const store: Store = {
    ...settings,
    taxIdSealed: tx.sealer.seal(taxId, storeTaxIdPlace(id)),
    status: 'CREATING',
    createdAt: tx.clock.real(),
    closedAt: undefined,
    version: 1,
    appliedVersion: 0,
    billingAppliedVersion: 0,
  };
  const scope = { storeId: id };
  await insertStore(tx.db, scope, store);
  const target = { type: 'store', id };
  await appendAudit(tx, scope, { ...cause, action: 'store.created', target, after: storeParts(store) });
  return store;
}

/**
 * Changes a store's row, for {@link applyStore} to tell the services. One that changes nothing writes nothing.
 * @throws AppError INVALID_ARGUMENT for a value that no service would take, NOT_FOUND for an unknown store
 */
export function updateStore(tx: TxDeps, scope: StoreScope, cause: Cause, change: StoreChange): Promise<Store> {
  return changeStore(tx, scope, cause, 'store.updated', (store) => checkedStore(applyChange(store, change)));
}

/** ACTIVE → CLOSED; a closed store stays as it is. Every gateway refuses its keys within one second. */
export function closeStore(tx: TxDeps, scope: StoreScope, cause: Cause): Promise<Store> {
  return changeStore(tx, scope, cause, 'store.closed', (store, now) => {
    if (store.status === 'CREATING') throw storeNotReady();
    return store.status === 'CLOSED' ? store : { ...store, status: 'CLOSED', closedAt: now };
  });
}

/** CLOSED → ACTIVE; never the store of a sandbox, whose rows are being deleted. */
export function reopenStore(tx: TxDeps, scope: StoreScope, cause: Cause): Promise<Store> {
  if (isSandboxStore(scope)) throw notInSandbox();
  return changeStore(tx, scope, cause, 'store.reopened', (store) =>
    store.status === 'CLOSED' ? { ...store, status: 'ACTIVE', closedAt: undefined } : store,
  );
}

async function changeStore(
  tx: TxDeps,
  scope: StoreScope,
  cause: Cause,
  action: string,
  change: (store: Store, now: Date) => Store,
): Promise<Store> {
  const { store, difference } = await writeStore(tx, scope, change);
  if (!difference) return store;
  await appendAudit(tx, scope, { ...cause, action, target: { type: 'store', id: store.id }, ...difference });
  return store;
}

/** The change with its event, for a caller that writes the audit entry of the act. */
export async function writeStore(
  tx: TxDeps,
  scope: StoreScope,
  change: (store: Store, now: Date) => Store,
): Promise<{ readonly store: Store; readonly difference: ReturnType<typeof storeDifference> }> {
  const store = await lockStore(tx.db, scope);
  if (!store) throw storeNotFound();
  const now = tx.clock.real();
  const changed = change(store, now);
  const difference = storeDifference(store, changed);
  if (!difference) return { store, difference };
  const next = { ...changed, version: store.version + 1 };
  await saveStore(tx.db, scope, store, next);
  await appendEvents(tx.db, [storeChanged(store, next, tx.ids.next('event', now), now)], now);
  return { store: next, difference };
}

/** Changes that come while the services are called; the job sends the rest. */
const roundsMax = 5;

/**
 * Tells the services the store as it is now, and makes a CREATING one ACTIVE with `store.created`. A repeat changes
 * nothing: the services keep the newest version, however the calls overtake each other.
 */
export async function applyStore(deps: StoreWriteDeps, scope: StoreScope): Promise<Store> {
  for (let round = 0; ;) {
    const store = await findStore(deps.db, scope);
    if (!store) throw storeNotFound();
    if (isApplied(store) || round === roundsMax) return store;
    const isWhole = await configureServices(deps, store);
    await markApplied(deps, scope, store.version, isWhole);
    // The job asks a billing of before the beneficiary again later.
    round = isWhole ? round + 1 : roundsMax;
  }
}

export function isApplied({ status, version, appliedVersion, billingAppliedVersion }: Store): boolean {
  return status !== 'CREATING' && Math.min(appliedVersion, billingAppliedVersion) >= version;
}

async function markApplied(deps: UseCaseDeps, scope: StoreScope, version: number, isWhole: boolean): Promise<void> {
  const now = deps.clock.real();
  await transact(deps, async (tx) => {
    const store = await lockStore(tx.db, scope);
    if (!store) throw storeNotFound();
    const isNew = store.status === 'CREATING';
    const applied = {
      appliedVersion: Math.max(store.appliedVersion, version),
      billingAppliedVersion: isWhole ? Math.max(store.billingAppliedVersion, version) : store.billingAppliedVersion,
    };
    await saveStore(tx.db, scope, store, { ...store, ...applied, ...(isNew && { status: 'ACTIVE' }) });
    if (!isNew) return;
    const { id: storeId, name, createdAt } = store;
    const head = { id: tx.ids.next('event', now), key: storeId, occurredAt: now };
    await appendEvents(tx.db, [{ ...head, type: 'store.created', data: { storeId, name, createdAt } }], now);
  });
}

/**
 * Each call replaces the whole settings of an older version. False when billing keeps no beneficiary yet.
 * @param allowListKey what the store's list of Pix keys is keyed with; it never changes
 */
export async function configureServices(
  deps: Pick<StoreWriteDeps, 'clock' | 'ids' | 'sealer' | 'settings'>,
  store: Store,
  allowListKey?: Buffer,
): Promise<boolean> {
  const context = { requestId: deps.ids.next('request', deps.clock.real()) };
  const holderTaxId = deps.sealer.open(store.taxIdSealed, storeTaxIdPlace(store.id));
  const { keepsBeneficiary } = await deps.settings.billingSettings.configureBilling(
    { ...billingSettings(store, holderTaxId), allowListKey },
    context,
  );
  await deps.settings.payoutsSettings.configurePayouts(
    { ...payoutsSettings(store, holderTaxId), allowListKey },
    context,
  );
  // Before its first event. What of a store changes later, a job tells webhooks: payments do not wait for mail.
  if (store.status === 'CREATING') await deps.settings.mails.configureMail(mailSettings(store), context);
  return keepsBeneficiary;
}

const storesAtOnce = 100;

/** Finishes what a crash or an outage left: stores that the services do not know as they are. Returns how many. */
export async function applyUnapplied(
  deps: StoreWriteDeps & { readonly log: Log },
  all: CrossTenant,
): Promise<{ readonly applied: number }> {
  let applied = 0;
  for (const { id } of await listUnappliedStores(deps.db, all, storesAtOnce)) {
    if (await tryToApply(deps, { storeId: id })) applied += 1;
  }
  return { applied };
}

/** False while a service is away: the change stands, and {@link applyUnapplied} tells it. */
export async function tryToApply(deps: StoreWriteDeps & { readonly log: Log }, scope: StoreScope): Promise<boolean> {
  try {
    return isApplied(await applyStore(deps, scope));
  } catch (error) {
    const isAway = isAppError(error) && (error.kind === 'UNAVAILABLE' || error.kind === 'DEADLINE_EXCEEDED');
    deps.log[isAway ? 'warn' : 'error']({ err: error, ...scope }, 'the services could not be told a change of a store');
    return false;
  }
}
