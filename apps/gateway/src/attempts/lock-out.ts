import { AppError, type Clock, type CrossTenant } from '@pitanga/core';
import { inTransaction, type Db } from '@pitanga/database';
import {
  countAttempt,
  deleteAttempts,
  findLock,
  uncountAttempt,
  type CountedAttempt,
  type LockRule,
} from './attempt-repository';

const dayMs = 86_400_000;

/** docs/behaviour/people.md#lock-out */
const accountRule: LockRule = { failuresMax: 5, firstLockMs: 60_000, longestLockMs: 3_600_000, forgetMs: dayMs };
/** Many people may share an address. */
const networkRule: LockRule = { ...accountRule, failuresMax: 30 };

export interface Attempt {
  /** Forgets the account's failures and takes back that of the address: the secret was right. */
  succeed(): Promise<void>;
  /** Takes the attempt back: nothing was checked. */
  cancel(): Promise<void>;
  /** What this attempt has locked, should it fail. */
  readonly locks: {
    readonly account: boolean;
    readonly network: boolean;
    /** The first lock since the failures of the address were forgotten. */
    readonly isFirstOfNetwork: boolean;
  };
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
  const now = clock.real();
  const networkSubject = `network ${network}`;
  // Both or neither: an attempt that is refused was not made.
  const counted = await inTransaction(db, async (tx) => {
    const count = async (subject: string, rule: LockRule): Promise<CountedAttempt> => {
      const one = await countAttempt(tx, all, subject, now, rule);
      if (!one) throw attemptsPaused((await findLock(tx, all, subject)) ?? now, now);
      return one;
    };
    return { network: await count(networkSubject, networkRule), account: await count(account, accountRule) };
  });
  return {
    locks: {
      account: counted.account.lockedUntil !== undefined,
      network: counted.network.lockedUntil !== undefined,
      isFirstOfNetwork: counted.network.failures === networkRule.failuresMax,
    },
    async succeed() {
      await deleteAttempts(db, all, [account]);
      await uncountAttempt(db, all, networkSubject);
    },
    async cancel() {
      for (const subject of [networkSubject, account]) await uncountAttempt(db, all, subject);
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
