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
  'STATEMENT_ENTRY',
  'ADVANCE',
  'API_KEY',
  'WEBHOOK',
  'DELIVERY',
  'EVENT',
] as const;

export const FoundRecord = NamedObject('FoundRecord', {
  kind: OneOf('FoundKind', foundKinds, {
    description: 'PAYOUT: a withdrawal. TRANSFER: Pix that was sent. KEY_PAYMENT: Pix without a charge.',
  }),
  id: Type.String({ description: 'Of a coupon its code.' }),
  title: Nullable(
    Type.String({
      description: 'Its name, external id or description, whichever it has first; of a charge, before it, who paid.',
    }),
  ),
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
      'An id, or the address of a page that has one; an external id, an end-to-end id of a payment, the code of a coupon, the ' +
      'e-mail or tax id of a customer or payer, an amount as `227,32`, the last four digits of a card; of two characters or ' +
      'more the beginning of a customer’s or payer’s name, and a part of a product’s.',
  }),
});
