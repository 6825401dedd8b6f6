import { cents, isTaxId, normalizeTaxId, type Cents } from '@pitanga/core';
import {
  asaasFields,
  asaasText,
  asaasUnavailable,
  fromAsaasTime,
  fromReais,
  type AsaasFields,
} from '@pitanga/provider-account';

/** A payment (cobrança) at Asaas: what is to be paid once, by whatever way. */
export interface AsaasPayment {
  readonly id: string;
  /** Ours; undefined for what others made in the account. */
  readonly externalReference: string | undefined;
  readonly state: AsaasPaymentState;
  /** What was paid, interest and fine included. */
  readonly amountCents: Cents;
  /** The Pix transaction that paid it. */
  readonly pixTransaction: string | undefined;
  /** The day on which the payer paid, YYYY-MM-DD. */
  readonly payerDay: string | undefined;
  readonly bankSlipUrl: string | undefined;
}

/**
 * OPEN: it can still be paid, also when it is overdue. PAID: the payer has paid, the money is here or on its way. BLOCKED: paid
 * by Pix, and held back for hours by Asaas. GONE: deleted, or settled outside of Asaas by the merchant's own click.
 */
export type AsaasPaymentState = 'OPEN' | 'PAID' | 'BLOCKED' | 'GONE';

/** Payments of these were paid, whatever became of the money after. */
const paidStatuses: ReadonlySet<unknown> = new Set([
  'CONFIRMED',
  'RECEIVED',
  'DUNNING_RECEIVED',
  'REFUND_REQUESTED',
  'REFUND_IN_PROGRESS',
  'REFUNDED',
  'CHARGEBACK_REQUESTED',
  'CHARGEBACK_DISPUTE',
  'AWAITING_CHARGEBACK_REVERSAL',
]);

/** Unknown fields and statuses are skipped: Asaas adds some. */
export function toAsaasPayment(body: unknown): AsaasPayment {
  const fields = asaasFields(body);
  const id = asaasText(fields['id']);
  const amountCents = fromReais(fields['value']);
  if (id === undefined || amountCents === undefined) throw asaasUnavailable(new Error('an answer that is no payment'));
  const slip = asaasText(fields['bankSlipUrl']);
  return {
    id,
    externalReference: asaasText(fields['externalReference']),
    state: toState(fields),
    amountCents,
    pixTransaction: asaasText(fields['pixTransaction']),
    payerDay: asaasText(fields['clientPaymentDate']),
    bankSlipUrl: slip?.startsWith('https://') === true ? slip : undefined,
  };
}

function toState({ status, deleted, billingType, pixTransaction }: AsaasFields): AsaasPaymentState {
  // Pix is RECEIVED at once; CONFIRMED is a block of up to three days, after which it may go back.
  const isPix = billingType === 'PIX' || asaasText(pixTransaction) !== undefined;
  if (status === 'CONFIRMED' && isPix) return 'BLOCKED';
  // Also of a deleted one: a boleto on its way may be paid after.
  if (paidStatuses.has(status)) return 'PAID';
  return deleted === true || status === 'RECEIVED_IN_CASH' ? 'GONE' : 'OPEN';
}

/** A Pix that came in. */
export interface AsaasPix {
  readonly id: string;
  readonly endToEndId: string;
  readonly amountCents: Cents;
  readonly paidAt: Date;
  readonly payer: { readonly name: string | undefined; readonly taxId: string | undefined } | undefined;
  /** The payment that it paid; some transactions do not tell it. */
  readonly paymentId: string | undefined;
}

/** Undefined for a transaction without what a payment needs: it is read again later. */
export function toAsaasPix(body: unknown): AsaasPix | undefined {
  const fields = asaasFields(body);
  const [id, endToEndId] = [asaasText(fields['id']), asaasText(fields['endToEndIdentifier'])];
  const [amountCents, paidAt] = [fromReais(fields['value']), fromAsaasTime(fields['effectiveDate'])];
  if (id === undefined || endToEndId === undefined || amountCents === undefined || !paidAt) return undefined;
  const { name, cpfCnpj } = asaasFields(fields['externalAccount']);
  return {
    id,
    endToEndId,
    amountCents,
    paidAt,
    payer: toPayer(name, cpfCnpj),
    paymentId: asaasText(fields['payment']),
  };
}

/** The tax id of a person comes masked: a masked one is none. */
function toPayer(name: unknown, cpfCnpj: unknown): AsaasPix['payer'] {
  const [known, taxId] = [asaasText(name), asaasText(cpfCnpj)];
  const whole = taxId !== undefined && isTaxId(taxId) ? normalizeTaxId(taxId) : undefined;
  return known === undefined && whole === undefined ? undefined : { name: known, taxId: whole };
}

export const asaasCentsMin = cents(500);
