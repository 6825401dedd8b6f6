import type { Tenant } from '@pitanga/core';
import type { SavedCard } from '../cards/card';
import type { Charge } from '../charges/charge';
import { judgePayment, payCharge, type Payment } from '../charges/charge-life';
import { savePaidAlone } from '../charges/paid-alone';
import { findCustomerById } from '../customers/customer-queries';
import type { ReadDeps } from '../deps';
import { chargeEvent } from '../messages/charge-events';
import { hasSimulatedDispute } from '../returning/simulated-dispute';
import { payerAsTold, type PaymentNotice } from './confirm-payment';

/**
 * The short form of `confirmPayment` for a card or Pix that pays a charge of no checkout, which the caller has read: nothing
 * else changes with it, so that one statement does both, without a lock held between round trips. It changes a PENDING
 * charge only.
 * @returns undefined, with nothing done, for what needs the long form: also for a charge that has changed meanwhile
 */
export async function confirmAlone(
  deps: ReadDeps,
  tenant: Tenant,
  { known, payer, ...notice }: PaymentNotice,
  /** If the caller has read it. */
  card?: SavedCard,
): Promise<Charge | undefined> {
  if (known?.status !== 'PENDING' || known.boleto || known.ensureSameTaxId) return undefined;
  if (known.checkoutId !== undefined || known.subscriptionId !== undefined) return undefined;
  if (notice.metadataJson !== undefined) return undefined;
  const { rail, reference, amountCents } = notice;
  const payment: Payment = { rail, reference, amountCents, paidAt: notice.paidAt ?? deps.clock.now(tenant) };
  if (judgePayment(known, payment) !== 'ACCEPTED') return undefined;
  if (tenant.devMode && (await hasSimulatedDispute(deps, tenant, known, card))) return undefined;
  const customer = await findCustomerById(deps.db, tenant, deps.sealer, known.customerId);
  const paid = payCharge(known, payment, payerAsTold(deps, tenant, payer, customer));
  const event = chargeEvent('charge.paid', deps, tenant, paid, customer);
  return (await savePaidAlone(deps.db, tenant, paid, event, deps.clock.real())) ? paid : undefined;
}
