import { subtractCents, type Cents, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import type { Deps } from '../deps';
import { holdNotFound, returnExceedsPayout, returnOfUnsettled } from '../holds/hold-errors';
import { planReturn } from '../holds/hold';
import { lockReturnable, saveReturned } from '../holds/returned-hold-repository';
import { findStatementContext } from '../statement/statement-repository';
import { postJournals } from './post-journals';

export interface ReturnInput {
  readonly holdId: string;
  /** All that has come back so far. */
  readonly returnedCents: Cents;
  readonly occurredAt: Date;
  /** The store's account to which it came back. */
  readonly providerAccount?: string | undefined;
}

/**
 * Makes available what of a settled payout has come back, less what was booked before: a repeat, and one that comes out
 * of order, change nothing. The fee stays earned.
 * @throws AppError HOLD_NOT_FOUND, HOLD_NOT_SETTLED, RETURN_EXCEEDS_PAYOUT
 */
export async function returnPayout(deps: Deps, tenant: Tenant, input: ReturnInput): Promise<void> {
  const { holdId, returnedCents, occurredAt, providerAccount } = input;
  await transact(deps, async (tx) => {
    const hold = await lockReturnable(tx.db, tenant, holdId);
    if (!hold) throw holdNotFound(holdId);
    if (hold.state !== 'SETTLED') throw returnOfUnsettled(holdId);
    if (returnedCents > hold.amountCents) throw returnExceedsPayout(holdId);
    if (returnedCents <= hold.returnedCents) return;
    await saveReturned(tx.db, tenant, holdId, returnedCents, occurredAt);
    const journal = planReturn(tenant, hold, {
      occurredAt,
      providerAccount,
      returnedCents,
      amountCents: subtractCents(returnedCents, hold.returnedCents),
      statementId: tx.ids.next('statementEntry', occurredAt),
      context: await findStatementContext(tx.db, tenant, hold.statementEntryId),
    });
    await postJournals(tx, [journal]);
  });
}
