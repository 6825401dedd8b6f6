import { NamedObject, Nullable, OneOf, Timestamp } from '@pitanga/records';
import { Type, type Static } from 'typebox';

const foundKinds = [
  'CHARGE',
  'CHECKOUT',
  'PAYMENT_LINK',
  'SUBSCRIPTION_CHECKOUT',
  'SUBSCRIPTION',
  'CUSTOMER',
  'PRODUCT',
  'COUPON',
  'REFUND',
  'DISPUTE',
  'PAYOUT',
  'TRANSFER',
  'KEY_PAYMENT',
  'WEBHOOK',
  'DELIVERY',
  'EVENT',
] as const;

export const FoundRecord = NamedObject('FoundRecord', {
  kind: OneOf('FoundKind', foundKinds, {
    description: 'PAYOUT: a withdrawal. TRANSFER: Pix that was sent. KEY_PAYMENT: Pix without a charge.',
  }),
  id: Type.String({ description: 'Of a coupon its code.' }),
  title: Nullable(Type.String({ description: 'Its name, external id or description, whichever it has first.' })),
  status: Nullable(Type.String({ description: 'As its own record has it.' })),
  amount: Nullable(Type.Integer({ description: 'Centavos.' })),
  createdAt: Timestamp,
});
export type FoundRecord = Static<typeof FoundRecord>;

export const foundMax = 20;

export const SearchResult = NamedObject('SearchResult', {
  results: Type.Array(FoundRecord, { maxItems: foundMax }),
});

export const SearchQuery = Type.Object({
  query: Type.String({
    minLength: 1,
    maxLength: 255,
    description:
      'An id, an external id, an end-to-end id of a payment, the code of a coupon, the e-mail or tax id of a customer, ' +
      'the tax id of who paid a Pix without a charge, or the beginning of either’s name (two characters or more).',
  }),
});
