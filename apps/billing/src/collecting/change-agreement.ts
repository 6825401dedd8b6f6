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
import type { Deps } from '../deps';
import { agreementEndedEvent, agreementRevokedEvent } from '../messages/agreement-events';
import { endAtBank } from './refuse-start';

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
