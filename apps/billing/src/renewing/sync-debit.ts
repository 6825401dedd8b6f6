import type { Tenant } from '@pitanga/core';
import { findCharge } from '../charges/charge-queries';
import { nextDebitPoll, nextLook, type Debit } from '../debits/debit';
import { findDebit } from '../debits/debit-repository';
import type { Deps } from '../deps';
import type { SyncOutcome } from '../syncs/sync';
import { requireAutomaticPix } from '../charging/provider-for';
import { cancelAtBank, readAtBank, unpaidCode } from './debit-at-bank';
import { bookPayments, settleDebit } from './settle-debit';
import type { AutomaticPixProvider, DebitReading } from '../provider/automatic-pix-provider';

/**
 * Reads a debit from its bank and applies what became of it; a repeat changes nothing.
 * @throws AppError UNAVAILABLE when the bank does not answer
 */
export async function syncDebit(deps: Deps, tenant: Tenant, debit: Debit): Promise<SyncOutcome> {
  const provider = await requireAutomaticPix(deps, tenant);
  const known = await readAtBank(provider, debit);
  // A code that the bank has lost ends with its day, like an unpaid one.
  const reading = known ?? (debit.kind === 'CODE' && debit.step === 'SENT' ? unpaidCode : undefined);
  if (debit.step === 'DONE') return watchEnded(deps, tenant, debit, provider, reading);
  if (reading) await settleDebit(deps, tenant, debit, reading);
  else if (debit.step === 'SENT') {
    deps.log.warn({ storeId: tenant.storeId, txid: debit.txid }, 'the bank does not know an automatic charge');
  }
  const after = (await findDebit(deps.db, tenant, debit.txid)) ?? debit;
  const nextAt = nextDebitPoll(after, deps.clock.real());
  return nextAt ? { kind: 'OPEN', nextAt } : { kind: 'SETTLED' };
}

/**
 * A debit whose attempt has ended: a transfer is returned. Where the bank has it open all the same, because a request
 * crossed the end, it is cancelled, or read until no try of it can pay.
 */
async function watchEnded(
  deps: Deps,
  tenant: Tenant,
  debit: Debit,
  provider: AutomaticPixProvider,
  reading: DebitReading | undefined,
): Promise<SyncOutcome> {
  await bookPayments(deps, tenant, debit, reading?.payments ?? []);
  if (reading?.status !== 'OPEN') return { kind: 'SETTLED' };
  const charge = await findCharge(deps.db, tenant, debit.chargeId);
  const isUnwanted = charge?.status === 'CANCELLED' || charge?.status === 'FAILED';
  if (isUnwanted && (await cancelAtBank(provider, debit))) return { kind: 'SETTLED' };
  const nextAt = nextLook(debit, deps.clock.real());
  return nextAt ? { kind: 'OPEN', nextAt } : { kind: 'SETTLED' };
}
