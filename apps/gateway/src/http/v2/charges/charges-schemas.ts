import type { ChargeSums as ChargeSumsMessage } from '@pitanga/contracts';
import { ChargeMethod, ChargeOrigin, ChargeStatus, NamedObject, OneOf } from '@pitanga/records';
import { Type, type Static } from 'typebox';
import { TextFilter } from '../../fields/fields';
import { listQuery } from '../lists';

const amountBound = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 9_999_999_999, description }));

const flag = (description: string) => Type.Optional(Type.Boolean({ description }));

export const StoreChargeList = Type.Object({
  ...listQuery,
  id: Type.Optional(TextFilter),
  externalId: Type.Optional(TextFilter),
  status: Type.Optional(ChargeStatus),
  method: Type.Optional(ChargeMethod),
  origin: Type.Optional(ChargeOrigin),
  customerId: Type.Optional(TextFilter),
  search: Type.Optional({
    ...TextFilter,
    description:
      'One of: the id of a charge, or of the checkout, link, subscription, customer, refund or dispute it belongs to; an ' +
      'external id; an end-to-end id; the e-mail or tax id of a customer; an amount as `227,32`; the last four digits of a ' +
      'card; the beginning of a payer’s name. Of the newest 1,000 charges of each origin also any part of the payer’s name, ' +
      'the items or the description.',
  }),
  payer: Type.Optional({
    ...TextFilter,
    description:
      'The beginning of a payer’s name, without case and accents; of the newest 1,000 of each origin any part.',
  }),
  checkoutId: Type.Optional({ ...TextFilter, description: 'Of the checkout, payment link or cycle that they pay.' }),
  amountMin: amountBound('Centavos, inclusive.'),
  amountMax: amountBound('Centavos, inclusive.'),
  paid: flag('Those that were paid, whatever became of the money.'),
  partlyRefunded: flag('Those that are PAID and of which a part went back.'),
  hideVisits: flag('Without Pix codes that visits of payment links made and nobody paid.'),
  order: Type.Optional(
    OneOf('ChargeOrder', ['NEWEST', 'OLDEST', 'LARGEST', 'SMALLEST'], {
      description: 'What is first; NEWEST when left out. LARGEST and SMALLEST are by amount.',
    }),
  ),
  sums: flag('The answer has `sums`, of all that the filters let through.'),
});

const sum = (description: string) => Type.Integer({ description });

/** Beside a page of charges. */
export const ChargeSums = NamedObject('ChargeSums', {
  count: Type.Integer({ description: '10,000 at most.' }),
  isCut: Type.Boolean({ description: 'There are more; the sums are of the first 10,000.' }),
  amount: sum('Centavos.'),
  paidAmount: sum('Centavos.'),
  refundedAmount: sum('Centavos.'),
});

/** The sums of a message; null where they take too long. */
export function chargeSums(sums: ChargeSumsMessage | undefined): Static<typeof ChargeSums> | null {
  if (!sums) return null;
  const { count, isCut, amountCents: amount, paidCents: paidAmount, refundedCents: refundedAmount } = sums;
  return { count, isCut, amount, paidAmount, refundedAmount };
}
