import { failedPrecondition, type AppError, type Tenant } from '@pitanga/core';
import { inTransaction, type Db, type Tx } from '@pitanga/database';
import { lockClock, saveClock } from './clock-repository';
import type { StoreClock } from './store-clock';

export interface ClockMove {
  /** At least the current offset. */
  readonly offsetMs: number;
  /** Whether the clock will be moved further. */
  readonly isAdvancing: boolean;
}

/** Longest step of an advance; after it the advance counts as aborted. */
const advancingMs = 60_000;

/**
 * Moves a store's clock in this service, in one transaction with `shift`, which moves the store's `run_at`s. This
 * process uses the new offset when the promise resolves, the others within a second.
 * @throws AppError FAILED_PRECONDITION `TEST_CLOCK_DEV_ONLY` for production, `TEST_CLOCK_FORWARD_ONLY` for less than
 * the current offset.
 */
export async function moveClock(
  { db, clock }: { readonly db: Db; readonly clock: StoreClock },
  tenant: Tenant,
  { offsetMs, isAdvancing }: ClockMove,
  shift: (tx: Tx, deltaMs: number) => Promise<void>,
): Promise<void> {
  if (!tenant.devMode) throw testClockDevOnly();
  const real = clock.real();
  const advancingUntil = isAdvancing ? new Date(real.getTime() + advancingMs) : undefined;
  try {
    await inTransaction(db, async (tx) => {
      const before = await lockClock(tx, tenant);
      if (offsetMs < before.offsetMs) throw forwardOnly();
      if (offsetMs > before.offsetMs) await shift(tx, offsetMs - before.offsetMs);
      const wasAdvancing = before.advancingUntil !== undefined && before.advancingUntil > real;
      const advancingSince = isAdvancing ? (wasAdvancing && before.advancingSince) || real : undefined;
      await saveClock(tx, tenant, { offsetMs, advancingUntil, advancingSince });
      // Before the commit: a job that reads the shifted rows must not use the old offset.
      clock.adopt({ storeId: tenant.storeId, offsetMs, advancingUntil });
    });
  } catch (error) {
    await clock.reload(tenant);
    throw error;
  }
}

export function testClockDevOnly(): AppError {
  return failedPrecondition('The test clock is only available in dev mode', 'TEST_CLOCK_DEV_ONLY');
}

function forwardOnly(): AppError {
  return failedPrecondition('The test clock only moves forward', 'TEST_CLOCK_FORWARD_ONLY');
}
