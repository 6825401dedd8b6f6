import type { Cents, CrossTenant, Tenant } from '@pitanga/core';
import { checkCardAmount, statusAt, type Charge } from '../charges/charge';
import { chargeNotFound, chargeNotPayable, notPayableBy, simulationInProduction } from '../charges/charge-errors';
import { amountDue } from '../charges/charge-life';
import { findCharge, resolveCharge } from '../charges/charge-queries';
import { simulatedPayer, type SimulatedPayer } from '../charges/made-up-payer';
import type { CheckoutItem } from '../checkouts/checkout';
import { findCheckout } from '../checkouts/checkout-queries';
import { findCustomerById } from '../customers/customer-queries';
import type { Deps, ReadDeps, TxDeps } from '../deps';
import type { PaymentMethod } from '../money/fees';
import { simulatedEndToEndId } from '../provider/simulated-pix-provider';
import { listArrivedRefunds } from '../refunds/refund-queries';
import { confirmAlone } from './confirm-alone';
import { confirmPayment } from './confirm-payment';

/** A transparent charge; NOT_FOUND for a charge of another origin or tenant. */
export async function getTransparentCharge(deps: ReadDeps, tenant: Tenant, id: string): Promise<Charge> {
  const charge = await findCharge(deps.db, tenant, id);
  if (charge?.origin !== 'TRANSPARENT') throw chargeNotFound();
  return charge;
}

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

/** Confirms a simulated payment of a Pix or a boleto by the same path as a real one. */
export async function payBySimulation(
  tx: TxDeps,
  tenant: Tenant,
  charge: Charge,
  { payer, amountCents, late, metadataJson, rail = charge.method }: SimulatedPayment,
): Promise<Charge> {
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
  return (await confirmAlone(tx, tenant, notice)) ?? confirmPayment(tx, tenant, notice);
}

/** A charge with what its receipt shows beside it. */
export interface ChargeOnReceipt {
  readonly tenant: Tenant;
  readonly charge: Charge;
  readonly merchantName: string;
  /** What a paid charge of a checkout has bought. */
  readonly items: readonly CheckoutItem[];
  readonly refunds: Awaited<ReturnType<typeof listArrivedRefunds>>;
}

/** What the public receipt page shows. */
export async function resolveChargeForReceipt(deps: Deps, all: CrossTenant, id: string): Promise<ChargeOnReceipt> {
  const found = await resolveCharge(deps.db, all, id);
  if (!found) throw chargeNotFound();
  const { tenant, charge } = found;
  const { merchantName } = await deps.settings.of(deps.db, tenant);
  const { checkoutId, refundedCents } = charge;
  const isBought = charge.paidAt !== undefined && checkoutId !== undefined;
  const checkout = isBought ? await findCheckout(deps.db, tenant, { id: checkoutId }) : undefined;
  const refunds = refundedCents > 0 ? await listArrivedRefunds(deps.db, tenant, id) : [];
  return { ...found, merchantName, items: checkout?.items ?? [], refunds };
}
