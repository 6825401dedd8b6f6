import { ChargeMethod, ChargeOrigin, ChargeStatus } from '@pitanga/records';
import { Type } from 'typebox';
import { TextFilter } from '../../fields/fields';
import { listQuery } from '../lists';

const amountBound = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 9_999_999_999, description }));

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
      'external id; an end-to-end id; the e-mail or tax id of a customer.',
  }),
  amountMin: amountBound('Centavos, inclusive.'),
  amountMax: amountBound('Centavos, inclusive.'),
});
