import type { Tenant } from '@pitanga/core';
import { appendEvents, transact } from '@pitanga/database';
import type { CycleAttempt } from '../agreements/agreement';
import { cycleAtBank } from '../agreements/agreement-errors';
import { lockAttempt, saveAttempt } from '../agreements/agreement-repository';
import { cancelledCharge } from '../charges/charge-life';
import { findCharge } from '../charges/charge-queries';
import { saveChargeStatus } from '../charges/charge-repository';
import { lockCharge, type ChargeKey } from '../checkouts/locked-charge-repository';
import { lookAgainMs, type Debit } from '../debits/debit';
import { findDebitOfCharge, lockDebit, saveDebit } from '../debits/debit-repository';
import type { Charge } from '../charges/charge';
import type { Deps } from '../deps';
import { chargeEvent } from '../messages/charge-events';
import { requestPixSyncs } from '../syncs/pix-sync-repository';
import type { AutomaticPixProvider } from '../provider/automatic-pix-provider';
import { requireAutomaticPix } from '../charging/provider-for';
import { cancelAtBank, readAtBank } from './debit-at-bank';
import { settleDebit } from './settle-debit';

type Key = Pick<CycleAttempt, 'attemptId' | 'subscriptionId'>;

/** Longer than a bank may take, so that nothing is sent while it is taken back. */
const recallingMs = 30_000;

/**
 * Takes an attempt back from the payer's bank: its charge is CANCELLED, or has what the bank says became of it. Does
 * nothing while another process is at work.
 *
 * @throws AppError UNAVAILABLE CYCLE_AT_BANK when the bank takes nothing back any more and has no outcome yet: from the
 * first day of a debit on, and once a retry was requested; or when it does not answer
 */
export async function recallDebit(deps: Deps, tenant: Tenant, key: Key, charge: Charge): Promise<void> {
  const debit = await findDebitOfCharge(deps.db, tenant, charge.id);
  if (!debit) throw new Error(`charge ${charge.id} of ${key.attemptId} has no debit`);
  if (debit.isFirm) throw cycleAtBank();
  if (!(await claim(deps, tenant, key))) return;
  try {
    const provider = await requireAutomaticPix(deps, tenant);
    if (await takeBack(provider, debit)) {
      await voidDebit(deps, tenant, key, debit, charge);
      return;
    }
    const reading = await readAtBank(provider, debit);
    if (reading) await settleDebit(deps, tenant, debit, reading);
    if ((await findCharge(deps.db, tenant, charge.id))?.status !== 'PENDING') return;
    await saveFirm(deps, tenant, debit);
  } finally {
    await release(deps, tenant, key);
  }
  throw cycleAtBank();
}

/** A retry cannot be cancelled, but may not have reached the bank. */
async function takeBack(provider: AutomaticPixProvider, debit: Debit): Promise<boolean> {
  const { txid, step, collectOn } = debit;
  if (step !== 'RETRY') return cancelAtBank(provider, debit);
  const reading = await provider.readDebit(txid);
  return reading?.status === 'OPEN' && !reading.tries.some(({ day, status }) => day >= collectOn || status === 'OPEN');
}

async function claim(deps: Deps, tenant: Tenant, key: Key): Promise<boolean> {
  return transact(deps, async (tx) => {
    const real = tx.clock.real();
    const attempt = await lockAttempt(tx.db, tenant, key, real);
    if (attempt.voidedAt || (attempt.sendingUntil && attempt.sendingUntil > real)) return false;
    await saveAttempt(tx.db, tenant, { ...attempt, sendingUntil: new Date(real.getTime() + recallingMs) });
    return true;
  });
}

/** Ends the claim of this process, so that the next need not wait for its time. */
export async function release(deps: Deps, tenant: Tenant, key: Key): Promise<void> {
  await transact(deps, async (tx) => {
    const attempt = await lockAttempt(tx.db, tenant, key, tx.clock.real());
    await saveAttempt(tx.db, tenant, { ...attempt, sendingUntil: undefined });
  });
}

async function voidDebit(deps: Deps, tenant: Tenant, key: Key, debit: Debit, sent: ChargeKey): Promise<void> {
  await transact(deps, async (tx) => {
    const real = tx.clock.real();
    const attempt = await lockAttempt(tx.db, tenant, key, real);
    const charge = (await lockCharge(tx.db, tenant, sent))?.charge;
    if (charge?.status !== 'PENDING') return;
    const at = tx.clock.now(tenant);
    const cancelled = cancelledCharge(charge, at);
    await saveChargeStatus(tx.db, tenant, charge, cancelled);
    await saveAttempt(tx.db, tenant, { ...attempt, voidedAt: real });
    const locked = await lockDebit(tx.db, tenant, debit.txid);
    if (locked) await saveDebit(tx.db, tenant, { ...locked, step: 'DONE', updatedAt: at });
    await requestPixSyncs(tx.db, tenant, [debit.txid], new Date(real.getTime() + lookAgainMs));
    await appendEvents(tx.db, [chargeEvent('charge.cancelled', tx, tenant, cancelled, undefined)], real);
  });
}

async function saveFirm(deps: Deps, tenant: Tenant, { txid, attemptId }: Debit): Promise<void> {
  await transact(deps, async (tx) => {
    const locked = await lockDebit(tx.db, tenant, txid);
    if (locked?.attemptId === attemptId) await saveDebit(tx.db, tenant, { ...locked, isFirm: true });
  });
}
