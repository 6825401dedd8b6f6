import type { Cents, Tenant } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import type { Deps } from '../deps';
import { postJournals } from './post-journals';
import type { StatementContext } from '../statement/statement';
import { endStatementEntry } from '../statement/statement-repository';
import { planReceived, planReturned, type Overpayment } from '../overpayments/overpayment';
import { endOverpayment, insertOverpayment } from '../overpayments/overpayment-repository';

/** The content of an overpayment event. */
export interface OverpaymentInput {
  readonly tenant: Tenant;
  /** The refund that returns the money; also the id of the overpayment. */
  readonly refundId: string;
  readonly chargeId: string;
  readonly amountCents: Cents;
  readonly occurredAt: Date;
  readonly context: StatementContext;
}

/** Posts money that a charge cannot take. A repeat changes nothing. */
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

/** Posts its return, and first its receipt if that has not arrived yet. A repeat changes nothing. */
export async function returnOverpayment(deps: Deps, input: OverpaymentInput): Promise<void> {
  const { tenant, occurredAt } = input;
  await receiveOverpayment(deps, input);
  await inTransaction(deps.db, async (tx) => {
    const overpayment = await endOverpayment(tx, tenant, input.refundId, occurredAt);
    if (!overpayment) return;
    const end = { status: 'COMPLETE', at: occurredAt } as const;
    const context = await endStatementEntry(tx, tenant, overpayment.statementEntryId, end);
    const statementId = deps.ids.next('statementEntry', occurredAt);
    await postJournals({ ...deps, db: tx }, [planReturned(tenant, overpayment, { occurredAt, statementId, context })]);
  });
}
