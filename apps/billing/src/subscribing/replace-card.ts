import { cardDeclined, providerNotConfigured, type CrossTenant, type Tenant } from '@pitanga/core';
import { appendEvents, transact, type Locked } from '@pitanga/database';
import type { Agreement } from '../agreements/agreement';
import { agreementEnded, agreementNotFound } from '../agreements/agreement-errors';
import { lockAgreement, saveAgreement } from '../agreements/agreement-repository';
import { isOverdue, isUnreadable, type CardReplacement } from '../card-replacements/card-replacement';
import {
  endReplacement,
  findReplacement,
  insertReplacement,
  refuseWaiting,
  resolveReplacement,
} from '../card-replacements/card-replacement-repository';
import type { SavedCard } from '../cards/card';
import { cardNeedsConfirmation, cardReplacementNotFound } from '../cards/card-errors';
import { findCard } from '../cards/card-repository';
import type { Deps, TxDeps } from '../deps';
import { cardForCharge, findCardOfToken } from '../managing/card-service';
import { checkSubscriptionCard } from '../charging/provider-for';
import { cardReplacedEvent } from '../messages/agreement-events';
import { cardActionUrl } from '../messages/charge-wire';
import type { CardOutcome } from '../provider/card-provider';
import { findAdapter } from '../provider/providers';

export interface NewCardOfSubscription {
  readonly subscriptionId: string;
  /** A `ctok_…` or `card_tok_…`. */
  readonly token: string;
  /** Whether the caller can send the card's holder to a page. */
  readonly canConfirm: boolean;
  /** Where the subscription is, for the event of a card that is confirmed later. */
  readonly cycleNumber: number | undefined;
  readonly attempts: number | undefined;
}

/** A confirmation that the bank of a new card asks for. */
type AskedConfirmation = Pick<CardReplacement, 'id' | 'reference'>;

/**
 * Verifies a new card, as the start of a trial does, because the next charge comes without its buyer. INVALID_ARGUMENT for
 * a card that the bank declines, or wants confirmed where that cannot be.
 */
export async function verifyNewCard(
  deps: Deps,
  tenant: Tenant,
  { token, canConfirm }: NewCardOfSubscription,
): Promise<AskedConfirmation | undefined> {
  const card = await findCardOfToken(deps, tenant, token);
  const provider = card && findAdapter(await deps.findProviders(tenant), 'card', card.provider);
  if (!provider) return undefined;
  checkSubscriptionCard(provider, true);
  // A verification that was lost in a crash is made anew: it moves no money, and its address was never shown.
  const id = deps.ids.next('cardReplacement', deps.clock.real());
  const returnUrl = canConfirm ? `${cardActionUrl(deps.publicUrl, id)}?back=1` : deps.publicUrl;
  const outcome = await provider.verifyCard({ attemptId: id, vaultReference: card.vaultReference, returnUrl });
  if (outcome.status === 'DECLINED') throw cardDeclined(outcome.code);
  if (outcome.status === 'APPROVED') return undefined;
  if (!canConfirm) throw cardNeedsConfirmation();
  return { id, reference: outcome.reference };
}

/**
 * Replaces the card of the next charges; with `asked` after its holder has confirmed it, and the card before stays until
 * then. INVALID_ARGUMENT for a token that cannot be used. The newest card wins: one that waits is refused.
 */
export async function replaceCard(
  tx: TxDeps,
  tenant: Tenant,
  input: NewCardOfSubscription,
  asked: AskedConfirmation | undefined,
): Promise<{ readonly card: SavedCard; readonly actionUrl: string | undefined }> {
  const { subscriptionId, cycleNumber, attempts } = input;
  const agreement = await lockAgreement(tx.db, tenant, subscriptionId);
  if (!agreement) throw agreementNotFound();
  if (!takesCards(agreement)) throw agreementEnded();
  const card = await cardForCharge(tx, tenant, input.token);
  await refuseWaiting(tx.db, tenant, agreement);
  if (!asked) {
    await saveCard(tx, tenant, agreement, card, undefined);
    return { card, actionUrl: undefined };
  }
  const createdAt = tx.clock.real();
  const waiting = { ...asked, cardId: card.id, cycleNumber, attempts, createdAt } as const;
  await insertReplacement(
    tx.db,
    tenant,
    agreement,
    { ...waiting, status: 'WAITING' },
    new Date(createdAt.getTime() + firstReadMs),
  );
  return { card, actionUrl: cardActionUrl(tx.publicUrl, asked.id) };
}

const firstReadMs = 30_000;

function takesCards({ status, method }: Agreement): boolean {
  return status === 'ACTIVE' && method === 'CARD';
}

async function saveCard(
  tx: TxDeps,
  tenant: Tenant,
  agreement: Locked<Agreement>,
  card: SavedCard,
  confirmed: CardReplacement | undefined,
): Promise<void> {
  const replacedAt = tx.clock.now(tenant);
  await saveAgreement(tx.db, tenant, agreement, { ...agreement, cardId: card.id, updatedAt: replacedAt });
  const event = cardReplacedEvent(tx.ids, tenant, agreement, { card, replacedAt, confirmed });
  await appendEvents(tx.db, [event], tx.clock.real());
}

export interface ReplacementState {
  readonly replacement: CardReplacement;
  /** Where the holder confirms the card, at the provider; absent once it has ended. */
  readonly actionUrl: string | undefined;
}

/** {@link readReplacement} of an unguessable id. NOT_FOUND for any other. */
export async function resumeReplacement(
  deps: Deps,
  all: CrossTenant,
  id: string,
  isAbandoned: boolean,
): Promise<ReplacementState & { readonly tenant: Tenant }> {
  const found = await resolveReplacement(deps.db, all, id);
  if (!found) throw cardReplacementNotFound();
  const { tenant, replacement } = found;
  return { tenant, ...(await readReplacement(deps, tenant, replacement, isAbandoned)) };
}

/**
 * Reads at the provider what became of a confirmation, and replaces the card once it is confirmed. One that is given up or
 * has waited too long is cancelled at the provider first; if its holder was faster, the card is replaced. A repeat changes
 * nothing.
 */
export async function readReplacement(
  deps: Deps,
  tenant: Tenant,
  replacement: CardReplacement,
  isAbandoned = false,
): Promise<ReplacementState> {
  if (replacement.status !== 'WAITING') return { replacement, actionUrl: undefined };
  const outcome = await readOutcome(deps, tenant, replacement, isAbandoned);
  if (outcome?.status === 'REQUIRES_ACTION') return { replacement, actionUrl: outcome.actionUrl };
  return { replacement: await end(deps, tenant, replacement, outcome?.status === 'APPROVED'), actionUrl: undefined };
}

/** Undefined for a confirmation that will not come. */
async function readOutcome(
  deps: Deps,
  tenant: Tenant,
  replacement: CardReplacement,
  isAbandoned: boolean,
): Promise<CardOutcome | undefined> {
  const { id: replacementId, reference } = replacement;
  const now = deps.clock.real();
  try {
    // Also of a store that was closed meanwhile.
    const card = await findCard(deps.db, tenant, replacement.cardId);
    const provider = card && findAdapter(await deps.findProviders(tenant), 'card', card.provider);
    if (!provider) throw providerNotConfigured('CARD');
    return await (isAbandoned || isOverdue(replacement, now)
      ? provider.cancelVerification(reference)
      : provider.readVerification(reference));
  } catch (error) {
    if (!isUnreadable(replacement, now)) throw error;
    deps.log.error(
      { err: error, storeId: tenant.storeId, replacementId },
      'the confirmation of a new card is given up',
    );
    return undefined;
  }
}

async function end(
  deps: Deps,
  tenant: Tenant,
  { id, subscriptionId, cardId }: CardReplacement,
  isConfirmed: boolean,
): Promise<CardReplacement> {
  return transact(deps, async (tx) => {
    const agreement = await lockAgreement(tx.db, tenant, subscriptionId);
    // Another process may have ended it since.
    const current = agreement && (await findReplacement(tx.db, tenant, agreement, id));
    if (!agreement || !current) throw cardReplacementNotFound();
    if (current.status !== 'WAITING') return current;
    const card = isConfirmed && takesCards(agreement) ? await findCard(tx.db, tenant, cardId) : undefined;
    // A card whose holder was erased meanwhile is in no vault.
    const isDone = card !== undefined && card.vaultReference !== '';
    if (isDone) await saveCard(tx, tenant, agreement, card, current);
    const status = isDone ? 'DONE' : 'REFUSED';
    await endReplacement(tx.db, tenant, agreement, id, status);
    return { ...current, status };
  });
}
