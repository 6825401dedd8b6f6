import { toWire } from '@pitanga/contracts';
import type { AppError, Tenant } from '@pitanga/core';
import { fingerprintPixKey } from '@pitanga/provider-account';
import { findCharge } from '../charges/charge-queries';
import { toCustomerSnapshot } from '../customers/customer';
import { findCustomerById } from '../customers/customer-queries';
import type { Deps } from '../deps';
import { chargeFact } from '../messages/charge-wire';
import type { Refund } from '../refunds/refund';
import { refundInFlight } from '../refunds/refund-errors';
import { findRefund } from '../refunds/refund-queries';
import { deleteTakenBack, markTakenBack } from '../refunds/refund-repository';
import { failTakenBack } from './conclude-refund';
import { moveRefund } from './move-refund';

/**
 * RESERVE: holds the money of a refund, which is SEND or APPROVE next, and answers it. The ledger recognizes a repeat by
 * the id.
 *
 * @throws what the ledger threw, with nothing changed
 */
export async function reserveRefund(deps: Deps, tenant: Tenant, refund: Refund): Promise<Refund> {
  await reserveHold(deps, tenant, refund);
  const changes = { step: 'SEND', attempts: 0 } as const;
  const reserved =
    (await moveRefund(deps, tenant, refund, changes, deps.clock.real())) ??
    (await findRefund(deps.db, tenant, deps.sealer, refund.id));
  // Another worker was refused and releases the hold, with it this one's.
  if (!reserved || reserved.step === 'TAKE_BACK') throw refundInFlight();
  return reserved;
}

/**
 * Takes back a refund whose reserve was refused and throws the refusal, so that nothing is left of it; answers the
 * refund where a job has reserved its money in the meantime. It is marked first, so that a crash leaves it to the job.
 */
export async function takeBackRefused(deps: Deps, tenant: Tenant, refund: Refund, refusal: AppError): Promise<Refund> {
  const { db, sealer, log } = deps;
  if (!(await markTakenBack(db, tenant, refund.id))) {
    const reserved = await findRefund(db, tenant, sealer, refund.id);
    if (!reserved || reserved.step === 'TAKE_BACK' || reserved.status === 'FAILED') throw refusal;
    return reserved;
  }
  try {
    await takeBackRefund(deps, tenant, refund);
  } catch (err) {
    log.warn({ err, refundId: refund.id }, 'a refused refund could not be taken back, the job goes on');
  }
  throw refusal;
}

/** TAKE_BACK: releases the hold, also one that comes late; only then the refund is deleted, or FAILS with its event. */
export async function takeBackRefund(deps: Deps, tenant: Tenant, refund: Refund): Promise<void> {
  const context = { requestId: deps.ids.next('request', deps.clock.real()) };
  await deps.ledger.releaseHold({ tenant, holdId: refund.id, occurredAt: deps.clock.now(tenant) }, context);
  if (refund.refusal === undefined) await deleteTakenBack(deps.db, tenant, refund.id);
  else await failTakenBack(deps, tenant, refund, { failureReason: refund.refusal, providerCode: undefined });
}

async function reserveHold(deps: Deps, tenant: Tenant, refund: Refund): Promise<void> {
  const charge = await findCharge(deps.db, tenant, refund.chargeId);
  if (!charge) throw new Error(`refund ${refund.id} has no charge`);
  const customer = await findCustomerById(deps.db, tenant, deps.sealer, charge.customerId);
  const { terms } = await deps.settings.of(deps.db, tenant);
  const moneyOut = refund.pixKey && {
    beneficiary: await fingerprintPixKey(deps.db, tenant, deps.sealer, refund.pixKey.key),
  };
  await deps.ledger.reserveHold(
    {
      tenant,
      holdId: refund.id,
      purpose: 'HOLD_PURPOSE_REFUND',
      amountCents: refund.amountCents,
      feeCents: 0,
      occurredAt: refund.createdAt,
      description: refund.reason,
      charge: chargeFact(charge, deps),
      customer: customer && toCustomerSnapshot(customer),
      externalId: undefined,
      accountOwner: refund.accountOwner && toWire('ACCOUNT_OWNER', refund.accountOwner),
      overdraftCents: terms.refundOverdraftCents,
      moneyOut,
      subShares: refund.splitRefunds && { shares: [...refund.splitRefunds] },
    },
    { requestId: deps.ids.next('request', deps.clock.real()) },
  );
}
