import type { Tenant } from '@pitanga/core';
import { findCharge } from '../charges/charge-queries';
import { nextDebitPoll, type Debit } from '../debits/debit';
import { findDebit } from '../debits/debit-repository';
import type { Deps } from '../deps';
import { automaticPixOf } from './automatic-pix';
import { bookPayments, settleDebit } from './settle-debit';
import type { SyncOutcome } from './sync-pix-charge';

/**
 * Reads a debit from its bank and applies what became of it; a repeat changes nothing.
 * @throws AppError UNAVAILABLE when the bank does not answer
 */
export async function syncDebit(deps: Deps, tenant: Tenant, debit: Debit): Promise<SyncOutcome> {
  const provider = await automaticPixOf(deps, tenant);
  const reading = await provider.readDebit(debit.txid);
  if (debit.step === 'DONE') {
    // A transfer after the end is returned.
    await bookPayments(deps, tenant, debit, reading?.payments ?? []);
    const charge = await findCharge(deps.db, tenant, debit.chargeId);
    // Its creation crossed the recall: the bank had said that it had none.
    if (reading?.status === 'OPEN' && charge?.status === 'CANCELLED') await provider.cancelDebit(debit.txid);
    return { kind: 'SETTLED' };
  }
  if (reading) await settleDebit(deps, tenant, debit, reading);
  else if (debit.step === 'SENT') {
    deps.log.warn({ storeId: tenant.storeId, txid: debit.txid }, 'the bank does not know an automatic charge');
  }
  const after = (await findDebit(deps.db, tenant, debit.txid)) ?? debit;
  const nextAt = nextDebitPoll(after, deps.clock.real());
  return nextAt ? { kind: 'OPEN', nextAt } : { kind: 'SETTLED' };
}
