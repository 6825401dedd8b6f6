import { Named, NamedObject, Nullable, PaymentLinkRecord } from '@pitanga/records';
import { Type } from 'typebox';
import { CouponCodes, Id, MetadataInput } from '../../fields/fields';
import {
  CheckoutCreate,
  CheckoutGet,
  CheckoutList,
  CheckoutSimulate,
  CheckoutWithPayments,
  Methods,
} from '../checkouts/checkouts-schemas';
import { listQuery } from '../lists';

/** A checkout without the fields of one payer or one payment. */
export const PaymentLinkCreate = Named(
  'CreatePaymentLink',
  Type.Object({
    ...Type.Omit(CheckoutCreate, ['customerId', 'customer', 'dueDate', 'upSellProductId']).properties,
    methods: Type.Optional(Methods),
  }),
);

const { returnUrl, completionUrl } = CheckoutCreate.properties;

/** Absent fields stay unchanged. */
export const PaymentLinkUpdate = NamedObject('UpdatePaymentLink', {
  id: Type.Optional(Id),
  methods: Type.Optional({ ...Methods, description: 'Takes the place of all.' }),
  returnUrl: Type.Optional(Nullable({ ...returnUrl })),
  completionUrl: Type.Optional(Nullable({ ...completionUrl })),
  coupons: Type.Optional(
    Nullable({ ...CouponCodes, description: 'Takes the place of all; an empty list or null for none.' }),
  ),
  metadata: Type.Optional(Nullable(MetadataInput)),
});

export const PaymentLinkGet = CheckoutGet;

export const PaymentLinkList = CheckoutList;

export const PaymentLinkPayments = Type.Object({ ...listQuery, id: Id });

export const PaymentLinkSimulate = CheckoutSimulate;

export const PaymentLinkWithPayments = NamedObject('PaymentLinkWithPayments', {
  ...Type.Omit(CheckoutWithPayments, ['customerId', 'upSellProductId']).properties,
  methods: PaymentLinkRecord.properties.methods,
});
