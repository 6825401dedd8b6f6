import type { Charge, Checkout, Customer, CustomerSnapshot, Payout } from '@pitanga/contracts';
import { payoutFailureReasons } from '@pitanga/core';
import { Type, type Static } from 'typebox';
import { methodName, pictureUri, type ChargeStatusName, Method } from './charge';
import type { CheckoutStatusName } from './checkout';
import { V1CustomerRecord, v1CustomerRecord } from './customer';
import { payoutFailureText } from './failure-reasons';
import { payoutRecord, type PayoutRecord, PayoutKind, PayoutMethod } from './payout';
import { Metadata, NamedObject, OneOf, Timestamp, Only } from './schema';
import { enumName, instant, parseMetadata } from './wire';

export const BillingFrequency = OneOf('BillingFrequency', ['ONE_TIME', 'MULTIPLE_PAYMENTS']);

/** v1 knows no disputes: what was paid stays PAID there (docs/behaviour/v1.md#what-v1-cannot-say). */
const v1ChargeStatuses = ['PENDING', 'PAID', 'EXPIRED', 'CANCELLED', 'FAILED', 'REFUNDED'] as const;
export type V1ChargeStatus = (typeof v1ChargeStatuses)[number];

export const PixQrCodeStatus = OneOf('PixQrCodeStatus', v1ChargeStatuses);

export const v1BillingStatuses = ['PENDING', 'EXPIRED', 'CANCELLED', 'PAID', 'REFUNDED'] as const;
export type V1BillingStatus = (typeof v1BillingStatuses)[number];

export const withdrawalStatuses = ['PENDING', 'COMPLETE', 'CANCELLED'] as const;

/** v1 has `""` where v2 has null (docs/behaviour/v1.md#no-null). */
const TextOrEmpty = (description: string) =>
  Type.String({ description: `${description}; \`""\` where there is none.` });

export const PixQrCodeRecord = NamedObject('PixQrCode', {
  id: Type.String(),
  amount: Type.Integer({ description: 'Centavos.' }),
  status: PixQrCodeStatus,
  devMode: Type.Boolean(),
  method: Only('PIX'),
  brCode: Type.String({ description: 'Copy-and-paste code.' }),
  brCodeBase64: TextOrEmpty('The QR picture as a data URI'),
  platformFee: Type.Integer(),
  description: TextOrEmpty('What it is for'),
  metadata: Metadata,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  expiresAt: Timestamp,
});
export type PixQrCodeRecord = Static<typeof PixQrCodeRecord>;

/** v1 has no boletos. */
const v1MethodNames = ['PIX', 'CARD'] as const;

export const BillingMethod = OneOf('BillingMethod', v1MethodNames);

/** Addresses are `""` where the checkout has none: v1 clients expect strings. */
export const BillingRecord = NamedObject('Billing', {
  id: Type.String(),
  url: Type.String({ description: 'Address of the payment page.' }),
  status: OneOf('BillingStatus', v1BillingStatuses),
  devMode: Type.Boolean(),
  methods: Type.Array(BillingMethod),
  products: Type.Array(
    NamedObject('BillingItem', { id: Type.String(), externalId: Type.String(), quantity: Type.Integer() }),
  ),
  frequency: BillingFrequency,
  amount: Type.Integer({ description: 'Centavos.' }),
  nextBilling: Type.Null(),
  customer: Type.Unsafe<Static<typeof V1CustomerRecord> | null>({ ...V1CustomerRecord, type: ['object', 'null'] }),
  allowCoupons: Type.Boolean(),
  coupons: Type.Array(Type.String()),
  couponsUsed: Type.Array(Type.String()),
  externalId: TextOrEmpty('The caller’s own id'),
  metadata: NamedObject(
    'BillingMetadata',
    { fee: Type.Integer(), returnUrl: Type.String(), completionUrl: Type.String() },
    { additionalProperties: true, description: 'The caller’s, with these three.' },
  ),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type BillingRecord = Static<typeof BillingRecord>;

export type V1MethodName = (typeof v1MethodNames)[number];

/** The money of the v1 event billing.paid. */
export const V1PaymentRecord = NamedObject('BillingPayment', {
  amount: Type.Integer({ description: 'Centavos.' }),
  fee: Type.Integer(),
  method: { ...Method, description: 'The one that paid; the first of the billing where nothing was to be paid.' },
});
export type V1PaymentRecord = Static<typeof V1PaymentRecord>;

export const WithdrawalRecord = NamedObject('Withdrawal', {
  id: Type.String(),
  status: OneOf('WithdrawalStatus', withdrawalStatuses),
  devMode: Type.Boolean(),
  receiptUrl: TextOrEmpty('The address of the receipt'),
  kind: PayoutKind,
  amount: Type.Integer({ description: 'Centavos.' }),
  platformFee: Type.Integer(),
  externalId: Type.String(),
  method: { ...PayoutMethod, description: 'TED: a withdrawal to a bank account, which v2 makes.' },
  pix: NamedObject('WithdrawalKey', {
    type: Type.String(),
    key: Type.String({ description: 'Masked; of a TED its account.' }),
  }),
  endToEndIdentifier: TextOrEmpty('Of the Pix'),
  failureReason: OneOf('WithdrawalFailureReason', [...payoutFailureReasons, ''], { description: payoutFailureText }),
  providerCode: TextOrEmpty('The provider’s own code'),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type WithdrawalRecord = Static<typeof WithdrawalRecord>;

/** The Pix charge of a v2 transparent, as v1 shows it; throws for a charge of another method. */
export function pixQrCodeRecord(charge: Charge): PixQrCodeRecord {
  // A boleto has a Pix side too, and is no Pix charge for that.
  if (charge.method !== 'PAYMENT_METHOD_PIX' || !charge.pix) throw new TypeError(`${charge.id} is no Pix charge`);
  return {
    id: charge.id,
    amount: charge.amountCents,
    status: v1ChargeStatus(charge),
    devMode: charge.devMode,
    method: 'PIX',
    brCode: charge.pix.brCode,
    brCodeBase64: pictureUri(charge.pix.qrPng) ?? '',
    platformFee: charge.platformFeeCents,
    description: charge.description ?? '',
    metadata: parseMetadata(charge.metadataJson),
    createdAt: instant(charge.createdAt, 'createdAt'),
    updatedAt: instant(charge.updatedAt, 'updatedAt'),
    expiresAt: instant(charge.expiresAt, 'expiresAt'),
  };
}

export function v1ChargeStatus(charge: Charge): V1ChargeStatus {
  const status: ChargeStatusName = enumName('CHARGE_STATUS', charge.status);
  return status === 'UNDER_DISPUTE' || status === 'CHARGED_BACK' ? 'PAID' : status;
}

/**
 * A checkout or payment link as v1 shows it, or undefined for one that v1 cannot say: a subscription
 * checkout, or one payable by boleto only.
 */
export function billingRecord(
  checkout: Checkout,
  customer: Customer | CustomerSnapshot | undefined,
): BillingRecord | undefined {
  const methods = v1Methods(checkout);
  const frequency = enumName('CHECKOUT_FREQUENCY', checkout.frequency);
  if (methods.length === 0 || frequency === 'SUBSCRIPTION') return undefined;
  const status: CheckoutStatusName = enumName('CHECKOUT_STATUS', checkout.status);
  return {
    id: checkout.id,
    url: checkout.url,
    status: status === 'ACTIVE' ? 'PENDING' : status,
    devMode: checkout.devMode,
    methods,
    products: checkout.items.map((item) => ({
      id: item.productId,
      externalId: item.productExternalId,
      quantity: item.quantity,
    })),
    frequency,
    amount: checkout.amountCents,
    nextBilling: null,
    customer: customer ? toV1Customer(customer) : null,
    allowCoupons: checkout.allowCoupons,
    coupons: checkout.coupons,
    couponsUsed: checkout.couponsUsed,
    externalId: checkout.externalId ?? '',
    metadata: {
      ...parseMetadata(checkout.metadataJson),
      fee: checkout.platformFeeCents,
      returnUrl: checkout.returnUrl ?? '',
      completionUrl: checkout.completionUrl ?? '',
    },
    createdAt: instant(checkout.createdAt, 'createdAt'),
    updatedAt: instant(checkout.updatedAt, 'updatedAt'),
  };
}

type PaidPixQrCode = PixQrCodeRecord & { readonly kind: 'PIX'; readonly customer: V1CustomerRecord | null };

/** The QR code of the event billing.paid: receivers of v1 find the method as `kind`, and the customer, there. */
export function paidPixQrCodeRecord(charge: Charge, customer: CustomerSnapshot | undefined): PaidPixQrCode {
  return { ...pixQrCodeRecord(charge), kind: 'PIX', customer: customer ? toV1Customer(customer) : null };
}

/** The billing of the event billing.paid: receivers of v1 find `kind` and `paidAmount` (centavos) there. */
export function paidBillingRecord(
  checkout: Checkout,
  customer: CustomerSnapshot | undefined,
): (BillingRecord & { readonly kind: BillingRecord['methods']; readonly paidAmount: number }) | undefined {
  const billing = billingRecord(checkout, customer);
  return billing && { ...billing, kind: billing.methods, paidAmount: checkout.paidAmountCents ?? checkout.amountCents };
}

/** A withdrawal as v1 shows it: v1 has neither FAILED nor RETURNED, both read CANCELLED, and no part that came back. */
export function withdrawalRecord(payout: Payout): WithdrawalRecord {
  const pix = { type: payout.pixKeyType, key: payout.maskedPixKey };
  return { ...toWithdrawal(payoutRecord(payout)), pix, externalId: payout.externalId };
}

function toWithdrawal(payout: PayoutRecord): Omit<WithdrawalRecord, 'externalId' | 'pix'> {
  const { id, devMode, kind, amount, platformFee, method, createdAt, updatedAt, ...record } = payout;
  return {
    ...{ id, devMode, kind, amount, platformFee, method, createdAt, updatedAt },
    status: record.status === 'FAILED' || record.status === 'RETURNED' ? 'CANCELLED' : record.status,
    receiptUrl: record.receiptUrl ?? '',
    endToEndIdentifier: record.endToEndIdentifier ?? '',
    failureReason: record.failureReason ?? '',
    providerCode: record.providerCode ?? '',
  };
}

/** The payment of the event billing.paid: amounts in centavos, and the method that paid, a boleto included. */
export function v1PaymentRecord(charge: Charge): V1PaymentRecord {
  const method = methodName(charge.method);
  return { amount: charge.paidAmountCents ?? charge.amountCents, fee: charge.platformFeeCents, method };
}

function v1Methods(checkout: Checkout): V1MethodName[] {
  const methods = checkout.methods.map(methodName);
  // A wallet is paid by card.
  const all = checkout.wallets.length === 0 || methods.includes('CARD') ? methods : [...methods, 'CARD' as const];
  return all.filter((method) => method !== 'BOLETO');
}

/** A webhook has only the fact's snapshot: the tax id masked and no cellphone. */
function toV1Customer(customer: Customer | CustomerSnapshot): V1CustomerRecord {
  if ('metadataJson' in customer) return v1CustomerRecord(customer);
  const { id, name = '', email = '', maskedTaxId = '' } = customer;
  return { id, metadata: { name, cellphone: '', email, taxId: maskedTaxId } };
}
