import {
  checkoutMethodNames,
  CheckoutRecord,
  methodNames,
  NamedObject,
  PaymentRecord,
  CheckoutMethod,
  CheckoutStatus,
  Method,
} from '@pitanga/records';
import { Type } from 'typebox';
import {
  CouponCodes,
  Day,
  ExternalId,
  Fine,
  Id,
  Installments,
  Interest,
  MetadataInput,
  Quantity,
  TextFilter,
  Url,
} from '../../fields/fields';
import { Splits } from '../../fields/splits';
import { CustomerData, SimulatedPayer } from '../../both-versions/customer-input';
import { listQuery } from '../lists';

/** Of a link, a subscription and the preview of a page: of what takes no wallets. */
export const Methods = Type.Array(Method, {
  minItems: 1,
  maxItems: methodNames.length,
  uniqueItems: true,
  description: 'Left out: PIX and CARD in dev mode, in production all that the store has a provider for.',
});

export const CheckoutCreate = NamedObject('CreateCheckout', {
  items: Type.Array(
    NamedObject('CheckoutItemInput', {
      id: Type.String({ minLength: 1, maxLength: 255, description: "A product's id or externalId." }),
      quantity: Type.Optional(Quantity),
    }),
    { minItems: 1, maxItems: 100 },
  ),
  methods: Type.Optional(
    Type.Array(CheckoutMethod, {
      minItems: 1,
      maxItems: checkoutMethodNames.length,
      uniqueItems: true,
      description:
        'Left out: PIX and CARD in dev mode, in production PIX, CARD and BOLETO as far as the store has a provider for them. ' +
        'APPLE_PAY and GOOGLE_PAY are paid by card, once, and always ask who pays.',
    }),
  ),
  externalId: Type.Optional(ExternalId),
  customerId: Type.Optional(Id),
  customer: Type.Optional(CustomerData),
  returnUrl: Type.Optional(Url),
  completionUrl: Type.Optional(Url),
  dueDate: Type.Optional(Day),
  card: Type.Optional(
    NamedObject('CheckoutCardInput', {
      maxInstallments: Type.Optional(Installments),
      passFeesToCustomer: Type.Optional(
        Type.Boolean({
          description:
            'Payers by card pay the fee: the smallest amount that, less the store’s fee, is the price or more.',
        }),
      ),
    }),
  ),
  coupons: Type.Optional(CouponCodes),
  interest: Type.Optional(Interest),
  fine: Type.Optional(Fine),
  skip_customer: Type.Optional(Type.Boolean({ default: false })),
  skip_review: Type.Optional(Type.Boolean({ default: false })),
  metadata: Type.Optional(MetadataInput),
  splits: Type.Optional(Splits),
  upSellProductId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'The id or externalId of a product without a cycle, which the page offers after the payment, at its full price and by the same method.',
    }),
  ),
});

export const CheckoutGet = Type.Object({
  id: Type.Optional(Id),
  externalId: Type.Optional(ExternalId),
  customerId: Type.Optional(Id),
});

export const CheckoutList = Type.Object({
  ...listQuery,
  id: Type.Optional(TextFilter),
  externalId: Type.Optional(TextFilter),
  status: Type.Optional(CheckoutStatus),
  customerId: Type.Optional(TextFilter),
  email: Type.Optional(TextFilter),
  taxId: Type.Optional(TextFilter),
  method: Type.Optional(Method),
  search: Type.Optional({
    ...TextFilter,
    description: 'The external id, or of the newest 1,000 a part of the name of an item, without case and accents.',
  }),
});

export const CheckoutSimulate = NamedObject('SimulateCheckoutPayment', {
  id: Type.Optional(Id),
  method: Type.Optional({ ...CheckoutMethod, description: 'The first accepted one when left out.' }),
  payer: Type.Optional(SimulatedPayer),
  coupons: Type.Optional(CouponCodes),
  cardNumber: Type.Optional(Type.String({ minLength: 1, maxLength: 30, description: 'A test card.' })),
  installmentCount: Type.Optional(Installments),
  amount: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 9_999_999_999, description: 'Centavos; what is due when left out.' }),
  ),
  late: Type.Optional(Type.Boolean({ default: false, description: 'Pay what takes no payment any more.' })),
});

export const CheckoutWithPayments = NamedObject('CheckoutWithPayments', {
  ...CheckoutRecord.properties,
  payments: Type.Array(PaymentRecord, { description: 'Newest first, at most 100.' }),
});
