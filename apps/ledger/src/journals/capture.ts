import type { Cents, Tenant } from '@pitanga/core';
import { credit, debit, type CustomerSnapshot, type PaymentMethod, type StatementDraft } from '../statement/statement';
import { move, type Entry, type Journal } from './journal';

/** The ledger's view of a paid charge. */
export interface PaidCharge {
  readonly tenant: Tenant;
  readonly chargeId: string;
  readonly method: PaymentMethod;
  /** What the payer paid. */
  readonly amountCents: Cents;
  readonly feeCents: Cents;
  readonly checkoutId: string | undefined;
  readonly externalId: string | undefined;
  readonly description: string | undefined;
  readonly customer: CustomerSnapshot | undefined;
  readonly occurredAt: Date;
}

interface CapturePlan {
  readonly entries: readonly Entry[];
  readonly movements: StatementDraft['movements'];
}

type CapturePlanner = (charge: PaidCharge) => CapturePlan;

/** How each method's money comes in (architecture, 17). A method without a plan is refused, see planCapture. */
const capturePlanners: Partial<Record<PaymentMethod, CapturePlanner>> = { PIX: planPix };

/** Pix is available at once: the whole amount comes in, the fee goes out. */
function planPix({ amountCents, feeCents, method }: PaidCharge): CapturePlan {
  const fee = feeCents > 0 ? [debit(feeCents, 'FEE', method)] : [];
  return {
    entries: [...move('provider_clearing', 'available', amountCents), ...move('available', 'fees_earned', feeCents)],
    movements: [credit(amountCents, 'PAYMENT', method), ...fee],
  };
}

/**
 * The journal of a paid charge, `capture:<charge id>`.
 *
 * Throws for a method without a plan: the event is then retried and not lost, since money that came in
 * must be booked by a version that knows how.
 */
export function planCapture(charge: PaidCharge, statementId: string): Journal {
  const plan = capturePlanners[charge.method]?.(charge);
  if (!plan) throw new Error(`no capture plan for method ${charge.method}: charge ${charge.chargeId} is not booked`);
  return {
    tenant: charge.tenant,
    id: `capture:${charge.chargeId}`,
    kind: 'charge.captured',
    referenceId: charge.chargeId,
    occurredAt: charge.occurredAt,
    entries: plan.entries,
    statement: {
      id: statementId,
      kind: 'PAYMENT',
      status: 'COMPLETE',
      method: charge.method,
      description: charge.description,
      movements: plan.movements,
      checkoutId: charge.checkoutId,
      chargeId: charge.chargeId,
      referenceId: charge.chargeId,
      externalId: charge.externalId,
      customer: charge.customer,
    },
  };
}
