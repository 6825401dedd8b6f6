import { fromWire, required, type CardDetails, type Charge, type StoreCharge } from '@pitanga/contracts';
import { Type, type Static } from 'typebox';
import { chargeMethodName, refundedAmount, walletNames, ChargeStatus, ChargeMethod } from './charge';
import { PaymentFailure, ProviderCode } from './failure-reasons';
import { payerInformation, PayerInformation } from './payer-information';
import { chargePayer, ChargePayer } from './charge-payer';
import { IsUpSell, Surcharge } from './payment';
import { Metadata, NamedObject, Nullable, OneOf, Timestamp } from './schema';
import { splitRecord, SplitRecord } from './split';
import { chargeUtms, UtmsRecord } from './utms';
import { enumName, instant, instantOrNull, orNull, parseMetadata } from './wire';

const chargeOrigins = ['TRANSPARENT', 'CHECKOUT', 'PAYMENT_LINK', 'SUBSCRIPTION'] as const;

export const ChargeOrigin = OneOf('ChargeOrigin', chargeOrigins);

export const ChargeCustomer = NamedObject('ChargeCustomer', {
  id: Type.String(),
  name: Nullable(Type.String()),
});

/** One line of what a charge pays for, as it was sold. */
const ChargeItem = NamedObject('ChargeItem', {
  id: Type.String({ description: 'Of the product.' }),
  name: Type.String(),
  quantity: Type.Integer(),
  price: Type.Integer({ description: 'Centavos of one.' }),
});

const ChargeFailure = NamedObject('ChargeFailure', {
  reason: PaymentFailure,
  providerCode: Nullable(ProviderCode),
});

/** A charge of the store, whatever created it (docs/behaviour/charges.md#every-charge). */
export const StoreChargeRecord = NamedObject('StoreCharge', {
  id: Type.String(),
  devMode: Type.Boolean(),
  origin: { ...ChargeOrigin, description: 'What created it. TRANSPARENT: the API, also a Pix QR code of v1.' },
  checkoutId: Nullable(Type.String({ description: 'Of the checkout, payment link or cycle that it pays.' })),
  subscriptionId: Nullable(Type.String({ description: 'Of the subscription that it starts or renews.' })),
  externalId: Nullable(Type.String({ description: 'Of the charge or of its checkout.' })),
  method: { ...ChargeMethod, description: 'FREE: coupons left nothing to pay, and nothing was collected.' },
  status: ChargeStatus,
  amount: Type.Integer({ description: 'Centavos.' }),
  surcharge: Surcharge,
  isUpSell: IsUpSell,
  paidAmount: Nullable(Type.Integer()),
  refundedAmount: Type.Integer({ description: 'Centavos that are back with the payer; 0 when none are.' }),
  disputedAmount: Type.Integer({
    description: 'Centavos that a dispute holds or has taken; 0 when there is none or the store won.',
  }),
  platformFee: Type.Integer(),
  customer: Nullable(ChargeCustomer),
  payer: Nullable({
    ...ChargePayer,
    description:
      'Who paid, as their bank or card says; before that who is to pay. Null where nothing says it, and once it was erased.',
  }),
  items: Type.Array(ChargeItem, { description: 'What it pays for; empty where no page of ours made it.' }),
  description: Nullable(Type.String()),
  failure: Nullable({ ...ChargeFailure, description: 'Why it FAILED.' }),
  receiptUrl: Nullable(Type.String({ description: 'Null until paid.' })),
  utms: Nullable(UtmsRecord),
  expiresAt: Nullable(Timestamp),
  paidAt: Nullable(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type StoreChargeRecord = Static<typeof StoreChargeRecord>;

const ofAddress = Type.String({ description: 'Of the address of the page, beside `utms`; in no event.' });

/** The same with what only `get` answers. */
export const StoreChargeDetails = NamedObject('StoreChargeDetails', {
  ...StoreChargeRecord.properties,
  payerInformation: Nullable(PayerInformation),
  endToEndId: Nullable(Type.String({ description: 'Of the Pix that paid it.' })),
  brCode: Nullable(Type.String({ description: 'PIX and BOLETO: the copy-and-paste code.' })),
  boleto: Nullable(
    NamedObject('ChargeBoleto', {
      digitableLine: Type.String(),
      dueDate: Type.String({ description: 'YYYY-MM-DD in America/Sao_Paulo.' }),
      url: Type.String({ description: 'Address of the PDF.' }),
    }),
  ),
  card: Nullable(
    NamedObject('ChargeCard', {
      brand: Type.String(),
      lastFour: Type.String(),
      installmentCount: Type.Integer({ description: '1 to 12.' }),
      wallet: Nullable(
        OneOf('Wallet', walletNames, { description: 'That the card was in; null for a card that was typed.' }),
      ),
    }),
  ),
  coupons: Type.Array(Type.String(), { description: 'Codes whose discount the amount has.' }),
  splits: Type.Optional(
    Type.Array(SplitRecord, { description: 'Of a split charge: what goes to sub-accounts once it is paid.' }),
  ),
  src: Nullable(ofAddress),
  sck: Nullable(ofAddress),
  filesUrl: Nullable(
    Type.String({
      description:
        'The receipt with the files that were bought, for its buyer alone: send it to a buyer whom no mail reaches. New with each read, for 30 days. Null without files, while it is not PAID, and for keys without CHECKOUT:CREATE.',
    }),
  ),
  requestId: Nullable(
    Type.String({
      description: 'X-Request-Id of the request that made it: in the request log, where a key or a person made it.',
    }),
  ),
  metadata: Metadata,
});
export type StoreChargeDetails = Static<typeof StoreChargeDetails>;

export function storeChargeRecord(shown: StoreCharge): StoreChargeRecord {
  const { customer, disputedAmountCents } = shown;
  const charge = required(shown.charge, 'charge');
  return {
    id: charge.id,
    devMode: charge.devMode,
    origin: fromWire('CHARGE_ORIGIN', chargeOrigins, charge.origin),
    checkoutId: orNull(charge.checkoutId),
    subscriptionId: orNull(charge.subscriptionId),
    externalId: orNull(charge.externalId),
    method: chargeMethodName(charge.method),
    status: enumName('CHARGE_STATUS', charge.status),
    amount: charge.amountCents,
    surcharge: charge.surchargeCents ?? 0,
    isUpSell: charge.isUpsell === true,
    paidAmount: orNull(charge.paidAmountCents),
    refundedAmount: refundedAmount(charge),
    disputedAmount: disputedAmountCents,
    platformFee: charge.platformFeeCents,
    customer: customer ? { id: customer.id, name: orNull(customer.name) } : null,
    payer: chargePayer(shown.payerName),
    items: shown.items.map(({ productId: id, name, quantity, unitPriceCents: price }) => ({
      id,
      name,
      quantity,
      price,
    })),
    description: orNull(charge.description),
    failure: toFailure(charge),
    receiptUrl: orNull(charge.receiptUrl),
    utms: chargeUtms(charge.utms),
    expiresAt: instantOrNull(charge.expiresAt),
    paidAt: instantOrNull(charge.paidAt),
    createdAt: instant(charge.createdAt, 'createdAt'),
    updatedAt: instant(charge.updatedAt, 'updatedAt'),
  };
}

function toCard({ brand, lastFour, installmentCount, wallet }: CardDetails): NonNullable<StoreChargeDetails['card']> {
  return { brand, lastFour, installmentCount, wallet: wallet ? enumName('WALLET', wallet) : null };
}

/** @param filesUrl made by the caller, who knows for whom it is */
export function storeChargeDetails(message: StoreCharge, filesUrl: string | null): StoreChargeDetails {
  const charge = required(message.charge, 'charge');
  const { pix, boleto, card } = charge;
  return {
    ...storeChargeRecord(message),
    payerInformation: payerInformation(charge),
    endToEndId: orNull(pix?.endToEndId),
    brCode: orNull(pix?.brCode),
    boleto: boleto ? { digitableLine: boleto.digitableLine, dueDate: boleto.dueDate, url: boleto.url } : null,
    card: card ? toCard(card) : null,
    coupons: charge.coupons,
    ...(charge.splits.length > 0 && { splits: charge.splits.map(splitRecord) }),
    src: orNull(charge.utms?.src),
    sck: orNull(charge.utms?.sck),
    filesUrl,
    requestId: orNull(message.requestId),
    metadata: parseMetadata(charge.metadataJson),
  };
}

function toFailure({ failure }: Charge): StoreChargeRecord['failure'] {
  if (!failure) return null;
  return {
    reason: enumName('PAYMENT_FAILURE_REASON', failure.reason),
    providerCode: failure.code === '' ? null : failure.code,
  };
}
