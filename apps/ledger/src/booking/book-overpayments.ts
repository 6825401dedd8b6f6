import type { Cents, Tenant } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import type { Deps } from '../deps';
import { postJournals } from './post-journals';
import type { StatementContext } from '../statement/statement';
import { endStatementEntry } from '../statement/statement-repository';
import { planReceived, planReturned, type Overpayment } from '../overpayments/overpayment';
import { endOverpayment, insertOverpayment } from '../overpayments/overpayment-repository';

/** What a fact about an overpayment tells. */
export interface OverpaymentInput {
  readonly tenant: Tenant;
  /** The refund that returns the money. */
  readonly refundId: string;
  readonly chargeId: string;
  readonly amountCents: Cents;
  readonly occurredAt: Date;
  readonly context: StatementContext;
}

/** Books money that a charge could not take. A repeat changes nothing. */
export async function receiveOverpayment(deps: Deps, input: OverpaymentInput): Promise<void> {
  const { tenant, occurredAt, context } = input;
  const overpayment: Overpayment = {
    id: input.refundId,
    chargeId: input.chargeId,
    state: 'OPEN',
    amountCents: input.amountCents,
    statementEntryId: deps.ids.next('statementEntry', occurredAt),
  };
  await inTransaction(deps.db, async (tx) => {
    if (!(await insertOverpayment(tx, tenant, overpayment, occurredAt))) return;
    await postJournals({ ...deps, db: tx }, [planReceived(tenant, overpayment, { occurredAt, context })]);
  });
}

/** Books its return; money whose coming was never seen is booked first. A repeat changes nothing. */
export async function returnOverpayment(deps: Deps, input: OverpaymentInput): Promise<void> {
  const { tenant, occurredAt } = input;
  await receiveOverpayment(deps, input);
  await inTransaction(deps.db, async (tx) => {
    const overpayment = await endOverpayment(tx, tenant, input.refundId, occurredAt);
    if (!overpayment) return;
    const context = await endStatementEntry(tx, tenant, overpayment.statementEntryId, {
      status: 'COMPLETE',
      at: occurredAt,
    });
    const statementId = deps.ids.next('statementEntry', occurredAt);
    await postJournals({ ...deps, db: tx }, [planReturned(tenant, overpayment, { occurredAt, statementId, context })]);
  });
}
