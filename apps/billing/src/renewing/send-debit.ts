import { isAppError, saoPauloDay, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { findAuthorization } from '../authorizations/authorization-repository';
import type { Charge } from '../charges/charge';
import { findCharge } from '../charges/charge-queries';
import { codeDay, firstDay, retryDay, type Debit } from '../debits/debit';
import { findDebitOfCharge, insertDebit, lockDebit, lockOpenDebit, saveDebit } from '../debits/debit-repository';
import type { Deps, TxDeps } from '../deps';
import type { AutomaticPixProvider, DebitReading } from '../provider/automatic-pix-provider';
import { requireAutomaticPix } from '../charging/provider-for';
import { sendCode, type CodeToSend } from './send-code';
import { failDebit, settleDebit } from './settle-debit';

/** An attempt to collect a cycle through the payer's bank. */
export interface DebitAttempt {
  readonly subscriptionId: string;
  readonly cycleNumber: number;
  readonly attemptId: string;
  /** YYYY-MM-DD; absent: as soon as the bank takes it. */
  readonly collectOn?: string | undefined;
}

/**
 * Records that the bank must receive an attempt whose charge was just inserted: a debit, another try of the one
 * that the cycle has, or of a code where the payer may authorise none and has not.
 */
export async function beginDebit(
  { db, clock }: TxDeps,
  tenant: Tenant,
  { subscriptionId, cycleNumber, attemptId, collectOn }: DebitAttempt,
  { id: chargeId, amountCents, pix }: Charge,
): Promise<void> {
  const now = clock.now(tenant);
  const asked = collectOn ?? saoPauloDay(now);
  const open = await lockOpenDebit(db, tenant, { subscriptionId, cycleNumber });
  if (open) {
    if (open.step !== 'FAILED' || open.amountCents !== amountCents) {
      throw new Error(`attempt ${attemptId} came while ${open.attemptId} was at its bank, or for another amount`);
    }
    const retry = { attemptId, chargeId, collectOn: asked, step: 'RETRY', isFirm: false, updatedAt: now } as const;
    await saveDebit(db, tenant, { ...open, ...retry });
    return;
  }
  const authorization = await findAuthorization(db, tenant, subscriptionId);
  const authorizationId = authorization?.authorizationId;
  if (authorizationId === undefined || !pix) throw new Error(`subscription ${subscriptionId} has no authorisation`);
  const kind = authorization?.isOptional && authorization.status !== 'APPROVED' ? 'CODE' : 'DEBIT';
  const day = kind === 'CODE' ? codeDay(asked, now) : firstDay(asked, now);
  await insertDebit(db, tenant, {
    txid: pix.txid,
    kind,
    subscriptionId,
    cycleNumber,
    authorizationId,
    amountCents,
    attemptId,
    chargeId,
    collectOn: day,
    firstOn: day,
    step: 'SEND',
    isAccepted: false,
    isFirm: false,
    createdAt: now,
    updatedAt: now,
  });
}

/**
 * Tells the bank of an attempt, once the payer's authorisation is approved, and returns its charge: PENDING while the
 * payer's bank has it. May be repeated. A refusal of the bank fails the attempt.
 *
 * @throws AppError UNAVAILABLE when the outcome is unknown
 */
export async function sendDebit(deps: Deps, tenant: Tenant, charge: Charge): Promise<Charge> {
  const debit = await findDebitOfCharge(deps.db, tenant, charge.id);
  if (debit?.step !== 'SEND' && debit?.step !== 'RETRY') return charge;
  const authorization = await findAuthorization(deps.db, tenant, debit.subscriptionId);
  if (debit.kind === 'DEBIT' && authorization?.status !== 'APPROVED') return charge;
  const provider = await requireAutomaticPix(deps, tenant);
  if (debit.kind === 'CODE') await sendFirstCode(deps, tenant, provider, { debit, charge, authorization });
  else
    await (debit.step === 'SEND' ? sendFirst(deps, tenant, provider, debit) : sendRetry(deps, tenant, provider, debit));
  return (await findCharge(deps.db, tenant, charge.id)) ?? charge;
}

async function sendFirst(deps: Deps, tenant: Tenant, provider: AutomaticPixProvider, known: Debit): Promise<void> {
  const debit = await onDay(deps, tenant, known, firstDay(known.collectOn, deps.clock.now(tenant)));
  const { txid, authorizationId, amountCents, collectOn: day } = debit;
  try {
    await settleDebit(deps, tenant, debit, await provider.createDebit({ txid, authorizationId, amountCents, day }));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // The bank has none, so that the next attempt begins another.
    await failDebit(deps, tenant, debit, { code: error.reason, isFinal: false, isOver: true });
  }
}

async function sendFirstCode(
  deps: Deps,
  tenant: Tenant,
  provider: AutomaticPixProvider,
  code: CodeToSend,
): Promise<void> {
  const day = codeDay(code.debit.collectOn, deps.clock.now(tenant));
  const debit = await onDay(deps, tenant, code.debit, day);
  try {
    await sendCode(deps, tenant, provider, { ...code, debit });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await failDebit(deps, tenant, debit, { code: error.reason, isFinal: false, isOver: true });
  }
}

/**
 * The bank is read first: it may have the retry of a process that did not learn of it, of a day that is over or of the last
 * one possible.
 */
async function sendRetry(deps: Deps, tenant: Tenant, provider: AutomaticPixProvider, asked: Debit): Promise<void> {
  const known = await provider.readDebit(asked.txid);
  if (known && hasRetry(known, asked)) return settleRetry(deps, tenant, asked, known);
  const day = retryDay(asked, asked.collectOn, deps.clock.now(tenant));
  if (day === undefined) {
    await failDebit(deps, tenant, asked, { code: 'EXPIRED', isFinal: true, isOver: true });
    return;
  }
  const debit = await onDay(deps, tenant, asked, day);
  try {
    await settleRetry(deps, tenant, debit, await provider.retryDebit(debit.txid, day));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await failDebit(deps, tenant, debit, { code: error.reason, isFinal: false, isOver: false });
  }
}

function hasRetry({ status, tries }: DebitReading, { collectOn }: Debit): boolean {
  return status !== 'OPEN' || tries.some((one) => one.day >= collectOn || one.status === 'OPEN');
}

/** The try that the bank has may be of an earlier day than the one that was asked for now. */
async function settleRetry(deps: Deps, tenant: Tenant, debit: Debit, reading: DebitReading): Promise<void> {
  const tried = reading.tries.findLast(({ status }) => status === 'OPEN');
  const known = tried && tried.day < debit.collectOn ? await onDay(deps, tenant, debit, tried.day) : debit;
  await settleDebit(deps, tenant, known, reading);
}

function isRefusal(error: unknown): error is Error & { readonly reason: string } {
  return isAppError(error) && error.kind === 'FAILED_PRECONDITION';
}

/** Fixes the day before the bank receives it: after downtime it is later than planned. */
async function onDay(deps: Deps, tenant: Tenant, debit: Debit, day: string): Promise<Debit> {
  if (day === debit.collectOn) return debit;
  const moved = { collectOn: day, ...(debit.step === 'SEND' && { firstOn: day }) };
  await transact(deps, async (tx) => {
    const locked = await lockDebit(tx.db, tenant, debit.txid);
    if (locked?.attemptId === debit.attemptId) await saveDebit(tx.db, tenant, { ...locked, ...moved });
  });
  return { ...debit, ...moved };
}
