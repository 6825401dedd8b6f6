import { Type } from 'typebox';
import { Id } from '../../fields';
import { listQuery } from '../lists';
import {
  Checkout,
  CheckoutCreate,
  CheckoutGet,
  CheckoutList,
  CheckoutSimulate,
  CheckoutWithPayments,
} from '../checkouts/checkouts-schemas';
import { Named } from '../../schema-names';

/** As a checkout, less what belongs to one payer or one payment (decisions 3). */
export const PaymentLinkCreate = Named(
  'CreatePaymentLink',
  Type.Omit(CheckoutCreate, ['customerId', 'customer', 'dueDate']),
);

export const PaymentLinkGet = CheckoutGet;

export const PaymentLinkList = CheckoutList;

export const PaymentLinkPayments = Type.Object({ ...listQuery, id: Id });

export const PaymentLinkSimulate = CheckoutSimulate;

export const PaymentLink = Named('PaymentLink', Type.Omit(Checkout, ['customerId']));

export const PaymentLinkWithPayments = Named(
  'PaymentLinkWithPayments',
  Type.Omit(CheckoutWithPayments, ['customerId']),
);
