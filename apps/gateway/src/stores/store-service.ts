import { isTaxId, normalizeTaxId, tenantOf } from '@pitanga/core';
import { appendEvents, inTransaction } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import type { SettingsClients } from '../clients';
import type { StoreDeps } from '../deps';
import type { Store, StoreSettings } from './store';
import { holderTaxIdInvalid, storeNotFound } from './store-errors';
import { activateStore, findStore, insertStore, storeTaxIdPlace } from './store-repository';

export interface StoreCreationDeps extends StoreDeps {
  readonly settings: SettingsClients;
  readonly sealer: Sealer;
}

export interface NewStore extends StoreSettings {
  readonly name: string;
  readonly website: string;
  /** CPF or CNPJ of the account holder, punctuated or not. */
  readonly taxId: string;
  readonly rateLimitPerSecond?: number | undefined;
}

/**
 * Creates a store in both environments: inserts the row, configures the services that use its settings, then sets
 * ACTIVE and appends `store.created`. A crash in between leaves a CREATING store, whose keys are not accepted; {@link
 * completeStore} finishes it.
 */
export async function createStore(deps: StoreCreationDeps, input: NewStore): Promise<Store> {
  if (!isTaxId(input.taxId)) throw holderTaxIdInvalid();
  const now = deps.clock.real();
  const id = deps.ids.next('store', now);
  const store: Store = {
    id,
    name: input.name,
    website: input.website,
    taxIdSealed: deps.sealer.seal(normalizeTaxId(input.taxId), storeTaxIdPlace(id)),
    status: 'CREATING',
    rateLimitPerSecond: input.rateLimitPerSecond,
    createdAt: now,
  };
  await insertStore(deps.db, tenantOf(store.id, false), store);
  return completeStore(deps, store.id, input);
}

/** Finishes the creation of a store from any step; a repeat changes nothing. */
export async function completeStore(deps: StoreCreationDeps, storeId: string, settings: StoreSettings): Promise<Store> {
  const tenant = tenantOf(storeId, false);
  const store = await findStore(deps.db, tenant);
  if (!store) throw storeNotFound();
  if (store.status === 'ACTIVE') return store;
  await configureServices(deps, store, settings);

  const now = deps.clock.real();
  await inTransaction(deps.db, async (tx) => {
    if (!(await activateStore(tx, tenant))) return;
    const data = { storeId, name: store.name, createdAt: store.createdAt };
    const id = deps.ids.next('event', now);
    await appendEvents(tx, [{ type: 'store.created', id, key: storeId, occurredAt: now, data }], now);
  });
  return { ...store, status: 'ACTIVE' };
}

/** Both calls replace the whole settings, so a repeat after a crash is safe. */
async function configureServices(deps: StoreCreationDeps, store: Store, settings: StoreSettings): Promise<void> {
  const context = { requestId: deps.ids.next('request', deps.clock.real()) };
  const { fees } = settings;
  await deps.settings.billingSettings.configureBilling(
    {
      storeId: store.id,
      merchantName: store.name,
      merchantCity: settings.city,
      pixFeeCents: fees.pixCents,
      boletoFeeCents: fees.boletoCents,
      cardFees: {
        singleBasisPoints: fees.cardSingleBasisPoints,
        shortBasisPoints: fees.cardShortBasisPoints,
        longBasisPoints: fees.cardLongBasisPoints,
        fixedCents: fees.cardFixedCents,
      },
      automaticPixDev: settings.automaticPix.dev,
      automaticPixProd: settings.automaticPix.prod,
    },
    context,
  );
  await deps.settings.payoutsSettings.configurePayouts(
    {
      storeId: store.id,
      holderTaxId: deps.sealer.open(store.taxIdSealed, storeTaxIdPlace(store.id)),
      payoutFeeCents: fees.payoutCents,
    },
    context,
  );
}
