import type { Tenant } from '@pitanga/core';
import { appendEvents, inTransaction } from '@pitanga/database';
import {
  agreementEnded,
  agreementNotFound,
  notAPixAgreement,
  revocationInProduction,
} from '../agreements/agreement-errors';
import { lockAgreement, saveAgreement } from '../agreements/agreement-repository';
import { lockAuthorization } from '../authorizations/authorization-repository';
import type { SavedCard } from '../cards/card';
import { cardDeclined, cardNeedsConfirmation } from '../cards/card-errors';
import type { Deps } from '../deps';
import { cardForCharge, findCardOfToken } from '../managing/card-service';
import { agreementEndedEvent, agreementRevokedEvent, cardReplacedEvent } from '../messages/agreement-events';
import { endAtBank } from './refuse-start';

/**
 * Replaces the card of the next charges. A provider with its own fields verifies the card first, because the next charge
 * comes without its buyer. INVALID_ARGUMENT for a token that cannot be used and for a card that the bank does not confirm.
 */
export async function replaceCard(
  deps: Deps,
  tenant: Tenant,
  input: { readonly subscriptionId: string; readonly token: string },
): Promise<SavedCard> {
  await verifyForRenewals(deps, tenant, input.token);
  return inTransaction(deps.db, async (db) => {
    const agreement = await lockAgreement(db, tenant, input.subscriptionId);
    if (!agreement) throw agreementNotFound();
    if (agreement.status !== 'ACTIVE' || agreement.method !== 'CARD') throw agreementEnded();
    const card = await cardForCharge({ ...deps, db }, tenant, input.token);
    const replacedAt = deps.clock.now(tenant);
    await saveAgreement(db, tenant, agreement, { ...agreement, cardId: card.id, updatedAt: replacedAt });
    await appendEvents(db, [cardReplacedEvent(deps.ids, tenant, agreement, card, replacedAt)], deps.clock.real());
    return card;
  });
}

async function verifyForRenewals(deps: Deps, tenant: Tenant, token: string): Promise<void> {
  const { card: provider } = await deps.providersOf(tenant);
  if (!provider?.fields) return;
  const card = await findCardOfToken(deps, tenant, token);
  if (!card) return;
  const { id: attemptId, vaultReference } = card;
  const outcome = await provider.verifyCard({ attemptId, vaultReference, returnUrl: deps.publicUrl });
  if (outcome.status === 'DECLINED') throw cardDeclined();
  // The page of a replaced card has no way to the bank: the buyer takes another card.
  if (outcome.status === 'REQUIRES_ACTION') throw cardNeedsConfirmation();
}

/**
 * ACTIVE → ENDED: no more charges, and the customer may subscribe again. The payer's bank is told to end the
 * authorisation. Ending it twice changes nothing.
 */
export async function endAgreement(deps: Deps, tenant: Tenant, subscriptionId: string): Promise<void> {
  await inTransaction(deps.db, async (db) => {
    const agreement = await lockAgreement(db, tenant, subscriptionId);
    if (!agreement) throw agreementNotFound();
    if (agreement.status !== 'ACTIVE') return;
    const endedAt = deps.clock.now(tenant);
    await saveAgreement(db, tenant, agreement, { ...agreement, status: 'ENDED', updatedAt: endedAt });
    await appendEvents(db, [agreementEndedEvent(deps.ids, tenant, agreement, endedAt)], deps.clock.real());
    const authorization = tenant.devMode ? undefined : await lockAuthorization(db, tenant, subscriptionId);
    if (authorization) await endAtBank({ ...deps, db }, tenant, authorization, endedAt);
  });
}

/** Dev mode: the payer revokes the authorization in the bank's app. */
export async function simulateAuthorizationCancelled(
  deps: Deps,
  tenant: Tenant,
  subscriptionId: string,
): Promise<void> {
  if (!tenant.devMode) throw revocationInProduction();
  await inTransaction(deps.db, async (db) => {
    const agreement = await lockAgreement(db, tenant, subscriptionId);
    if (!agreement) throw agreementNotFound();
    if (agreement.method !== 'PIX') throw notAPixAgreement();
    if (agreement.status !== 'ACTIVE') throw agreementEnded();
    const revokedAt = deps.clock.now(tenant);
    await saveAgreement(db, tenant, agreement, { ...agreement, status: 'ENDED', updatedAt: revokedAt });
    await appendEvents(db, [agreementRevokedEvent(deps.ids, tenant, agreement, revokedAt)], deps.clock.real());
  });
}
