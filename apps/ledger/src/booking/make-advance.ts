import type { Cents, Tenant } from '@pitanga/core';
import { planAdvance, planAdvanceJournal, type Advance, type AdvancePlan } from '../advances/advance';
import {
  advanceCostTooHigh,
  advanceMismatch,
  insufficientPending,
  nothingToAdvance,
  partsContended,
} from '../advances/advance-errors';
import { findAdvance, findAdvanceableParts, insertAdvance, lockAdvances } from '../advances/advance-repository';
import type { AnyDeps, TxDeps } from '../deps';
import { insertTakings, lockPartsToTake } from '../pending-parts/part-taking-repository';
import { postJournals } from './post-journals';

/** The current cost of advances, in basis points a month of 30 days. */
export interface AdvanceTerms {
  readonly rateBasisPoints: number;
}

export interface AdvanceInput {
  /** Chosen by the caller: a repeat returns the same advance. */
  readonly id: string;
  /** Undefined: all pending card money. */
  readonly requestedCents: Cents | undefined;
}

/** Bounds the rows that one transaction locks; a store with more advances the rest with another request. */
const partsMax = 10_000;

/** A planned part was settled or taken before it was locked: roll back and plan again. */
class PartsChanged extends Error {}

const attemptsMax = 10;

/** Runs the transaction of an advance again, from the start, when parts changed between its plan and their lock. */
export async function retryWhenPartsChange<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof PartsChanged)) throw error;
    }
  }
  throw partsContended();
}

/**
 * What an advance of `requestedCents` would take and cost now.
 * @throws AppError INSUFFICIENT_PENDING, NOTHING_TO_ADVANCE, ADVANCE_COST_TOO_HIGH
 */
export async function quoteAdvance(
  deps: AnyDeps,
  tenant: Tenant,
  requestedCents: Cents | undefined,
  { rateBasisPoints }: AdvanceTerms,
): Promise<AdvancePlan> {
  const now = deps.clock.now(tenant);
  const parts = await findAdvanceableParts(deps.db, tenant, now, partsMax);
  const plan = planAdvance(parts, requestedCents, { now, rateBasisPoints });
  if (requestedCents !== undefined && plan.amountCents < requestedCents) {
    throw insufficientPending(plan.amountCents, requestedCents);
  }
  if (plan.amountCents === 0) throw nothingToAdvance();
  if (plan.costCents >= plan.amountCents) throw advanceCostTooHigh(plan.costCents, plan.amountCents);
  return plan;
}

/**
 * Makes pending card money available before its date, at a cost: takes the parts that are due earliest. A repeat of the
 * id returns the same advance. Call it through {@link retryWhenPartsChange}.
 *
 * Locks the store's advances, then the parts in key order, then what its journal changes
 * (docs/adr/0017-ledger-locks.md).
 *
 * @throws AppError as {@link quoteAdvance}, and ADVANCE_MISMATCH when the id exists with another amount
 */
export async function makeAdvance(
  tx: TxDeps,
  tenant: Tenant,
  { id, requestedCents }: AdvanceInput,
  terms: AdvanceTerms,
): Promise<Advance> {
  await lockAdvances(tx.db, tenant);
  const existing = await findAdvance(tx.db, tenant, id);
  if (existing) {
    if (existing.requestedCents !== requestedCents) throw advanceMismatch(id);
    return existing;
  }
  const { amountCents, costCents, parts, owner } = await quoteAdvance(tx, tenant, requestedCents, terms);
  const locked = await lockPartsToTake(tx.db, tenant, parts);
  if (!locked) throw new PartsChanged();
  const createdAt = tx.clock.now(tenant);
  const { rateBasisPoints } = terms;
  const advance: Advance = { id, requestedCents, amountCents, costCents, rateBasisPoints, createdAt };
  const journal = planAdvanceJournal(tenant, advance, tx.ids.next('statementEntry', createdAt), owner);
  await postJournals(tx, [journal]);
  await insertAdvance(tx.db, tenant, advance);
  await insertTakings(tx.db, tenant, locked, id, parts);
  return advance;
}
