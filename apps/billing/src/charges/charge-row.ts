import { toTenant, type AccountOwner, type Cents, type Owned, type Tenant } from '@pitanga/core';
import {
  bigint,
  boolean,
  cents,
  date,
  int,
  json,
  jsonb,
  optional,
  table,
  text,
  texts,
  timestamp,
  type Row,
  type Values,
} from '@pitanga/database';
import type { BoletoFine } from '../money/late-fees';
import type { Wallet } from '../money/wallets';
import type { ChargeSplit } from './charge-split';
import type { ChargeUtms } from './charge-utms';
import type { UpsellItem } from './upsell-item';
import type { Charge, ChargeMethod, ChargeOrigin, ChargeStatus, DeclineClass } from './charge';

/** What every charge has, by the keys of {@link Charge}. */
const commonColumns = {
  id: text('id'),
  devMode: boolean('dev_mode'),
  externalId: optional(text('external_id')),
  method: text<ChargeMethod>('method'),
  origin: text<ChargeOrigin>('origin'),
  checkoutId: optional(text('checkout_id')),
  visitor: optional(text('visitor')),
  skipCustomer: boolean('skip_customer'),
  customerId: optional(text('customer_id')),
  amountCents: cents('amount_cents'),
  surchargeCents: optional(cents('surcharge_cents')),
  paidAmountCents: optional(cents('paid_amount_cents')),
  refundedCents: cents('refunded_cents'),
  platformFeeCents: cents('platform_fee_cents'),
  settlementDays: optional(int('settlement_days')),
  status: text<ChargeStatus>('status'),
  description: optional(text('description')),
  metadataJson: json('metadata'),
  ensureSameTaxId: boolean('ensure_same_tax_id'),
  provider: text('provider'),
  providerReference: optional(text('provider_reference')),
  actionSince: optional(timestamp('action_since')),
  returnUrl: optional(text('return_url')),
  expiresAt: timestamp('expires_at'),
  payableUntil: optional(timestamp('payable_until')),
  paidAt: optional(timestamp('paid_at')),
  paymentReference: optional(text('payment_reference')),
  coupons: texts('coupons'),
  subscriptionId: optional(text('subscription_id')),
  requestId: optional(text('request_id')),
  accountOwner: optional(text<AccountOwner>('account_owner')),
  splits: optional(jsonb<readonly ChargeSplit[]>('splits')),
  utms: optional(jsonb<ChargeUtms>('utms')),
  upsellItem: optional(jsonb<UpsellItem>('upsell_item')),
  createdAt: timestamp('created_at'),
  updatedAt: timestamp('updated_at'),
};

/** The code of a Pix, the lines of a boleto, the card, the failure and the payer: objects in {@link Charge}. */
const detailColumns = {
  txid: optional(text('txid')),
  brCode: optional(text('br_code')),
  endToEndId: optional(text('end_to_end_id')),
  barCode: optional(text('bar_code')),
  digitableLine: optional(text('digitable_line')),
  dueDate: optional(date('due_date')),
  interestBasisPoints: optional(int('interest_basis_points')),
  fineKind: optional(text<BoletoFine['kind']>('fine_kind')),
  fineValue: optional(bigint('fine_value')),
  boletoPayerName: optional(text('boleto_payer_name')),
  boletoReference: optional(text('boleto_reference')),
  boletoPdfUrl: optional(text('boleto_pdf_url')),
  cardId: optional(text('card_id')),
  cardBrand: optional(text('card_brand')),
  cardLastFour: optional(text('card_last_four')),
  cardWallet: optional(text<Wallet>('card_wallet')),
  installmentCount: optional(int('installment_count')),
  failureCode: optional(text('failure_code')),
  failureClass: optional(text<DeclineClass>('failure_class')),
  failureMessage: optional(text('failure_message')),
  payerName: optional(text('payer_name')),
  payerMaskedTaxId: optional(text('payer_masked_tax_id')),
  payerIsCustomer: optional(boolean('payer_is_customer')),
  payerRef: optional(text('payer_ref')),
};

export const charges = table('charges', { storeId: text('store_id'), ...commonColumns, ...detailColumns });

const common = table('charges', commonColumns);
const details = table('charges', detailColumns);
const owner = charges.pick('storeId', 'devMode');
type Details = Values<typeof details>;

export function rowToCharge(row: Row): Charge {
  const values = common.fromRow(row);
  const detail = details.fromRow(row);
  return {
    ...values,
    refundedCents: refundedAmount(values),
    pix: toPix(detail),
    boleto: toBoleto(detail),
    card: toCard(detail),
    failure: toFailure(detail),
    payer: toPayer(detail),
  };
}

/** For queries across tenants. */
export function rowToOwnedCharge(row: Row): Owned<{ readonly charge: Charge }> {
  const { storeId, devMode } = owner.fromRow(row);
  return { tenant: toTenant(storeId, devMode), charge: rowToCharge(row) };
}

export function chargeToRow({ storeId }: Tenant, charge: Charge): Row {
  const { pix, boleto, card, failure, payer } = charge;
  return charges.toRow({
    ...charge,
    storeId,
    visitor: charge.visitor,
    providerReference: charge.providerReference,
    actionSince: charge.actionSince,
    returnUrl: charge.returnUrl,
    skipCustomer: charge.skipCustomer ?? false,
    surchargeCents: charge.surchargeCents,
    settlementDays: charge.settlementDays,
    requestId: charge.requestId,
    accountOwner: charge.accountOwner,
    splits: charge.splits,
    utms: charge.utms,
    upsellItem: charge.upsellItem,
    txid: pix?.txid,
    brCode: pix?.brCode,
    endToEndId: pix?.endToEndId,
    barCode: boleto?.barCode,
    digitableLine: boleto?.digitableLine,
    dueDate: boleto?.dueDate,
    interestBasisPoints: boleto?.interestBasisPoints,
    fineKind: boleto?.fine?.kind,
    fineValue: boleto?.fine?.value,
    boletoPayerName: boleto?.payerName,
    boletoReference: boleto?.reference,
    boletoPdfUrl: boleto?.pdfUrl,
    cardId: card?.cardId,
    cardBrand: card?.brand,
    cardLastFour: card?.lastFour,
    cardWallet: card?.wallet,
    installmentCount: card?.installmentCount,
    failureCode: failure?.code,
    failureClass: failure?.declineClass,
    failureMessage: failure?.message,
    payerName: payer?.name,
    payerMaskedTaxId: payer?.maskedTaxId,
    payerIsCustomer: payer?.isSameAsCustomer,
    payerRef: payer?.ref,
  });
}

/**
 * What was refunded of a charge or a checkout. The version before `refunded_cents` refunded all at once and wrote only the
 * status; one before offers wrote REFUNDED and what it knew of, when the first of two payments was back.
 */
export function refundedAmount(
  refunded: Pick<Charge, 'paidAmountCents' | 'refundedCents'> & { readonly status: string },
): Cents {
  const { status, paidAmountCents, refundedCents } = refunded;
  return status === 'REFUNDED' && refundedCents === 0 ? (paidAmountCents ?? refundedCents) : refundedCents;
}

/** The same of a row. */
export const refundedSql = (table: string): string =>
  `case when ${table}.status = 'REFUNDED' and ${table}.refunded_cents = 0 then ${table}.paid_amount_cents
    else ${table}.refunded_cents end`;

function toPix({ brCode, txid, endToEndId }: Details): Charge['pix'] {
  return brCode === undefined || txid === undefined ? undefined : { brCode, txid, endToEndId };
}

function toBoleto(detail: Details): Charge['boleto'] {
  const { barCode, digitableLine, dueDate, interestBasisPoints, boletoPayerName: payerName } = detail;
  if (barCode === undefined || digitableLine === undefined || dueDate === undefined) return undefined;
  const { fineKind: kind, fineValue: value, boletoReference: reference, boletoPdfUrl: pdfUrl } = detail;
  const fine = kind === undefined || value === undefined ? undefined : { kind, value };
  return { barCode, digitableLine, dueDate, interestBasisPoints, payerName, fine, reference, pdfUrl };
}

function toCard(detail: Details): Charge['card'] {
  const { cardId, cardBrand: brand, cardLastFour: lastFour, cardWallet: wallet, installmentCount = 1 } = detail;
  if (cardId === undefined || brand === undefined || lastFour === undefined) return undefined;
  return { cardId, brand, lastFour, installmentCount, wallet };
}

function toFailure(detail: Details): Charge['failure'] {
  const { failureCode: code, failureClass: declineClass, failureMessage: message = '' } = detail;
  return code === undefined || declineClass === undefined ? undefined : { code, declineClass, message };
}

function toPayer(detail: Details): Charge['payer'] {
  const { payerName: name, payerMaskedTaxId: maskedTaxId, payerIsCustomer: isSameAsCustomer, payerRef: ref } = detail;
  return isSameAsCustomer === undefined ? undefined : { name, maskedTaxId, isSameAsCustomer, ...(ref && { ref }) };
}
