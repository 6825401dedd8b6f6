import { providerNotConfigured, type CrossTenant, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { agreementNotFound } from '../agreements/agreement-errors';
import { resolveAgreement } from '../agreements/agreement-repository';
import { isReplacementId, type CardReplacement } from '../card-replacements/card-replacement';
import type { Charge } from '../charges/charge';
import { chargeNotFound } from '../charges/charge-errors';
import { resolveCharge } from '../charges/charge-queries';
import { endCardAction } from '../charges/charge-repository';
import type { Deps } from '../deps';
import type { CardDecline } from '../provider/card-provider';
import { findAdapter } from '../provider/providers';
import { resumeReplacement } from './replace-card';
import { applyOutcome, toAttempt } from '../charging/send-card-charge';
import { finishAgreement, refuseAgreement, type StartedAgreement } from './start-agreement';

/** How long a buyer may take to confirm a payment. */
const openMs = 30 * 60_000;

/** A card payment, the start of a trial, or a subscription's new card, that a buyer was asked to confirm at the provider. */
export interface CardActionState {
  readonly tenant: Tenant;
  /** Absent for the start of a trial. */
  readonly charge: Charge | undefined;
  readonly checkoutId: string | undefined;
  /** The subscription that has begun. */
  readonly subscriptionId: string | undefined;
  /** Where the buyer confirms it, at the provider; absent once it has ended. */
  readonly actionUrl: string | undefined;
  readonly isDeclined: boolean;
  /** Where the merchant wants the buyer to go after it. */
  readonly returnUrl: string | undefined;
  /** Of a subscription's new card; absent for payments and trials. */
  readonly replacement: CardReplacement['status'] | undefined;
}

/**
 * Reads at the provider what became of a buyer's confirmation, and saves it; `isAbandoned` gives it up, so that the buyer
 * can pay in another way. `id` is that of the charge, of the subscription whose trial begins, or of the replacement of
 * a card. NOT_FOUND for any other.
 */
export async function resumeCardAction(
  deps: Deps,
  all: CrossTenant,
  id: string,
  isAbandoned: boolean,
): Promise<CardActionState> {
  if (isReplacementId(id)) return resumeNewCard(deps, all, id, isAbandoned);
  if (id.startsWith('subs_')) return resumeTrial(deps, all, id, isAbandoned);
  const found = await resolveCharge(deps.db, all, id);
  if (!found?.charge.card) throw chargeNotFound();
  const { tenant } = found;
  // Its job ends a declined one at the provider.
  const { charge, actionUrl } =
    found.charge.status === 'FAILED'
      ? { charge: found.charge, actionUrl: undefined }
      : await readAction(deps, tenant, found.charge, isAbandoned);
  const { checkoutId, failure, status, subscriptionId } = charge;
  const hasBegun = status === 'PAID' && charge.origin === 'SUBSCRIPTION';
  return {
    tenant,
    charge,
    checkoutId,
    subscriptionId: hasBegun ? subscriptionId : undefined,
    actionUrl,
    isDeclined: failure !== undefined,
    returnUrl: charge.returnUrl,
    replacement: undefined,
  };
}

async function resumeNewCard(deps: Deps, all: CrossTenant, id: string, isAbandoned: boolean): Promise<CardActionState> {
  const { tenant, replacement, actionUrl } = await resumeReplacement(deps, all, id, isAbandoned);
  const { status } = replacement;
  return { ...noPayment, tenant, actionUrl, isDeclined: status === 'REFUSED', replacement: status };
}

const noPayment = { charge: undefined, checkoutId: undefined, subscriptionId: undefined, returnUrl: undefined };

async function resumeTrial(deps: Deps, all: CrossTenant, id: string, isAbandoned: boolean): Promise<CardActionState> {
  const found = await resolveAgreement(deps.db, all, id);
  if (!found || found.agreement.chargeId !== undefined) throw agreementNotFound();
  const { tenant } = found;
  const { agreement, actionUrl } = await finishTrial(deps, tenant, id, isAbandoned);
  const { checkoutId, status } = agreement;
  const subscriptionId = status === 'ACTIVE' ? id : undefined;
  const isDeclined = status === 'REFUSED';
  return { ...noPayment, tenant, checkoutId, subscriptionId, actionUrl, isDeclined, replacement: undefined };
}

/** A trial that is given up is refused: a verification moves no money, and one that is confirmed later begins nothing. */
async function finishTrial(
  deps: Deps,
  tenant: Tenant,
  id: string,
  isAbandoned: boolean,
): Promise<Pick<StartedAgreement, 'agreement' | 'actionUrl'>> {
  const started = await finishAgreement(deps, tenant, id);
  if (!isAbandoned || started.actionUrl === undefined) return started;
  await transact(deps, (tx) => refuseAgreement(tx, tenant, id));
  return finishAgreement(deps, tenant, id);
}

/**
 * Reads a charge that awaits its buyer, and saves what became of it. One that is given up, has waited too long or ended
 * otherwise is cancelled at the provider first, so that it can never be confirmed later.
 */
export async function readAction(
  deps: Deps,
  tenant: Tenant,
  charge: Charge,
  isAbandoned = false,
): Promise<{ readonly charge: Charge; readonly actionUrl: string | undefined }> {
  const { actionSince, status } = charge;
  if (!actionSince) return { charge, actionUrl: undefined };
  if (!openStatuses.has(status)) {
    // A crash came between the outcome and the end of its queue.
    await endCardAction(deps.db, tenant, charge.id);
    return { charge, actionUrl: undefined };
  }
  // Also of a store that was closed meanwhile.
  const card = findAdapter(await deps.findProviders(tenant), 'card', charge.provider);
  if (!card) throw providerNotConfigured('CARD');
  const isExpired = deps.clock.real().getTime() - actionSince.getTime() >= openMs;
  const attempt = toAttempt(charge);
  const isOver = isAbandoned || isExpired || status !== 'PENDING';
  const outcome = isOver
    ? ((await card.cancelCardCharge(attempt)) ?? (isAbandoned ? abandoned : expired))
    : await card.readCardCharge(attempt);
  if (!outcome) return { charge, actionUrl: undefined };
  const ended = await applyOutcome(deps, tenant, charge, outcome);
  const { failure, subscriptionId } = ended;
  if (failure && subscriptionId !== undefined)
    await transact(deps, (tx) => refuseAgreement(tx, tenant, subscriptionId));
  return { charge: ended, actionUrl: outcome.status === 'REQUIRES_ACTION' ? outcome.actionUrl : undefined };
}

/** A charge that ended without money can still be confirmed at the provider. */
const openStatuses: ReadonlySet<Charge['status']> = new Set(['PENDING', 'CANCELLED', 'EXPIRED', 'FAILED']);

const notConfirmed = {
  status: 'DECLINED',
  declineClass: 'REVERSIBLE',
  message: 'O pagamento não foi confirmado no banco.',
} as const;
const abandoned: CardDecline = { ...notConfirmed, code: 'AUTHENTICATION_ABANDONED' };
const expired: CardDecline = { ...notConfirmed, code: 'AUTHENTICATION_EXPIRED' };
