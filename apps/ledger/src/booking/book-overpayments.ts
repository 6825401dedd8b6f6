import type { Cents, Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
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
  /** The store's account that has the money. */
  readonly providerAccount?: string | undefined;
}

interface ReturnedOverpaymentInput extends OverpaymentInput {
  /** The one that sent it back: of a boleto it may be another. */
  readonly returnedBy?: string | undefined;
}

/** Posts money that a charge cannot take. A repeat changes nothing. */
export async function receiveOverpayment(deps: Deps, input: OverpaymentInput): Promise<void> {
  const { tenant, occurredAt, context, providerAccount } = input;
  const overpayment: Overpayment = {
    id: input.refundId,
    chargeId: input.chargeId,
    state: 'OPEN',
    amountCents: input.amountCents,
    statementEntryId: deps.ids.next('statementEntry', occurredAt),
  };
  await transact(deps, async (tx) => {
    if (!(await insertOverpayment(tx.db, tenant, overpayment, occurredAt))) return;
    await postJournals(tx, [planReceived(tenant, overpayment, { occurredAt, context, providerAccount })]);
  });
}

/** Posts its return, and first its receipt if that has not arrived yet. A repeat changes nothing. */
export async function returnOverpayment(deps: Deps, input: ReturnedOverpaymentInput): Promise<void> {
  const { tenant, occurredAt, returnedBy: providerAccount } = input;
  await receiveOverpayment(deps, input);
  await transact(deps, async (tx) => {
    const overpayment = await endOverpayment(tx.db, tenant, input.refundId, occurredAt);
    if (!overpayment) return;
    const end = { status: 'COMPLETE', at: occurredAt } as const;
    const context = await endStatementEntry(tx.db, tenant, overpayment.statementEntryId, end);
    const statementId = tx.ids.next('statementEntry', occurredAt);
    await postJournals(tx, [planReturned(tenant, overpayment, { occurredAt, statementId, context, providerAccount })]);
  });
}
