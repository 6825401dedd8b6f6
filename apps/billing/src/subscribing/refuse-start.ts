import type { Tenant } from '@pitanga/core';
import { appendEvents, transact, type Locked } from '@pitanga/database';
import { lockAgreement, saveAgreement, findAgreement } from '../agreements/agreement-repository';
import { syncName, type Authorization } from '../authorizations/authorization';
import { lockAuthorization, saveAuthorization } from '../authorizations/authorization-repository';
import { cancelledCharge } from '../charges/charge-life';
import { saveChargeStatus } from '../charges/charge-repository';
import { lockCheckout } from '../checkouts/checkout-repository';
import { lockCharge } from '../checkouts/locked-charge-repository';
import { freeRedemptions } from '../coupons/redemption-repository';
import type { PaymentDeps, TxDeps } from '../deps';
import { agreementRevokedEvent } from '../messages/agreement-events';
import { requestPixSyncs } from '../syncs/pix-sync-repository';
import { publishClosed } from '../closing/publish-closed';

/**
 * STARTING → REFUSED: the first payment is closed, its coupons are released, and the bank is asked to end the
 * authorisation. Changes nothing once the subscription has begun.
 */
export async function refuseStart(deps: PaymentDeps, tenant: Tenant, subscriptionId: string): Promise<void> {
  await endStart(deps, tenant, subscriptionId, undefined);
}

/**
 * The payer, or the payer's bank, has ended an authorisation: a subscription that has begun is revoked, one that has not
 * is refused. A repeat changes nothing.
 */
export async function endByPayer(
  deps: PaymentDeps,
  tenant: Tenant,
  subscriptionId: string,
  endCode: string | undefined,
): Promise<void> {
  await endStart(deps, tenant, subscriptionId, { endCode });
}

async function endStart(
  deps: PaymentDeps,
  tenant: Tenant,
  subscriptionId: string,
  ended: { readonly endCode: string | undefined } | undefined,
): Promise<void> {
  const known = await findAgreement(deps.db, tenant, subscriptionId);
  if (!known) return;
  await transact(deps, async (tx) => {
    // In the order of a payment: checkout, charge, agreement.
    const first = known.chargeId === undefined ? undefined : { id: known.chargeId, checkoutId: known.checkoutId };
    if (!first) await lockCheckout(tx.db, tenant, known.checkoutId);
    const charge = first && (await lockCharge(tx.db, tenant, first))?.charge;
    const agreement = await lockAgreement(tx.db, tenant, subscriptionId);
    const authorization = await lockAuthorization(tx.db, tenant, subscriptionId);
    if (!agreement || !authorization) throw new Error(`subscription ${subscriptionId} lost its start`);
    const at = tx.clock.now(tenant);
    if (ended && agreement.status === 'ACTIVE') {
      await saveAgreement(tx.db, tenant, agreement, { ...agreement, status: 'ENDED', updatedAt: at });
      await appendEvents(tx.db, [agreementRevokedEvent(tx.ids, tenant, agreement, at)], tx.clock.real());
    }
    if (agreement.status === 'STARTING') {
      await saveAgreement(tx.db, tenant, agreement, { ...agreement, status: 'REFUSED', updatedAt: at });
      if (charge?.status === 'PENDING') {
        const cancelled = cancelledCharge(charge, at);
        await saveChargeStatus(tx.db, tenant, charge, cancelled);
        await publishClosed(tx, tenant, [cancelled]);
      } else if (!charge) {
        const redeemedBy = known.chargeId ?? subscriptionId;
        await freeRedemptions(tx.db, tenant, { checkoutId: known.checkoutId, chargeId: redeemedBy }, at);
      }
    }
    if (ended) await saveAuthorization(tx.db, tenant, endedAuthorization(authorization, ended.endCode, at));
    else if (agreement.status !== 'ACTIVE') await endAtBank(tx, tenant, authorization, at);
  });
}

/** It has ended at the bank. */
export function endedAuthorization(
  authorization: Locked<Authorization>,
  endCode: string | undefined,
  at: Date,
): Locked<Authorization> {
  return { ...authorization, status: 'ENDED', isEnding: false, endCode, updatedAt: at };
}

/** Makes a poll tell the bank that an authorisation ends. */
export async function endAtBank(
  { db, clock }: Pick<TxDeps, 'db' | 'clock'>,
  tenant: Tenant,
  authorization: Locked<Authorization>,
  at: Date,
): Promise<void> {
  if (authorization.status === 'ENDED' || authorization.isEnding) return;
  await saveAuthorization(db, tenant, { ...authorization, isEnding: true, updatedAt: at });
  await requestPixSyncs(db, tenant, [syncName(authorization)], clock.real());
}
