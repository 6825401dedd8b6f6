import {
  NamedObject,
  PayoutKeyRecord,
  PayoutRecord,
  BankAccountType,
  Only,
  PayoutStatus,
  ApprovalStatus,
  PayoutMethod,
} from '@pitanga/records';
import { Type } from 'typebox';
import { ExternalId, Id, TextFilter, PixKeyType } from '../../fields/fields';
import { listQuery } from '../lists';

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
  pix: Type.Optional(NamedObject('PixReceiver', { type: PixKeyType, key: PixKey })),
  pixKey: Type.Optional(PixKey),
  pixKeyType: Type.Optional(PixKeyType),
};

const AccountText = (description: string) => Type.String({ minLength: 1, maxLength: 30, description });

/** The account's owner is the store's holder, whom the order names. */
const BankAccountGiven = NamedObject(
  'BankAccountInput',
  {
    ispb: Type.Optional(AccountText('ISPB of the bank, 8 digits; this or `bankCode`.')),
    bankCode: Type.Optional(AccountText('Of the bank in the clearing, 3 digits.')),
    branch: AccountText('4 digits, without the check digit.'),
    account: AccountText('Up to 20 digits, without the check digit.'),
    accountDigit: AccountText('The check digit of the account: a digit, or X.'),
    accountType: BankAccountType,
  },
  { description: 'With the method TED: an account of the store’s own holder.' },
);

const common = {
  description: Type.Optional(Type.String({ maxLength: 500 })),
  ...receiver,
};

export const PayoutCreate = NamedObject('CreatePayout', {
  amount: amount(350),
  externalId: Type.Optional(ExternalId),
  method: Type.Optional({ ...PayoutMethod, description: 'PIX when left out; a TED goes to `bankAccount`.' }),
  ...common,
  bankAccount: Type.Optional(BankAccountGiven),
});

export const PixSend = NamedObject('SendPix', {
  amount: amount(100),
  externalId: ExternalId,
  method: Type.Optional(Only('PIX')),
  ...common,
});

export const PayoutGet = Type.Object({ id: Type.Optional(Id), externalId: Type.Optional(ExternalId) });

export const PayoutList = Type.Object({
  ...listQuery,
  id: Type.Optional(TextFilter),
  externalId: Type.Optional(TextFilter),
  status: Type.Optional(PayoutStatus),
  approval: Type.Optional({
    ...ApprovalStatus,
    description: 'Of payouts above the limit that the store had when they were asked for.',
  }),
});

const ofSubAccount = {
  subAccountId: Type.Optional({ ...Id, description: 'What this sub-account withdrew.' }),
};

export const PixGet = Type.Object({ ...PayoutGet.properties, ...ofSubAccount });

export const PixList = Type.Object({ ...PayoutList.properties, ...ofSubAccount });

export const PayoutDecision = NamedObject('PayoutDecision', { id: Id });

/** The record of a payout, whose external id a Pix send always has. */
export const PixSent = NamedObject('Transfer', {
  ...Type.Omit(PayoutRecord, ['bankAccount']).properties,
  externalId: Type.Unsafe<PayoutRecord['externalId']>({ type: 'string' }),
  method: Type.Unsafe<PayoutRecord['method']>(Only('PIX')),
  pix: Type.Unsafe<PayoutRecord['pix']>(PayoutKeyRecord),
});
