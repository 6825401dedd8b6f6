import { cents, type Owned, type Tenant } from '@pitanga/core';
import { toAvailable, type Account } from '../balances/account';
import { lockBalances } from '../balances/balance-repository';
import type { TxDeps } from '../deps';
import { insufficientFunds } from '../holds/hold-errors';
import { isSameTransfer, planTransfer, type SubTransfer } from '../sub-transfers/sub-transfer';
import { transferCauseNotFound, transferExceedsCause, transferTaken } from '../sub-transfers/sub-transfer-errors';
import { findCause, findTransfer, insertTransfer } from '../sub-transfers/sub-transfer-repository';
import { postJournals } from './post-journals';

export interface TransferInput extends Omit<SubTransfer, 'createdAt'> {
  readonly description: string | undefined;
}

/** What a transfer changes; make their rows before its transaction, which would lock new ones out of order. */
export function listTransferAccounts(
  tenant: Tenant,
  subAccountId: string,
): readonly Owned<{ readonly account: Account }>[] {
  return (['available', toAvailable(subAccountId)] as const).map((account) => ({ tenant, account }));
}

/**
 * Moves money between a store and a sub-account, to the store only for a refund or dispute in which the sub-account has a
 * share, or a transfer to it, and no more than its amount in all. A repeat of the external id answers the same transfer.
 *
 * @throws AppError ALREADY_EXISTS, INSUFFICIENT_FUNDS, SUB_TRANSFER_CAUSE_NOT_FOUND, SUB_TRANSFER_EXCEEDS_CAUSE
 */
export async function makeTransfer(tx: TxDeps, tenant: Tenant, input: TransferInput): Promise<SubTransfer> {
  const { description, ...asked } = input;
  const locked = await lockBalances(tx.db, listTransferAccounts(tenant, asked.subAccountId));
  // Under the lock of `available`, which every transfer of the store requires, and every refund that begins or fails.
  const known = await findTransfer(tx.db, tenant, { external_id: asked.externalId });
  if (known) {
    if (!isSameTransfer(known, asked)) throw transferTaken();
    return known;
  }
  await checkCause(tx, tenant, asked);
  const source = toAvailable(asked.direction === 'TO_STORE' ? asked.subAccountId : undefined);
  const funds = locked.find(({ account }) => account === source);
  if (!funds || funds.balanceCents < asked.amountCents) {
    throw insufficientFunds(funds?.balanceCents ?? cents(0), asked.amountCents);
  }
  const transfer: SubTransfer = { ...asked, createdAt: tx.clock.now(tenant) };
  const nextStatementId = () => tx.ids.next('statementEntry', transfer.createdAt);
  await insertTransfer(tx.db, tenant, transfer);
  await postJournals(tx, planTransfer(tenant, transfer, funds, { description, nextStatementId }));
  return transfer;
}

async function checkCause(
  tx: TxDeps,
  tenant: Tenant,
  { direction, againstId, subAccountId, amountCents }: Omit<SubTransfer, 'createdAt'>,
): Promise<void> {
  if (direction === 'TO_SUB_ACCOUNT') return;
  const cause = againstId === undefined ? undefined : await findCause(tx.db, tenant, { subAccountId, againstId });
  if (!cause) throw transferCauseNotFound();
  const leftCents = cents(Math.max(0, cause.amountCents - cause.usedCents));
  if (amountCents > leftCents) throw transferExceedsCause(leftCents);
}
