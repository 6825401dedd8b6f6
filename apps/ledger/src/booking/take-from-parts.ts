import type { Cents, Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { planTakings, takenCents } from '../pending-parts/pending-part';
import { insertTakings, lockParts, returnTakings } from '../pending-parts/pending-part-repository';
import { splitTaken, type TakenMoney } from '../journals/taken-money';

/** Who takes or took how much, and from which charge. */
export interface ChargeTaking {
  /** The id of the refund or dispute. */
  readonly takerId: string;
  /** Undefined: from no charge, so all of it from `available`. */
  readonly chargeId: string | undefined;
  readonly amountCents: Cents;
}

/**
 * Takes `amountCents` for a charge: from its unsettled parts first, which settle less or not at all by it; what
 * they lack is to be taken from `available`. The parts stay locked until the transaction ends. Like every
 * transaction that locks parts, this one must hold no balance yet: settlement locks parts before balances.
 */
export async function takeForCharge(tx: Db, tenant: Tenant, taking: ChargeTaking): Promise<TakenMoney> {
  const { takerId, chargeId, amountCents } = taking;
  const parts = chargeId === undefined ? [] : await lockParts(tx, tenant, chargeId);
  const takings = planTakings(parts, amountCents);
  if (chargeId !== undefined && takings.length > 0) {
    const ofCharge = takings.map((one) => ({ ...one, chargeId }));
    await insertTakings(tx, tenant, takerId, ofCharge);
  }
  return splitTaken(amountCents, takenCents(takings));
}

/** Gives back to the parts what {@link takeForCharge} took from them; the rest is to go to `available`. */
export async function giveBackToCharge(tx: Db, tenant: Tenant, taking: ChargeTaking): Promise<TakenMoney> {
  const { takerId, chargeId, amountCents } = taking;
  if (chargeId === undefined) return splitTaken(amountCents, takenCents([]));
  // In order, because returning alone would lock them in any.
  await lockParts(tx, tenant, chargeId);
  return splitTaken(amountCents, takenCents(await returnTakings(tx, tenant, takerId)));
}
