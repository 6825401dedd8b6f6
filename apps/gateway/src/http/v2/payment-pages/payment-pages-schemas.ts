import { NamedObject, Method } from '@pitanga/records';
import { Type } from 'typebox';
import { Id, Language } from '../../fields/fields';
import { CheckoutCreate, Methods } from '../checkouts/checkouts-schemas';
import { BrandingInput, PayerFieldsInput } from '../store/store-schemas';

const { items, card, coupons, customerId, returnUrl, skip_customer, skip_review } = CheckoutCreate.properties;

export const PaymentPagePreview = NamedObject('PreviewPaymentPage', {
  items: Type.Optional({ ...items, maxItems: 20, description: 'Left out: one example.' }),
  paymentLinkId: Type.Optional({
    ...Id,
    description: 'A payment link that sells the items, at its own prices; not beside `items`.',
  }),
  methods: Type.Optional(Methods),
  card: Type.Optional(card),
  coupons: Type.Optional(coupons),
  customerId: Type.Optional({ ...customerId, description: 'With a customer, the page does not ask who pays.' }),
  returnUrl: Type.Optional(returnUrl),
  skip_customer: Type.Optional(skip_customer),
  skip_review: Type.Optional(skip_review),
  branding: Type.Optional(BrandingInput),
  payerFields: Type.Optional(PayerFieldsInput),
  method: Type.Optional({ ...Method, description: 'The one that is open; the first when left out.' }),
  language: Type.Optional(Language),
});

export const PaymentPage = NamedObject('PaymentPagePreview', {
  html: Type.String({ description: 'One whole document, with its style sheets inside and without scripts.' }),
});
