import { isWebAddress } from '../../format/web-address';
import type { ApiRecord } from '../../api/records';
import { toMetadata, metadataRows, type MetadataRow } from '../../forms/metadata';

export const methods = ['PIX', 'BOLETO', 'CARD'] as const;
/** What a checkout takes beside them, paid by card. */
export type Wallet = 'APPLE_PAY' | 'GOOGLE_PAY';
export type Method = (typeof methods)[number];

/** One line of what a page sells. */
export interface SaleLine {
  product: string;
  quantity: number | undefined;
}

/** A payment link or a checkout as a form holds it; what a link has not stays empty. */
export interface SaleForm {
  lines: SaleLine[];
  methods: Method[];
  maxInstallments: string;
  /** Payers by card pay the fee. */
  passFees: boolean;
  coupons: string[];
  completionUrl: string;
  returnUrl: string;
  externalId: string;
  metadata: MetadataRow[];
  skipCustomer: boolean;
  skipReview: boolean;
  customerId: string;
  /** `2026-12-31`; of a boleto. */
  dueDate: string;
  /** The product that a checkout's page offers after the payment. */
  upsellProduct: string;
}

export const emptySale: SaleForm = {
  lines: [{ product: '', quantity: 1 }],
  methods: ['PIX', 'CARD'],
  maxInstallments: '1',
  passFees: false,
  coupons: [],
  completionUrl: '',
  returnUrl: '',
  externalId: '',
  metadata: [],
  skipCustomer: false,
  skipReview: false,
  customerId: '',
  dueDate: '',
  upsellProduct: '',
};

type LinkBody = ApiRecord<'CreatePaymentLink'>;
type CheckoutBody = ApiRecord<'CreateCheckout'>;

const filled = <Name extends string>(name: Name, text: string): { [Key in Name]?: string } =>
  text.trim() === '' ? {} : ({ [name]: text.trim() } as Record<Name, string>);

/** Lines with a product; another line of the same product adds to the first. */
export function toItems(lines: readonly SaleLine[]): { id: string; quantity: number }[] {
  const quantities = new Map<string, number>();
  for (const { product, quantity } of lines) {
    if (product !== '') quantities.set(product, (quantities.get(product) ?? 0) + (quantity ?? 1));
  }
  return [...quantities].map(([id, quantity]) => ({ id, quantity }));
}

export function linkBody(form: SaleForm): LinkBody {
  const metadata = toMetadata(form.metadata);
  return {
    items: toItems(form.lines),
    methods: methods.filter((method) => form.methods.includes(method)),
    ...(form.methods.includes('CARD') ? cardTerms(form) : {}),
    ...(form.coupons.length > 0 ? { coupons: form.coupons } : {}),
    ...filled('completionUrl', form.completionUrl),
    ...filled('returnUrl', form.returnUrl),
    ...filled('externalId', form.externalId),
    skip_customer: form.skipCustomer,
    skip_review: form.skipReview,
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
  };
}

function cardTerms({ maxInstallments, passFees }: SaleForm): Pick<LinkBody, 'card'> {
  const installments = Number(maxInstallments);
  if (installments === 1 && !passFees) return {};
  return { card: { maxInstallments: installments, ...(passFees ? { passFeesToCustomer: true } : {}) } };
}

export function checkoutBody(form: SaleForm): CheckoutBody {
  return {
    ...linkBody(form),
    ...filled('customerId', form.customerId),
    ...filled('upSellProductId', form.upsellProduct),
    ...(form.methods.includes('BOLETO') ? filled('dueDate', form.dueDate) : {}),
  };
}

type Preview = ApiRecord<'PreviewPaymentPage'>;

/** As many lines as a preview shows. */
const previewedMax = 20;

/** The page that the form would make; undefined while it sells nothing. */
export function toPreview(form: SaleForm): Preview | undefined {
  const items = toItems(form.lines).slice(0, previewedMax);
  return items.length === 0 ? undefined : { items, ...toTerms(form) };
}

/** The page of a link that exists, with what the form would change. */
export function previewOfLink(form: SaleForm, paymentLinkId: string): Preview {
  return { paymentLinkId, ...toTerms(form) };
}

/** An address that is still typed is left out, and no method, which the API would refuse. */
function toTerms(form: SaleForm): Preview {
  const { methods: accepted, card, coupons } = linkBody(form);
  return {
    ...(accepted && accepted.length > 0 ? { methods: accepted } : {}),
    ...(card ? { card } : {}),
    ...(coupons ? { coupons } : {}),
    ...filled('customerId', form.customerId),
    ...(isWebAddress(form.returnUrl) && form.returnUrl.trim() !== '' ? { returnUrl: form.returnUrl.trim() } : {}),
    skip_customer: form.skipCustomer,
    skip_review: form.skipReview,
  };
}

type Link = ApiRecord<'PaymentLink'>;

export function formOfLink(link: Link): SaleForm {
  return {
    ...emptySale,
    lines: link.items.map(({ id, quantity }) => ({ product: id, quantity })),
    methods: [...link.methods],
    maxInstallments: String(link.card.maxInstallments),
    passFees: link.card.passFeesToCustomer,
    coupons: [...link.coupons],
    completionUrl: link.completionUrl ?? '',
    returnUrl: link.returnUrl ?? '',
    externalId: link.externalId ?? '',
    metadata: metadataRows(link.metadata),
    skipCustomer: link.skip_customer,
    skipReview: link.skip_review,
  };
}

/** What a link can change: an emptied address is taken away. */
export function updateLinkBody(form: SaleForm, { id, metadata }: Link): ApiRecord<'UpdatePaymentLink'> {
  const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
  return {
    id,
    methods: methods.filter((method) => form.methods.includes(method)),
    completionUrl: orNull(form.completionUrl),
    returnUrl: orNull(form.returnUrl),
    coupons: form.coupons,
    metadata: toMetadata(form.metadata, metadata),
  };
}
