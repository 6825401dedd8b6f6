import type { Tenant } from '@pitanga/core';
import { appendEvents, transact } from '@pitanga/database';
import {
  agreementEnded,
  agreementNotFound,
  notAPixAgreement,
  revocationInProduction,
} from '../agreements/agreement-errors';
import { lockAgreement, saveAgreement } from '../agreements/agreement-repository';
import { lockAuthorization } from '../authorizations/authorization-repository';
import type { Deps, TxDeps } from '../deps';
import { agreementEndedEvent, agreementRevokedEvent } from '../messages/agreement-events';
import { endAtBank } from './refuse-start';

/**
 * ACTIVE → ENDED: no more charges, and the customer may subscribe again. The payer's bank is asked to end the
 * authorisation. Ending it twice changes nothing.
 */
export async function endAgreement(deps: Deps, tenant: Tenant, subscriptionId: string): Promise<void> {
  await transact(deps, async (tx) => {
    const agreement = await lockAgreement(tx.db, tenant, subscriptionId);
    if (!agreement) throw agreementNotFound();
    if (agreement.status !== 'ACTIVE') return;
    const endedAt = tx.clock.now(tenant);
    await saveAgreement(tx.db, tenant, agreement, { ...agreement, status: 'ENDED', updatedAt: endedAt });
    await appendEvents(tx.db, [agreementEndedEvent(tx.ids, tenant, agreement, endedAt)], tx.clock.real());
    const authorization = tenant.devMode ? undefined : await lockAuthorization(tx.db, tenant, subscriptionId);
    if (authorization) await endAtBank(tx, tenant, authorization, endedAt);
  });
}

/** Dev mode: the payer revokes the authorization in the bank's app. */
export async function simulateAuthorizationCancelled(
  tx: TxDeps,
  tenant: Tenant,
  subscriptionId: string,
): Promise<void> {
  if (!tenant.devMode) throw revocationInProduction();

  const agreement = await lockAgreement(tx.db, tenant, subscriptionId);
  if (!agreement) throw agreementNotFound();
  if (agreement.method !== 'PIX') throw notAPixAgreement();
  if (agreement.status !== 'ACTIVE') throw agreementEnded();
  const revokedAt = tx.clock.now(tenant);
  await saveAgreement(tx.db, tenant, agreement, { ...agreement, status: 'ENDED', updatedAt: revokedAt });
  await appendEvents(tx.db, [agreementRevokedEvent(tx.ids, tenant, agreement, revokedAt)], tx.clock.real());
}
