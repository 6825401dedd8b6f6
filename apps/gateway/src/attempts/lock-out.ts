import { AppError, type Clock, type CrossTenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { countAttempt, deleteAttempts, findLock, uncountAttempt, type LockRule } from './attempt-repository';

const dayMs = 86_400_000;

/** docs/behaviour/people.md#lock-out */
const accountRule: LockRule = { failuresMax: 5, firstLockMs: 60_000, longestLockMs: 3_600_000, forgetMs: dayMs };
/** Many people may share an address. */
const networkRule: LockRule = { ...accountRule, failuresMax: 30 };

export interface Attempt {
  /** Forgets the account's failures and takes back that of the address: the secret was right. */
  succeed(): Promise<void>;
  /** This attempt has locked the account, should it fail. */
  readonly locks: boolean;
}

export interface LockOutDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly all: CrossTenant;
}

/**
 * Counts an attempt to prove a secret before it is checked, so that attempts at once cannot pass the limit.
 * @param account what is guessed at: an account, an account from a known browser, a second factor
 * @param network a keyed hash of the caller's address
 * @throws AppError RESOURCE_EXHAUSTED while the account or the address is locked.
 */
export async function beginAttempt(
  { db, clock, all }: LockOutDeps,
  { account, network }: { readonly account: string; readonly network: string },
): Promise<Attempt> {
  const subjects: readonly (readonly [string, LockRule])[] = [
    [`network ${network}`, networkRule],
    [account, accountRule],
  ];
  const now = clock.real();
  let locks = false;
  for (const [subject, rule] of subjects) {
    const counted = await countAttempt(db, all, subject, now, rule);
    if (!counted) throw attemptsPaused((await findLock(db, all, subject)) ?? now, now);
    locks = counted.lockedUntil !== undefined;
  }
  return {
    locks,
    async succeed() {
      await deleteAttempts(db, all, [account]);
      await uncountAttempt(db, all, `network ${network}`);
    },
  };
}

function attemptsPaused(until: Date, now: Date): AppError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  return new AppError({
    kind: 'RESOURCE_EXHAUSTED',
    reason: 'SIGN_IN_PAUSED',
    message: 'Too many failed attempts; try again later',
    metadata: { retryAfterSeconds: String(seconds) },
  });
}
