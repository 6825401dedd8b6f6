import { providerNotConfigured, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import {
  cardTokenLifetimeMs,
  hashToken,
  isCardToken,
  isSavedToken,
  newCardToken,
  deriveSavedToken,
  type CardToken,
  type SavedCard,
} from '../cards/card';
import { cardTokenExpired, cardTokenInvalid, cardTokenUsed } from '../cards/card-errors';
import {
  findCardBySavedToken,
  findCardOfValidToken,
  findCardTokenUse,
  insertCard,
  useUpCardToken,
} from '../cards/card-repository';
import { walletsUnsupported } from '../checkouts/checkout-errors';
import type { ReadDeps, SetupDeps } from '../deps';
import type { Wallet } from '../money/wallets';
import { findSetup, offeredProviders } from './store-setup';
import { cardTypedAtProvider } from '../provider/card-data';
import { createSimulatedCardProvider, testCardInput } from '../provider/simulated-card-provider';
import type { CardFields, CardInput, CardProvider } from '../provider/card-provider';

type VaultDeps = Pick<ReadDeps, 'db' | 'clock' | 'ids' | 'sealer'>;
export type CardDeps = VaultDeps & SetupDeps;

/** A token of a card just stored. */
export interface NewCardToken extends CardToken {
  /** The same whenever the same number is stored at this provider; absent where the caller knows the number. */
  readonly fingerprint: string | undefined;
}

/**
 * Stores a card in the vault and returns a token for one charge within a minute. The number and the security code are
 * sent to the vault only; in production the vault has the card already, from its own fields.
 * @throws AppError UNAVAILABLE PROVIDER_NOT_CONFIGURED before anything else, INVALID_ARGUMENT for an invalid card.
 */
export async function createCardToken(
  deps: CardDeps,
  tenant: Tenant,
  card: CardInput,
  accept: AcceptWallet = acceptNoWallet,
): Promise<NewCardToken> {
  const { card: provider } = offeredProviders(await findSetup(deps, tenant), tenant);
  if (!provider) throw providerNotConfigured('CARD');
  if (provider.fields?.kind === 'HOSTED' && !('isTypedAtProvider' in card)) throw cardTypedAtProvider();
  return vaultCard(deps, tenant, provider, card, accept);
}

/** Throws unless a card of this wallet, or of none, is taken; nothing is kept of one that is not. */
export type AcceptWallet = (wallet: Wallet | undefined) => void;

function acceptNoWallet(wallet: Wallet | undefined): void {
  if (wallet) throw walletsUnsupported();
}

async function vaultCard(
  deps: VaultDeps,
  tenant: Tenant,
  provider: CardProvider,
  card: CardInput,
  accept: AcceptWallet,
): Promise<NewCardToken> {
  const { fingerprint, ...vaulted } = await provider.vaultCard(card);
  accept(vaulted.wallet);
  const now = deps.clock.now(tenant);
  const id = deps.ids.next('savedCard', now);
  const token = newCardToken(deps.ids);
  const expiresAt = new Date(deps.clock.real().getTime() + cardTokenLifetimeMs);
  const tokenHash = hashToken(deriveSavedToken(deps.sealer, id));
  await insertCard(
    deps.db,
    tenant,
    { id, provider: provider.name, ...vaulted, wallet: vaulted.wallet, tokenHash, createdAt: now },
    { hash: hashToken(token), expiresAt },
  );
  const { brand, lastFour } = vaulted;
  return { id: token, brand, lastFour, expiresAt, fingerprint };
}

/**
 * The fields by which a browser gives a card; undefined for a provider that takes the card itself.
 * @throws AppError UNAVAILABLE PROVIDER_NOT_CONFIGURED for a store that takes no cards
 */
export async function readCardFields(deps: CardDeps, tenant: Tenant): Promise<CardFields | undefined> {
  const { card: provider } = offeredProviders(await findSetup(deps, tenant), tenant);
  if (!provider) throw providerNotConfigured('CARD');
  return provider.fields;
}

/** AbacatePay's token of its test environment: any number of charges, all approved. */
const approvedTestToken = 'dev_card_4242';

/**
 * The card of a token: a `ctok_…`, which this uses up unless the caller's transaction rolls back, a saved `card_tok_…`, or
 * in dev mode `dev_card_4242`.
 * @throws AppError INVALID_ARGUMENT when the token is used, expired, unknown or another tenant's.
 */
export async function cardForCharge(deps: VaultDeps, tenant: Tenant, token: string): Promise<SavedCard> {
  if (tenant.devMode && token === approvedTestToken) {
    const vault = createSimulatedCardProvider(deps);
    const { id } = await vaultCard(deps, tenant, vault, testCardInput(deps.clock.real(), 'Test'), acceptNoWallet);
    return useCardToken(deps.db, tenant, id, deps.clock.real());
  }
  if (isCardToken(token)) return useCardToken(deps.db, tenant, token, deps.clock.real());
  const card = isSavedToken(token) ? await findCardBySavedToken(deps.db, tenant, token) : undefined;
  if (!card) throw cardTokenInvalid();
  return card;
}

/**
 * Uses up a `ctok_…`: of concurrent calls one gets the card. `now` is real time.
 * @throws AppError INVALID_ARGUMENT when the token is used, expired, unknown or another tenant's.
 */
export async function useCardToken(db: Db, tenant: Tenant, token: string, now: Date): Promise<SavedCard> {
  const hash = hashToken(token);
  const card = await useUpCardToken(db, tenant, hash, now);
  if (card) return card;
  const use = await findCardTokenUse(db, tenant, hash);
  if (!use) throw cardTokenInvalid();
  throw use.isUsed ? cardTokenUsed() : cardTokenExpired();
}

/** The card of a token, which this does not use up; undefined for a token that cannot be used. */
export async function findCardOfToken(
  { db, clock }: Pick<ReadDeps, 'db' | 'clock'>,
  tenant: Tenant,
  token: string,
): Promise<SavedCard | undefined> {
  if (isSavedToken(token)) return findCardBySavedToken(db, tenant, token);
  return findCardOfValidToken(db, tenant, hashToken(token), clock.real());
}
