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
  /** Asaas's own word, which says what became of the money of one that was paid. */
  readonly status: string;
  /** What was paid, interest and fine included. */
  readonly amountCents: Cents;
  /** The Pix transaction that paid it. */
  readonly pixTransaction: string | undefined;
  /** The day on which the payer paid, YYYY-MM-DD. */
  readonly payerDay: string | undefined;
  readonly bankSlipUrl: string | undefined;
  /** Of Asaas, on which its payer can pay it by card. */
  readonly invoiceUrl: string | undefined;
  /** The id of the payer there. */
  readonly customer: string | undefined;
  /** The sale in installments that it is one payment of. */
  readonly installment: string | undefined;
  /** What paid it; Asaas gives no expiry. */
  readonly card: AsaasCard | undefined;
}

export interface AsaasCard {
  readonly brand: string;
  readonly lastFour: string;
  /** Charges it again, for the same customer alone; not every account may keep cards. */
  readonly token: string | undefined;
}

/**
 * OPEN: it can still be paid, also when it is overdue. PAID: the payer has paid, the money is here or on its way. BLOCKED: a Pix
 * that Asaas holds back for days, or a card that it reviews for hours: neither paid nor to be deleted. GONE: deleted, or settled outside of Asaas by the merchant's own click.
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
  return {
    id,
    externalReference: asaasText(fields['externalReference']),
    state: toState(fields),
    status: asaasText(fields['status']) ?? '',
    amountCents,
    pixTransaction: asaasText(fields['pixTransaction']),
    payerDay: asaasText(fields['clientPaymentDate']),
    bankSlipUrl: toAddress(fields['bankSlipUrl']),
    invoiceUrl: toAddress(fields['invoiceUrl']),
    customer: asaasText(fields['customer']),
    installment: asaasText(fields['installment']),
    card: toCard(asaasFields(fields['creditCard'])),
  };
}

function toAddress(value: unknown): string | undefined {
  const address = asaasText(value);
  return address?.startsWith('https://') === true ? address : undefined;
}

function toCard({ creditCardNumber, creditCardBrand, creditCardToken }: AsaasFields): AsaasCard | undefined {
  const lastFour = asaasText(creditCardNumber)?.slice(-4);
  if (lastFour === undefined || !/^\d{4}$/.test(lastFour)) return undefined;
  const brand = asaasText(creditCardBrand)?.toUpperCase() ?? '';
  return { lastFour, brand: /^[A-Z_]{2,20}$/.test(brand) ? brand : 'UNKNOWN', token: asaasText(creditCardToken) };
}

const reviewed: ReadonlySet<unknown> = new Set(['AWAITING_RISK_ANALYSIS', 'AUTHORIZED']);

function toState({ status, deleted, billingType, pixTransaction, confirmedDate }: AsaasFields): AsaasPaymentState {
  const isCard = billingType === 'CREDIT_CARD';
  if (isCard && reviewed.has(status)) return 'BLOCKED';
  // A review that ends badly gives the money back although it was never confirmed.
  if (isCard && status === 'REFUNDED' && confirmedDate === undefined) return 'GONE';
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
