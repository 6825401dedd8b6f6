import { invalidArgument, isTaxId, normalizeTaxId, type AccountOwner, type Cents } from '@pitanga/core';
import { amountCentsMax, amountCentsMin } from '../money/amount-limits';
import { paymentMethods, type PaymentMethod } from '../money/fees';
import type { BoletoFine } from '../money/late-fees';
import type { Wallet } from '../money/wallets';
import { cardPaysWhatIsDue } from './charge-errors';
import type { ChargeSplit } from './charge-split';
import type { ChargeUtms } from './charge-utms';
import type { UpsellItem } from './upsell-item';

export const chargeStatuses = [
  'PENDING',
  'PAID',
  'EXPIRED',
  'CANCELLED',
  'FAILED',
  'REFUNDED',
  'UNDER_DISPUTE',
  'CHARGED_BACK',
] as const;
export type ChargeStatus = (typeof chargeStatuses)[number];

/** What creates charges that are sales. */
export const saleOrigins = ['TRANSPARENT', 'CHECKOUT', 'PAYMENT_LINK', 'SUBSCRIPTION'] as const;
export type SaleOrigin = (typeof saleOrigins)[number];
/** TOP_UP: the store pays it itself, to pay refunds with (docs/behaviour/charges.md#top-ups). */
export type ChargeOrigin = SaleOrigin | 'TOP_UP';

/** The payer, as the provider reports it. */
export interface Payer {
  readonly name: string | undefined;
  readonly maskedTaxId: string | undefined;
  readonly isSameAsCustomer: boolean;
  /** Stands for the tax id of a payer who is not the customer; see derivePayerRef. */
  readonly ref?: string | undefined;
}

export interface PixDetails {
  readonly brCode: string;
  readonly txid: string;
  readonly endToEndId: string | undefined;
}

export interface BoletoDetails {
  /** 44 digits; empty while its bank is registering it. */
  readonly barCode: string;
  /** 47 digits; likewise. */
  readonly digitableLine: string;
  /** YYYY-MM-DD in America/Sao_Paulo. */
  readonly dueDate: string;
  /** Hundredths of a percent a month, once overdue. */
  readonly interestBasisPoints: number | undefined;
  readonly fine: BoletoFine | undefined;
  /** The name on it, where it may differ from the customer's. */
  readonly payerName?: string | undefined;
  /** The provider's id of the boleto, if it is not ours. */
  readonly reference?: string | undefined;
  /** https address of the provider's own PDF; absent: the PDF is drawn here. */
  readonly pdfUrl?: string | undefined;
}

/** A card without its number. */
export interface CardDetails {
  /** The saved card. */
  readonly cardId: string;
  readonly brand: string;
  readonly lastFour: string;
  /** 1 to 12. */
  readonly installmentCount: number;
  /** That it was in; absent for one that was typed. */
  readonly wallet?: Wallet | undefined;
}

export type DeclineClass = 'REVERSIBLE' | 'IRREVERSIBLE';

/** Why a charge FAILED (ABECS Normativo 21). */
export interface ChargeFailure {
  readonly code: string;
  readonly declineClass: DeclineClass;
  readonly message: string;
}

/** FREE: coupons left nothing to pay, so that nothing was collected; such a charge is PAID from the beginning. */
export const chargeMethods = [...paymentMethods, 'FREE'] as const;
export type ChargeMethod = (typeof chargeMethods)[number];

/** One attempt to collect one amount by one method. */
export interface Charge {
  readonly id: string;
  readonly devMode: boolean;
  readonly externalId: string | undefined;
  readonly method: ChargeMethod;
  readonly origin: ChargeOrigin;
  readonly checkoutId: string | undefined;
  /** Of the page of a payment link: the visitor who pays. */
  readonly visitor?: string | undefined;
  /** The address of the page asks for no payer data: its payer does not become the customer. */
  readonly skipCustomer?: boolean | undefined;
  readonly customerId: string | undefined;
  readonly amountCents: Cents;
  /** Of a card whose payer pays the fee: what of the amount is above the price. */
  readonly surchargeCents?: Cents | undefined;
  readonly paidAmountCents: Cents | undefined;
  /** The refunded amount; all that was paid once it is REFUNDED. */
  readonly refundedCents: Cents;
  readonly platformFeeCents: Cents;
  /** Until its money is available: business days (boleto), days for each installment (card). Absent: 1 and 30. */
  readonly settlementDays?: number | undefined;
  readonly status: ChargeStatus;
  readonly description: string | undefined;
  /** One JSON object, exactly as given. */
  readonly metadataJson: string;
  /** Refuse a payer whose tax id is not the customer's; not applied in dev mode. */
  readonly ensureSameTaxId: boolean;
  readonly provider: string;
  /** The provider's id of the attempt, stored before anything is charged; absent where the provider needs none. */
  readonly providerReference?: string | undefined;
  /** Where the buyer of a transparent charge goes after a confirmation. */
  readonly returnUrl?: string | undefined;
  /** Since when the buyer is asked to confirm the payment at the provider (3-D Secure). */
  readonly actionSince?: Date | undefined;
  readonly expiresAt: Date;
  /** The end of the time to pay; absent means `expiresAt`. A boleto stays payable after its due date. */
  readonly payableUntil: Date | undefined;
  readonly paidAt: Date | undefined;
  /** A boleto has a Pix code too. */
  readonly pix: PixDetails | undefined;
  readonly boleto: BoletoDetails | undefined;
  readonly card: CardDetails | undefined;
  readonly failure: ChargeFailure | undefined;
  /** Identifies a payment by boleto or card at the provider. */
  readonly paymentReference: string | undefined;
  /** The subscription that this charge starts or renews. */
  readonly subscriptionId: string | undefined;
  /** The id of the request that made it. */
  readonly requestId?: string | undefined;
  /** Codes of the coupons whose discount the amount includes. */
  readonly coupons: readonly string[];
  readonly payer: Payer | undefined;
  /** What of it goes to sub-accounts; absent: nothing. */
  readonly splits?: readonly ChargeSplit[] | undefined;
  /** Where its buyer came from. */
  readonly utms?: ChargeUtms | undefined;
  /** What it pays for, where that was offered after the payment of its checkout; absent: it pays the checkout. */
  readonly upsellItem?: UpsellItem | undefined;
  /** Whose account its payment came in by; absent until then, in dev mode, and of what was paid before it was noted. */
  readonly accountOwner?: AccountOwner | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Every move a charge can make (docs/behaviour/charges.md#states). The database repeats the guard. */
const transitions: Readonly<Record<ChargeStatus, readonly ChargeStatus[]>> = {
  PENDING: ['PAID', 'EXPIRED', 'CANCELLED', 'FAILED'],
  PAID: ['REFUNDED', 'UNDER_DISPUTE'],
  EXPIRED: [],
  CANCELLED: [],
  FAILED: [],
  REFUNDED: [],
  UNDER_DISPUTE: ['PAID', 'CHARGED_BACK'],
  CHARGED_BACK: [],
};

export function canMove(from: ChargeStatus, to: ChargeStatus): boolean {
  return transitions[from].includes(to);
}

/**
 * The expiry of charges that only their provider ends: cards and automatic Pix. If they could expire while their outcome
 * is unknown, a charge that reads EXPIRED might have been paid.
 */
export const neverExpires = new Date('9999-12-31T00:00:00Z');

/** The code of a charge that the payer's bank collects by itself. */
export const noCode = '';

/** EXPIRED from the instant of expiry on, whether or not the expiry job has run. */
export function statusAt(
  charge: Pick<Charge, 'status' | 'expiresAt'> & Partial<Pick<Charge, 'payableUntil'>>,
  now: Date,
): ChargeStatus {
  const end = charge.payableUntil ?? charge.expiresAt;
  return charge.status === 'PENDING' && end <= now ? 'EXPIRED' : charge.status;
}

const expiresInSecondsMin = 1;
const expiresInSecondsMax = 30 * 86_400;

export function checkAmount(amountCents: number): void {
  if (!Number.isInteger(amountCents) || amountCents < amountCentsMin || amountCents > amountCentsMax) {
    throw invalidArgument(`Property 'amount' should be from ${String(amountCentsMin)} to ${String(amountCentsMax)}`);
  }
}

export function checkExpiresIn(seconds: number): void {
  if (!Number.isInteger(seconds) || seconds < expiresInSecondsMin || seconds > expiresInSecondsMax) {
    throw invalidArgument(
      `Property 'expiresIn' should be from ${String(expiresInSecondsMin)} to ${String(expiresInSecondsMax)}`,
    );
  }
}

/** Why the payer of a charge with `ensureSameTaxId` is refused. */
export type PayerRefusal = 'OTHER_TAX_ID' | 'TAX_ID_NOT_TOLD';

/**
 * Undefined when the charge takes money of this payer. A tax id that the bank does not tell, or masks, is refused like
 * another one: the merchant has asked for certainty (docs/behaviour/charges.md#payer-refused).
 */
export function payerRefusal(
  charge: Pick<Charge, 'ensureSameTaxId' | 'devMode'>,
  customerTaxId: string | undefined,
  payerTaxId: string | undefined,
): PayerRefusal | undefined {
  if (!charge.ensureSameTaxId || charge.devMode) return undefined;
  if (payerTaxId === undefined || !isTaxId(payerTaxId)) return 'TAX_ID_NOT_TOLD';
  const isSame = customerTaxId !== undefined && normalizeTaxId(payerTaxId) === normalizeTaxId(customerTaxId);
  return isSame ? undefined : 'OTHER_TAX_ID';
}

/** INVALID_ARGUMENT for a simulated card payment of another amount. */
export function checkCardAmount(method: PaymentMethod, amountCents: Cents | undefined, dueCents: Cents): void {
  if (method === 'CARD' && amountCents !== undefined && amountCents !== dueCents) throw cardPaysWhatIsDue(dueCents);
}
