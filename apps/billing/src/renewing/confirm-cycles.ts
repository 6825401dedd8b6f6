import type { Owned } from '@pitanga/core';
import { appendEvents, createBatchQueue, databaseFailure, transact } from '@pitanga/database';
import type { Charge } from '../charges/charge';
import { judgePayment, payCharge, type Payment } from '../charges/charge-life';
import { lockCharges, savePaidCharges } from '../charges/owned-charge-repository';
import { canTakePayment, payCheckout, type Checkout } from '../checkouts/checkout';
import { lockCheckouts, savePaidCheckouts } from '../checkouts/owned-checkout-repository';
import type { Customer } from '../customers/customer';
import { findOwnedCustomers } from '../customers/customer-queries';
import type { Deps, TxDeps } from '../deps';
import { chargeEvent } from '../messages/charge-events';
import { checkoutPaid } from '../messages/checkout-events';
import { scheduleSimulatedDispute } from '../returning/simulated-dispute';
import { payerAsTold, type PaymentNotice } from '../charging/confirm-payment';
import type { BegunCycle, CycleOutcome } from './cycle-charge';

/** A cycle whose provider has just taken its money. */
export type PaidCycle = Owned<{ readonly begun: BegunCycle; readonly notice: PaymentNotice }>;

/** {@link confirmCycles} for what comes within one turn of the event loop, and then for what came while that was written. */
export function confirmTogether(
  deps: Deps,
  paymentsMax: number,
): (payment: PaidCycle) => Promise<CycleOutcome | undefined> {
  const queue = createBatchQueue<PaidCycle & { outcome: CycleOutcome | undefined }>({
    queuedMax: paymentsMax,
    batchMax: paymentsMax,
    writers: 1,
    size: () => 1,
    write: async (payments) => {
      const outcomes = await confirmCycles(deps, payments);
      for (const [index, payment] of payments.entries()) payment.outcome = outcomes[index];
      return [];
    },
    // It throws only when the database failed; what was written then is no plain payment when it is tried again.
    isPermanent: () => false,
    busy: () => new Error(`more than ${paymentsMax} payments at once`),
  });
  return async (payment) => {
    const item = { ...payment, outcome: undefined };
    await queue.submit(item);
    return item.outcome;
  };
}

/**
 * `confirmPayment` for many cycles in one transaction: the charges, their checkouts and the events. Returns the outcomes in
 * the order given; undefined for a payment that is not the plain first one of an open cycle, or when a fault undid them all:
 * `confirmPayment` decides those one by one. Lock order: checkouts, then charges, each by id.
 *
 * @throws when the database failed; nothing is known of the payments then
 */
async function confirmCycles(
  deps: Deps,
  payments: readonly PaidCycle[],
): Promise<readonly (CycleOutcome | undefined)[]> {
  try {
    return await transact(deps, (tx) => confirmAll(tx, payments));
  } catch (error) {
    if (databaseFailure(error) !== undefined) throw error;
    deps.log.error({ err: error, payments: payments.length }, 'cycles could not be confirmed together');
    return payments.map(() => undefined);
  }
}

interface Accepted extends PaidCycle {
  readonly charge: Charge;
  readonly checkout: Checkout;
  readonly customer: Customer | undefined;
}

async function confirmAll(tx: TxDeps, payments: readonly PaidCycle[]): Promise<readonly (CycleOutcome | undefined)[]> {
  const { db } = tx;
  const checkouts = await lockCheckouts(
    db,
    payments.map(({ tenant, begun }) => ({ tenant, id: begun.checkout.id })),
  );
  const charges = await lockCharges(
    db,
    payments.map(({ tenant, notice }) => ({ tenant, id: notice.chargeId })),
  );
  // Read again: the customer may have been erased since the attempt began.
  const customers = await findOwnedCustomers(
    db,
    payments.flatMap(({ tenant, begun: { customer } }) => (customer ? [{ tenant, id: customer.id }] : [])),
    tx.sealer,
  );
  const judged = payments.map((payment) => accept(tx, payment, charges, checkouts, customers));
  const accepted = judged.filter((one) => one !== undefined);
  await save(tx, accepted);
  return judged.map((one) => one && toOutcome(one));
}

function toOutcome({ checkout, charge, customer }: Accepted): CycleOutcome {
  return { checkout, charge, customer, askAgainAt: undefined };
}

function accept(
  tx: TxDeps,
  paid: PaidCycle,
  charges: ReadonlyMap<string, Charge>,
  checkouts: ReadonlyMap<string, Checkout>,
  customers: ReadonlyMap<string, Customer>,
): Accepted | undefined {
  const { tenant, begun, notice } = paid;
  const [charge, checkout] = [charges.get(notice.chargeId), checkouts.get(begun.checkout.id)];
  const { rail, reference, amountCents } = notice;
  const payment = { rail, reference, amountCents, paidAt: tx.clock.now(tenant) };
  if (!charge || !checkout || !isPlain(charge, checkout, payment)) return undefined;
  const customer = charge.customerId === undefined ? undefined : customers.get(charge.customerId);
  const paidCharge = payCharge(charge, payment, payerAsTold(tx, tenant, notice.payer, customer));
  return { ...paid, charge: paidCharge, checkout: payCheckout(checkout, paidCharge), customer };
}

/** The first payment, in time and exact, of the open attempt of a cycle; of such no coupon waits to be confirmed. */
function isPlain(charge: Charge, checkout: Checkout, payment: Payment): boolean {
  if (charge.status !== 'PENDING' || checkout.cycleOf === undefined || !canTakePayment(checkout)) return false;
  return !charge.ensureSameTaxId && judgePayment(charge, payment) === 'ACCEPTED';
}

async function save(tx: TxDeps, accepted: readonly Accepted[]): Promise<void> {
  if (accepted.length === 0) return;
  await savePaidCharges(tx.db, accepted);
  await savePaidCheckouts(tx.db, accepted);
  for (const { tenant, charge, begun } of accepted) await scheduleSimulatedDispute(tx, tenant, charge, begun.card);
  const events = accepted.flatMap(({ tenant, charge, checkout, customer }) => [
    chargeEvent('charge.paid', tx, tenant, charge, customer),
    checkoutPaid(tx, tenant, checkout, charge, customer),
  ]);
  await appendEvents(tx.db, events, tx.clock.real());
}
