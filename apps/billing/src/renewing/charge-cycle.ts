import type { Owned, Tenant } from '@pitanga/core';
import { databaseFailure, transact } from '@pitanga/database';
import type { CycleAttempt } from '../agreements/agreement';
import { agreementNotFound, attemptInFlight, attemptVoided } from '../agreements/agreement-errors';
import { lockAgreement, lockAttempt, saveAttempt } from '../agreements/agreement-repository';
import type { Charge } from '../charges/charge';
import { findCharge } from '../charges/charge-queries';
import { findCheckout } from '../checkouts/checkout-queries';
import { findCustomerById } from '../customers/customer-queries';
import type { Deps, ReadDeps, TxDeps } from '../deps';
import { findSetup } from '../managing/store-setup';
import { simulateDebit, payAutomatically } from './pay-automatically';
import { beginCycles, type CycleStart, type CycleToBegin } from './begin-cycles';
import { confirmTogether } from './confirm-together';
import { confirmPayment, type Confirmation } from '../charging/confirm-payment';
import type { PaymentNotice } from '../charging/payment-notice';
import { sendingMs, type BegunCycle, type CycleCharge, type CycleOutcome } from './cycle-charge';
import { release } from './recall-debit';
import { applyOutcome, authorizeCard, sendCardCharge } from '../charging/send-card-charge';
import { sendDebit } from './send-debit';

/**
 * Collects a cycle: intent, commit, call, result. A repeat with the same attempt id returns the same outcome, or resumes
 * after a crash. UNAVAILABLE means an unknown outcome. FAILED_PRECONDITION once the attempt was voided or the agreement
 * has ended. In production a charge by automatic Pix is PENDING until the payer's bank has ended the attempt.
 */
export async function chargeCycle(deps: Deps, tenant: Tenant, input: CycleCharge): Promise<CycleOutcome> {
  const [outcome] = await chargeCycles(deps, [{ tenant, ...input }]);
  if (!outcome) throw new Error(`attempt ${input.attemptId} has no outcome`);
  return outcome;
}

/**
 * {@link chargeCycle} for attempts of any stores, at most one of each subscription: one transaction for their intents, each
 * provider called by itself, and one for the results that come together. Each promise ends as that of its attempt alone
 * would, whatever becomes of the others.
 */
export async function chargeCycles(
  deps: Deps,
  cycles: readonly Owned<CycleCharge>[],
): Promise<readonly Promise<CycleOutcome>[]> {
  const starts = await beginAll(deps, cycles);
  const confirm = confirmTogether(deps, cycles.length);
  return cycles.map(async ({ tenant, ...input }) => {
    const start = starts.get(input.attemptId);
    switch (start?.kind) {
      case 'BEGUN':
        return finish(deps, tenant, start.begun, confirm);
      case 'KNOWN':
        return resume(deps, tenant, input);
      case 'REFUSED':
        throw start.error;
      case undefined:
        throw new Error(`attempt ${input.attemptId} has not begun`);
    }
  });
}

/** What became of the begin of each attempt, by its id. */
async function beginAll(deps: Deps, cycles: readonly Owned<CycleCharge>[]): Promise<ReadonlyMap<string, CycleStart>> {
  const starts = new Map<string, CycleStart>();
  const ready: Owned<CycleToBegin>[] = [];
  for (const cycle of cycles) {
    try {
      ready.push({ ...cycle, setup: await findSetup(deps, cycle.tenant) });
    } catch (error) {
      starts.set(cycle.attemptId, { kind: 'REFUSED', error });
    }
  }
  const begun = await beginTogether(deps, ready);
  for (const [index, { attemptId }] of ready.entries()) {
    const start = begun[index];
    if (start) starts.set(attemptId, start);
  }
  return starts;
}

/** In one transaction or, after a fault that undid it, each in its own: one that fails takes no other with it. */
async function beginTogether(deps: Deps, cycles: readonly Owned<CycleToBegin>[]): Promise<readonly CycleStart[]> {
  if (cycles.length === 0) return [];
  try {
    return await transact(deps, (tx) => beginCycles(tx, cycles));
  } catch (error) {
    if (cycles.length === 1) return [{ kind: 'REFUSED', error }];
    deps.log.error({ err: error, attempts: cycles.length }, 'cycles could not begin together');
    return beginOneByOne(deps, cycles);
  }
}

async function beginOneByOne(deps: Deps, cycles: readonly Owned<CycleToBegin>[]): Promise<readonly CycleStart[]> {
  const starts: CycleStart[] = [];
  let away: unknown;
  for (const cycle of cycles) {
    const [start] =
      away === undefined ? await beginTogether(deps, [cycle]) : [{ kind: 'REFUSED', error: away } as const];
    if (!start) continue;
    // It was not the others that failed it: no further one waits for a database that is away.
    if (start.kind === 'REFUSED' && databaseFailure(start.error) !== undefined) away = start.error;
    starts.push(start);
  }
  return starts;
}

type Confirm = (payment: Owned<PaymentNotice>) => Promise<Confirmation | undefined>;

/** Sends an attempt that this process has begun, and writes its result. */
async function finish(deps: Deps, tenant: Tenant, begun: BegunCycle, confirm: Confirm): Promise<CycleOutcome> {
  const { attempt, charge, checkout, customer } = begun;
  if (!charge) return { checkout, charge, customer, askAgainAt: undefined };
  const asked = await ask(deps, tenant, charge, begun);
  if (!('notice' in asked)) return findCycleOutcome(deps, tenant, attempt, asked);
  const { notice } = asked;
  const confirmed = await confirm({ tenant, ...notice });
  const paid = confirmed?.paid;
  if (paid?.checkout) {
    return { checkout: paid.checkout, charge: confirmed?.charge, customer: paid.customer, askAgainAt: undefined };
  }
  const ended = confirmed?.charge ?? (await transact(deps, (tx) => confirmPayment(tx, tenant, notice)));
  return findCycleOutcome(deps, tenant, attempt, ended);
}

/** What the provider took of a charge that was just begun, or the charge as it ended otherwise. */
async function ask(
  deps: Deps,
  tenant: Tenant,
  charge: Charge,
  { attempt, card, customer }: BegunCycle,
): Promise<{ readonly notice: PaymentNotice } | Charge> {
  if (card && charge.card) {
    const asked = await authorizeCard(deps, tenant, charge, charge.card, { card, isOffSession: true });
    return 'notice' in asked ? asked : applyOutcome(deps, tenant, charge, asked.outcome, asked.payer);
  }
  if (!tenant.devMode) return sendToBank(deps, tenant, attempt, charge);
  const asked = simulateDebit(charge, customer);
  return 'notice' in asked ? asked : applyOutcome(deps, tenant, charge, asked);
}

async function sendToBank(deps: Deps, tenant: Tenant, attempt: CycleAttempt, charge: Charge): Promise<Charge> {
  const sent = await sendDebit(deps, tenant, charge);
  // Not after an error: the bank may still get what was sent, and nothing must be taken back before it has.
  await release(deps, tenant, attempt);
  return sent;
}

/** The outcome of an attempt that was begun before, which is sent again if no worker holds it. */
async function resume(deps: Deps, tenant: Tenant, input: CycleCharge): Promise<CycleOutcome> {
  const { attempt, charge } = await transact(deps, (tx) => claimAgain(tx, tenant, input));
  return findCycleOutcome(deps, tenant, attempt, charge && (await sendAgain(deps, tenant, attempt, charge)));
}

async function claimAgain(
  tx: TxDeps,
  tenant: Tenant,
  input: CycleCharge,
): Promise<{ readonly attempt: CycleAttempt; readonly charge: Charge | undefined }> {
  const { db } = tx;
  const agreement = await lockAgreement(db, tenant, input.subscriptionId);
  if (!agreement) throw agreementNotFound();
  const real = tx.clock.real();
  const attempt = await lockAttempt(db, tenant, input, real);
  if (attempt.voidedAt) throw attemptVoided();
  if (attempt.checkoutId === undefined) throw new Error(`attempt ${input.attemptId} has not begun`);
  const charge = attempt.chargeId === undefined ? undefined : await findCharge(db, tenant, attempt.chargeId);
  if (charge?.status !== 'PENDING') return { attempt, charge };
  if (attempt.sendingUntil && attempt.sendingUntil > real) throw attemptInFlight();
  const again = { ...attempt, sendingUntil: new Date(real.getTime() + sendingMs[agreement.method]) };
  await saveAttempt(db, tenant, again);
  return { attempt: again, charge };
}

async function sendAgain(deps: Deps, tenant: Tenant, attempt: CycleAttempt, charge: Charge): Promise<Charge> {
  if (charge.status !== 'PENDING') return charge;
  if (charge.card) return sendCardCharge(deps, tenant, charge, { isOffSession: true });
  if (tenant.devMode) return payAutomatically(deps, tenant, charge);
  return sendToBank(deps, tenant, attempt, charge);
}

/** The outcome of an attempt with this charge. */
export async function findCycleOutcome(
  deps: ReadDeps,
  tenant: Tenant,
  { attemptId, checkoutId }: CycleAttempt,
  charge: Charge | undefined,
): Promise<CycleOutcome> {
  const { db } = deps;
  const checkout = await findCheckout(db, tenant, { id: checkoutId ?? '' });
  if (!checkout) throw new Error(`attempt ${attemptId} has no checkout`);
  const customer = await findCustomerById(db, tenant, deps.sealer, checkout.customerId);
  const isAtBank = charge?.status === 'PENDING' && charge.method === 'PIX';
  const askAgainAt = isAtBank ? new Date(deps.clock.real().getTime() + askAgainMs) : undefined;
  return { checkout, charge, customer, askAgainAt };
}

/** Only a backstop of `agreement.attempt_changed`; it also covers an authorisation that is still to be approved. */
const askAgainMs = 900_000;
