import { chargeStatuses, fineTypes, methodNames } from '@pitanga/records';
import { Type, type Static } from 'typebox';
import { PayerData, SimulatedPayer } from '../../shared/customer-input';
import {
  Amount,
  Day,
  ExpiresIn,
  ExternalId,
  Fine,
  Id,
  Installments,
  Interest,
  MetadataInput,
  OneOf,
  TextFilter,
  Metadata,
} from '../../fields/fields';
import { Nullable, Timestamp } from '../../fields/schemas';
import { listQuery } from '../lists';
import { NamedObject, UnionBy } from '../../fields/schema-names';

export const TransparentCreate = NamedObject('CreateCharge', {
  method: Type.Optional(OneOf(methodNames, { description: 'PIX when left out.' })),
  data: Type.Object({
    amount: Amount,
    description: Type.Optional(Type.String({ maxLength: 500 })),
    expiresIn: Type.Optional(ExpiresIn),
    customer: Type.Optional(PayerData),
    customerId: Type.Optional(Id),
    externalId: Type.Optional(ExternalId),
    metadata: Type.Optional(MetadataInput),
    ensureSameTaxId: Type.Optional(
      Type.Boolean({ default: false, description: 'Refuse a payment from another CPF or CNPJ (PIX, production).' }),
    ),
    dueDate: Type.Optional(Day),
    interest: Type.Optional(Interest),
    fine: Type.Optional(Fine),
    installmentCount: Type.Optional(Installments),
    token: Type.Optional(Type.String({ maxLength: 100, description: 'CARD: a ctok_ of the browser.' })),
    cardToken: Type.Optional(
      Type.String({ maxLength: 100, description: 'CARD: a ctok_, or the cardToken of an earlier charge.' }),
    ),
  }),
});

export type TransparentData = Static<typeof TransparentCreate>['data'];

export const TransparentList = Type.Object({
  ...listQuery,
  id: Type.Optional(TextFilter),
  externalId: Type.Optional(TextFilter),
  status: Type.Optional(OneOf(chargeStatuses)),
  method: Type.Optional(OneOf(methodNames)),
});

export const TransparentSimulate = NamedObject('SimulateChargePayment', {
  id: Type.Optional(Id),
  payer: Type.Optional(SimulatedPayer),
  metadata: Type.Optional(MetadataInput),
  amount: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 9_999_999_999, description: 'Centavos; what is due when left out.' }),
  ),
  late: Type.Optional(Type.Boolean({ default: false, description: 'Pay what takes no payment any more.' })),
  method: Type.Optional(OneOf(methodNames, { description: 'A boleto may be paid by PIX, with its QR code.' })),
});

export const TransparentDispute = NamedObject('SimulateDispute', {
  id: Type.Optional(Id),
  outcome: OneOf(['opened', 'won', 'lost']),
});

const transparent = Type.Object({
  id: Type.String(),
  externalId: Nullable(Type.String()),
  method: OneOf(methodNames),
  amount: Type.Integer({ description: 'Centavos.' }),
  paidAmount: Nullable(Type.Integer()),
  refundedAmount: Type.Integer({ description: 'Centavos that are back with the payer; 0 when none are.' }),
  status: OneOf(chargeStatuses),
  devMode: Type.Boolean(),
  platformFee: Type.Integer(),
  customerId: Nullable(Type.String()),
  subscriptionId: Nullable(Type.String({ description: 'Of a subscription’s payment, else null.' })),
  description: Nullable(Type.String()),
  receiptUrl: Nullable(Type.String({ description: 'Null until paid.' })),
  expiresAt: Nullable(Timestamp),
  metadata: Metadata,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  barCode: Type.Optional(Type.String({ description: 'BOLETO: 44 digits.' })),
  digitableLine: Type.Optional(Type.String({ description: 'BOLETO: 47 digits.' })),
  url: Type.Optional(Type.String({ description: 'BOLETO: address of the PDF.' })),
  brCode: Type.Optional(Nullable(Type.String({ description: 'PIX and BOLETO: the copy-and-paste code.' }))),
  brCodeBase64: Type.Optional(Nullable(Type.String({ description: 'PIX and BOLETO: the QR picture as a data URI.' }))),
  interest: Type.Optional(
    Nullable(Type.Object({ value: Type.Integer({ description: 'Hundredths of a percent a month.' }) })),
  ),
  fine: Type.Optional(
    Nullable(
      Type.Object({
        value: Type.Integer({ description: 'Hundredths of a percent for PERCENTAGE, centavos for FIXED.' }),
        type: OneOf(fineTypes),
      }),
    ),
  ),
  dueDate: Type.Optional(Type.String({ description: 'BOLETO: YYYY-MM-DD in America/Sao_Paulo.' })),
  cardToken: Type.Optional(Nullable(Type.String({ description: 'CARD: charges the same card again.' }))),
  brand: Type.Optional(Type.String({ description: 'CARD: VISA, MASTERCARD, ELO, AMEX, HIPERCARD and so on.' })),
  lastFour: Type.Optional(Type.String({ description: 'CARD.' })),
  installmentCount: Type.Optional(Type.Integer({ description: 'CARD: 1 to 12.' })),
});

/** The fields that only charges of a method have. */
export const pixFields = ['brCode', 'brCodeBase64'];
export const boletoFields = [...pixFields, 'barCode', 'digitableLine', 'url', 'interest', 'fine', 'dueDate'];
export const cardFields = ['cardToken', 'brand', 'lastFour', 'installmentCount'];
export const pixNarrower = { brCode: Type.String({ description: 'The copy-and-paste code.' }) };

export const Transparent = UnionBy('Charge', 'method', transparent, {
  PIX: { name: 'PixCharge', has: pixFields, narrower: pixNarrower },
  BOLETO: { name: 'BoletoCharge', has: boletoFields },
  CARD: { name: 'CardCharge', has: cardFields },
});

export const TransparentCheck = NamedObject('ChargeCheck', {
  id: Type.String(),
  status: OneOf(chargeStatuses),
  expiresAt: Nullable(Timestamp),
});
