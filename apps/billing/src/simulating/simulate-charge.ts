import type { Cents, Tenant } from '@pitanga/core';
import { checkCardAmount, statusAt, type Charge } from '../charges/charge';
import { chargeNotPayable, notPayableBy, simulationInProduction } from '../charges/charge-errors';
import { amountDue } from '../charges/charge-life';
import { simulatedPayer, type SimulatedPayer } from '../charges/made-up-payer';
import { getTransparentCharge } from '../charging/charge-service';
import { getTopUp } from '../charging/top-up';
import { confirmPayment } from '../charging/confirm-payment';
import { findCustomerById } from '../customers/customer-queries';
import type { TxDeps } from '../deps';
import type { PaymentMethod } from '../money/fees';
import { simulatedEndToEndId } from '../provider/simulated-pix-provider';

/** How a simulated payment differs from the payment due. */
export interface SimulatedPayment {
  readonly payer: SimulatedPayer | undefined;
  /** Absent: the amount due. Another amount is recorded and returned. */
  readonly amountCents: Cents | undefined;
  /** Pays after the charge closed: recorded and returned. */
  readonly late: boolean;
  /** Joins the charge's metadata. */
  readonly metadataJson: string | undefined;
  /** Absent: the charge's own method. A boleto may be paid by its Pix code. */
  readonly rail?: PaymentMethod | undefined;
}

/** Dev mode: pays a transparent charge. */
export async function simulateChargePayment(
  tx: TxDeps,
  tenant: Tenant,
  id: string,
  payment: SimulatedPayment,
): Promise<Charge> {
  if (!tenant.devMode) throw simulationInProduction();
  return payBySimulation(tx, tenant, await getTransparentCharge(tx, tenant, id), payment);
}

/** Dev mode: pays a top-up. */
export async function simulateTopUpPayment(
  tx: TxDeps,
  tenant: Tenant,
  id: string,
  { amountCents, late }: Pick<SimulatedPayment, 'amountCents' | 'late'>,
): Promise<Charge> {
  if (!tenant.devMode) throw simulationInProduction();
  const payment = { amountCents, late, payer: undefined, metadataJson: undefined };
  return payBySimulation(tx, tenant, await getTopUp(tx, tenant, id), payment);
}

/** Confirms a simulated payment of a Pix or a boleto by the same path as a real one. */
export async function payBySimulation(
  tx: TxDeps,
  tenant: Tenant,
  charge: Charge,
  { payer, amountCents, late, metadataJson, rail: asked }: SimulatedPayment,
): Promise<Charge> {
  if (charge.method === 'FREE') throw chargeNotPayable(charge.status);
  const rail = asked ?? charge.method;
  if (rail !== charge.method && (rail !== 'PIX' || !charge.boleto)) throw notPayableBy(rail);
  const now = tx.clock.now(tenant);
  const status = statusAt(charge, now);
  checkCardAmount(charge.method, amountCents, charge.amountCents);
  if (status !== 'PENDING' && (!late || charge.method === 'CARD')) throw chargeNotPayable(status);
  const customer = await findCustomerById(tx.db, tenant, tx.sealer, charge.customerId);
  const notice = {
    chargeId: charge.id,
    known: charge,
    rail,
    amountCents: amountCents ?? amountDue(charge, now),
    reference: rail === 'PIX' ? simulatedEndToEndId(tx.ids, now) : `SIM${tx.ids.token(20)}`,
    payer: simulatedPayer(payer, customer, charge.id),
    metadataJson,
    refusedWhenLate: !late,
  };
  return confirmPayment(tx, tenant, notice);
}
