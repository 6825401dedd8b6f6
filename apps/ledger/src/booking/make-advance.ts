import type { Cents, Tenant } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import type { Deps } from '../deps';
import { postJournals } from './post-journals';
import { insertTakings } from '../pending-parts/pending-part-repository';
import { planAdvance, planAdvanceJournal, type Advance, type AdvancePlan } from '../advances/advance';
import {
  advanceCostTooHigh,
  advanceMismatch,
  insufficientPending,
  nothingToAdvance,
  partsKeepMoving,
} from '../advances/advance-errors';
import { findAdvanceableParts } from '../advances/advance-queries';
import { findAdvance, insertAdvance, lockAdvances, lockPlannedParts } from '../advances/advance-repository';

/** What advances cost now: basis points of a month of 30 days. */
export interface AdvanceTerms {
  readonly rateBasisPoints: number;
}

export interface AdvanceInput {
  /** Made by the caller: a repeat answers the same advance. */
  readonly id: string;
  /** Of pending money; undefined: all there is. */
  readonly askedCents: Cents | undefined;
}

/** Bounds the rows one transaction locks; a store with more advances the rest with another. */
const partsMax = 10_000;

/** A part that was planned was settled or taken before it was locked; nothing is kept. */
class PartsMoved extends Error {}

const attemptsMax = 10;

/** Does the work of an advance again, from the start, when parts were taken from under its plan. */
export async function untilPartsStand<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof PartsMoved)) throw error;
    }
  }
  throw partsKeepMoving();
}

/**
 * What an advance of `askedCents` would take and cost now.
 * @throws AppError INSUFFICIENT_PENDING, NOTHING_TO_ADVANCE, ADVANCE_COST_TOO_HIGH
 */
export async function quoteAdvance(
  deps: Deps,
  tenant: Tenant,
  askedCents: Cents | undefined,
  { rateBasisPoints }: AdvanceTerms,
): Promise<AdvancePlan> {
  const now = deps.clock.now(tenant);
  const parts = await findAdvanceableParts(deps.db, tenant, now, partsMax);
  const plan = planAdvance(parts, askedCents, { now, rateBasisPoints });
  if (askedCents !== undefined && plan.amountCents < askedCents) {
    throw insufficientPending(plan.amountCents, askedCents);
  }
  if (plan.amountCents === 0) throw nothingToAdvance();
  if (plan.costCents >= plan.amountCents) throw advanceCostTooHigh(plan.costCents, plan.amountCents);
  return plan;
}

/**
 * Makes pending card money available before its date, at a cost: the parts that are due earliest are taken for good.
 * A repeat of the id answers what it did. To be called through {@link untilPartsStand}.
 *
 * Locks the store's advances, then the parts in key order, then what its journal moves
 * (docs/adr/0017-ledger-locks.md).
 *
 * @throws AppError as {@link quoteAdvance}, and ADVANCE_MISMATCH when the id has asked for another amount
 */
export async function makeAdvance(
  deps: Deps,
  tenant: Tenant,
  { id, askedCents }: AdvanceInput,
  terms: AdvanceTerms,
): Promise<Advance> {
  return inTransaction(deps.db, async (db) => {
    await lockAdvances(db, tenant);
    const made = await findAdvance(db, tenant, id);
    if (made) return sameAsAsked(made, askedCents);
    const { amountCents, costCents, parts } = await quoteAdvance({ ...deps, db }, tenant, askedCents, terms);
    if (!(await lockPlannedParts(db, tenant, parts))) throw new PartsMoved();
    const createdAt = deps.clock.now(tenant);
    const { rateBasisPoints } = terms;
    const advance: Advance = { id, askedCents, amountCents, costCents, rateBasisPoints, createdAt };
    const journal = planAdvanceJournal(tenant, advance, deps.ids.next('statementEntry', createdAt));
    await postJournals({ ...deps, db }, [journal]);
    await insertAdvance(db, tenant, advance);
    await insertTakings(db, tenant, id, parts);
    return advance;
  });
}

function sameAsAsked(made: Advance, askedCents: Cents | undefined): Advance {
  if (made.askedCents !== askedCents) throw advanceMismatch(made.id);
  return made;
}
