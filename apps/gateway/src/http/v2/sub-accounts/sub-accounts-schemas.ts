import { NamedObject } from '@pitanga/records';
import { Type } from 'typebox';
import { Id, TextFilter } from '../../fields/fields';
import { listQuery } from '../lists';

const SubAccountExternalId = Type.String({
  minLength: 1,
  maxLength: 100,
  description: "The caller's own identifier, unique in the store.",
});

export const SubAccountCreate = NamedObject('CreateSubAccount', {
  name: Type.String({ minLength: 1, maxLength: 100 }),
  // Not of the format tax-id: a wrong one has its own sentence.
  taxId: Type.String({
    minLength: 1,
    maxLength: 20,
    description: 'A valid CPF or CNPJ.',
    examples: ['123.456.789-09'],
  }),
  externalId: Type.Optional(SubAccountExternalId),
  metadata: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      maxProperties: 50,
      description: 'At most 50 keys and 16 KiB, kept exactly as given; every value is a text.',
    }),
  ),
});

export const SubAccountList = Type.Object({
  ...listQuery,
  id: Type.Optional(TextFilter),
  externalId: Type.Optional(TextFilter),
  taxId: Type.Optional(TextFilter),
});

export const SubAccountWithdraw = NamedObject('WithdrawFromSubAccount', {
  id: Id,
  amount: Type.Integer({
    minimum: 100,
    maximum: 9_999_999_999,
    description: 'Centavos, with the fee: the holder receives what is left after it.',
    examples: [10_000],
  }),
  externalId: Type.String({ minLength: 1, maxLength: 100, description: "The caller's own identifier." }),
  description: Type.Optional(Type.String({ maxLength: 140 })),
});
