import type { Owned } from '@pitanga/core';
import { transact, type Tx } from '@pitanga/database';
import { findStartedAttempts, type StartedAttempt } from '../cycles/cycle-repository';
import { isActionDue } from '../cycles/due-action';
import { leaseFrom, type Deps, type TxDeps } from '../deps';
import { saveWithLease, type DueSubscription } from '../subscriptions/subscription-repository';
import { beginAttempts } from './begin-attempts';

/** A subscription that this process has leased. */
export interface ClaimedWork extends Owned<DueSubscription> {
  /** The attempt to collect, at CHARGE. */
  readonly started: StartedAttempt | undefined;
}

/**
 * Claims due subscriptions and commits what is about to be done with each. Any number of replicas may do this at once;
 * what one of them does not finish is claimed again when its lease ends, as the same attempt.
 */
export async function claimWork(
  deps: Deps,
  claim: (tx: Tx) => Promise<readonly Owned<DueSubscription>[]>,
): Promise<readonly ClaimedWork[]> {
  return transact(deps, async (tx) => {
    const claimed = await claim(tx.db);
    const waiting = claimed.filter(({ subscription }) => subscription.step === 'WAIT' && !isActionDue(subscription));
    const begun = await beginAttempts(tx, waiting);
    const begunIds = new Set(begun.map(({ subscription }) => subscription.id));
    // Also what could not begin: it is retried like work that failed.
    const others = claimed.filter(({ subscription }) => !begunIds.has(subscription.id));
    await saveWithLease(tx.db, [...others, ...begun], leaseFrom(tx.clock.real()));
    return findAttempts(tx, [
      ...others.map((item) => ({ ...item, started: undefined })),
      ...begun.map(({ tenant, subscription, offsetMs, attempt, opened }) => {
        return { tenant, subscription, offsetMs, started: opened && { attempt, cycle: opened.cycle } };
      }),
    ]);
  });
}

/** Adds the attempts in flight that began before this claim, or of a cycle that did. */
async function findAttempts(tx: TxDeps, works: readonly ClaimedWork[]): Promise<readonly ClaimedWork[]> {
  const unknown = works.filter(({ subscription, started }) => subscription.step === 'CHARGE' && !started);
  const keys = unknown.map(({ tenant, subscription: { id } }) => ({ tenant, id }));
  const found = await findStartedAttempts(tx.db, keys);
  return works.map((work) => ({ ...work, started: work.started ?? found.get(work.subscription.id) }));
}
