import { NamedObject, Nullable, OneOf, Timestamp, ChargeStatus, Method } from '@pitanga/records';
import { Type, type Static } from 'typebox';
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
  TextFilter,
  Utm,
  Url,
} from '../../fields/fields';
import { Splits } from '../../fields/splits';
import { PayerData, SimulatedPayer } from '../../both-versions/customer-input';
import { listQuery } from '../lists';

export const TransparentCreate = NamedObject('CreateCharge', {
  method: Type.Optional({ ...Method, description: 'PIX when left out.' }),
  data: NamedObject('ChargeData', {
    amount: Amount,
    description: Type.Optional(Type.String({ maxLength: 500 })),
    expiresIn: Type.Optional(ExpiresIn),
    customer: Type.Optional(PayerData),
    customerId: Type.Optional(Id),
    externalId: Type.Optional(ExternalId),
    metadata: Type.Optional(MetadataInput),
    utm: Type.Optional(Utm),
    ensureSameTaxId: Type.Optional(
      Type.Boolean({ default: false, description: 'Refuse a payment from another CPF or CNPJ (PIX, production).' }),
    ),
    splits: Type.Optional(Splits),
    dueDate: Type.Optional(Day),
    interest: Type.Optional(Interest),
    fine: Type.Optional(Fine),
    installmentCount: Type.Optional(Installments),
    token: Type.Optional(Type.String({ maxLength: 100, description: 'CARD: a ctok_ of the browser.' })),
    returnUrl: Type.Optional({ ...Url, description: 'CARD: where the buyer goes after a confirmation at the bank.' }),
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
  status: Type.Optional(ChargeStatus),
  method: Type.Optional(Method),
});

export const TransparentSimulate = NamedObject('SimulateChargePayment', {
  id: Type.Optional(Id),
  payer: Type.Optional(SimulatedPayer),
  metadata: Type.Optional(MetadataInput),
  amount: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 9_999_999_999, description: 'Centavos; what is due when left out.' }),
  ),
  late: Type.Optional(Type.Boolean({ default: false, description: 'Pay what takes no payment any more.' })),
  method: Type.Optional({ ...Method, description: 'A boleto may be paid by PIX, with its QR code.' }),
});

export const TransparentDispute = NamedObject('SimulateDispute', {
  id: Type.Optional(Id),
  outcome: OneOf('SimulatedDisputeOutcome', ['opened', 'won', 'lost']),
});

export const TransparentCheck = NamedObject('ChargeCheck', {
  id: Type.String(),
  status: ChargeStatus,
  expiresAt: Nullable(Timestamp),
});
