import { providerNotConfigured, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import {
  cardTokenLifetimeMs,
  hashToken,
  isCardToken,
  isSavedToken,
  newCardToken,
  savedTokenOf,
  type CardToken,
  type SavedCard,
} from '../cards/card';
import { cardTokenExpired, cardTokenInvalid, cardTokenUsed } from '../cards/card-errors';
import { findCardBySavedToken, findCardTokenUse } from '../cards/card-queries';
import { insertCard, takeCardToken } from '../cards/card-repository';
import type { Deps } from '../deps';
import type { CardData } from '../provider/card-provider';

export type CardDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'sealer' | 'providersOf'>;

/**
 * Puts a card into the vault and answers a token for one charge within a minute. The number and the security
 * code go to the vault and nowhere else.
 * @throws AppError UNAVAILABLE PROVIDER_NOT_CONFIGURED before anything else, INVALID_ARGUMENT for a card that cannot be one.
 */
export async function createCardToken(deps: CardDeps, tenant: Tenant, card: CardData): Promise<CardToken> {
  const { card: provider } = await deps.providersOf(tenant);
  if (!provider) throw providerNotConfigured('CARD');
  const { vaultReference, brand, lastFour } = await provider.vaultCard(card);
  const now = deps.clock.now(tenant);
  const id = deps.ids.next('savedCard', now);
  const token = newCardToken(deps.ids);
  const expiresAt = new Date(deps.clock.real().getTime() + cardTokenLifetimeMs);
  await insertCard(
    deps.db,
    tenant,
    {
      id,
      provider: provider.name,
      vaultReference,
      brand,
      lastFour,
      holderName: card.holderName,
      expMonth: card.expMonth,
      expYear: card.expYear,
      tokenHash: hashToken(savedTokenOf(deps.sealer, id)),
      createdAt: now,
    },
    { hash: hashToken(token), expiresAt },
  );
  return { id: token, brand, lastFour, expiresAt };
}

/**
 * The card to charge for a token: a `ctok_…`, which this uses up, or a saved `card_tok_…`. Within the caller's
 * transaction, whose rollback gives a used token back.
 * @throws AppError INVALID_ARGUMENT when the token is used, expired, unknown or another tenant's.
 */
export async function cardForCharge(
  deps: Pick<CardDeps, 'db' | 'clock'>,
  tenant: Tenant,
  token: string,
): Promise<SavedCard> {
  if (isCardToken(token)) return useCardToken(deps.db, tenant, token, deps.clock.real());
  const card = isSavedToken(token) ? await findCardBySavedToken(deps.db, tenant, token) : undefined;
  if (!card) throw cardTokenInvalid();
  return card;
}

/**
 * Uses a `ctok_…` up: of any number of uses at once one gets the card. `now` is real time.
 * @throws AppError INVALID_ARGUMENT when the token is used, expired, unknown or another tenant's.
 */
export async function useCardToken(db: Db, tenant: Tenant, token: string, now: Date): Promise<SavedCard> {
  const hash = hashToken(token);
  const card = await takeCardToken(db, tenant, hash, now);
  if (card) return card;
  const use = await findCardTokenUse(db, tenant, hash);
  if (!use) throw cardTokenInvalid();
  throw use.isUsed ? cardTokenUsed() : cardTokenExpired();
}
