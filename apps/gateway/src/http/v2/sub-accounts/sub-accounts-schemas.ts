import { NamedObject, SubTransferDirection } from '@pitanga/records';
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

export const SubAccountTransfer = NamedObject('TransferSubAccount', {
  id: Id,
  amount: Type.Integer({ minimum: 1, maximum: 9_999_999_999, description: 'Centavos.', examples: [10_000] }),
  direction: Type.Optional({ ...SubTransferDirection, description: 'TO_SUB_ACCOUNT when left out.' }),
  against: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description:
        'TO_STORE: the id of a refund or dispute in which the sub-account has a share, or of a transfer to it. No more than its amount goes back in all.',
    }),
  ),
  externalId: Type.String({ minLength: 1, maxLength: 100, description: "The caller's own identifier." }),
  description: Type.Optional(Type.String({ maxLength: 140 })),
});

export const SubTransferList = Type.Object({
  ...listQuery,
  subAccountId: Type.Optional(Id),
  direction: Type.Optional(SubTransferDirection),
  externalId: Type.Optional(TextFilter),
});
