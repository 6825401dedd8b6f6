import { pixKeyTypes } from '@pitanga/core';
import { approvalStatuses, NamedObject, OneOf, PayoutRecord, payoutStatuses } from '@pitanga/records';
import { Type } from 'typebox';
import { ExternalId, Id, TextFilter } from '../../fields/fields';
import { listQuery } from '../lists';

const PixKeyType = OneOf(pixKeyTypes);
const PixKey = Type.String({
  minLength: 1,
  maxLength: 512,
  description:
    'A Pix key of its type, or a whole BR Code. A BR Code should keep every rule of its manual: check value, lengths, ' +
    'one Pix account, country BR, a merchant name of at most 25 and a city of at most 15 characters, a txid of at most ' +
    '25 letters and digits or ***, a location without scheme or space, a key as the DICT keeps it. The 400 names the ' +
    'rule that is broken.',
});
const amount = (minimum: number) =>
  Type.Integer({ minimum, maximum: 9_999_999_999, description: 'Centavos, besides the fee.', examples: [10_000] });

/** A receiver, nested or flat. */
const receiver = {
  pix: Type.Optional(Type.Object({ type: PixKeyType, key: PixKey })),
  pixKey: Type.Optional(PixKey),
  pixKeyType: Type.Optional(PixKeyType),
};

const common = {
  method: Type.Optional(OneOf(['PIX'])),
  description: Type.Optional(Type.String({ maxLength: 500 })),
  ...receiver,
};

export const PayoutCreate = NamedObject('CreatePayout', {
  amount: amount(350),
  externalId: Type.Optional(ExternalId),
  ...common,
});

export const PixSend = NamedObject('SendPix', { amount: amount(100), externalId: ExternalId, ...common });

export const PayoutGet = Type.Object({ id: Type.Optional(Id), externalId: Type.Optional(ExternalId) });

export const PayoutList = Type.Object({
  ...listQuery,
  id: Type.Optional(TextFilter),
  externalId: Type.Optional(TextFilter),
  status: Type.Optional(OneOf(payoutStatuses)),
  approval: Type.Optional(
    OneOf(approvalStatuses, { description: 'Of payouts above the limit that the store had when they were asked for.' }),
  ),
});

const ofSubAccount = {
  subAccountId: Type.Optional({ ...Id, description: 'What this sub-account withdrew.' }),
};

export const PixGet = Type.Object({ ...PayoutGet.properties, ...ofSubAccount });

export const PixList = Type.Object({ ...PayoutList.properties, ...ofSubAccount });

export const PayoutDecision = NamedObject('PayoutDecision', { id: Id });

/** The record of a payout, whose external id a Pix send always has. */
export const PixSent = NamedObject('Transfer', {
  ...PayoutRecord.properties,
  externalId: Type.Unsafe<PayoutRecord['externalId']>({ type: 'string' }),
});
