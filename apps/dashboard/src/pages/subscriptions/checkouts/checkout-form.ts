import type { ApiRecord } from '../../../api/records';
import { toMetadata, type MetadataRow } from '../../../forms/metadata';
import type { Filters } from '../../../lists/filters';
import { searchTarget } from '../subscription-search';

export type SubscriptionCheckout = ApiRecord<'SubscriptionCheckout'>;

export interface CheckoutForm {
  productId: string;
  quantity: number | undefined;
  byCard: boolean;
  byPix: boolean;
  customerId: string;
  /** Codes, separated by commas or spaces. */
  coupons: string;
  externalId: string;
  returnUrl: string;
  completionUrl: string;
  maxRetry: number | undefined;
  retryEvery: number | undefined;
  pixAuthorization: 'REQUIRED' | 'OPTIONAL';
  metadata: MetadataRow[];
}

export const emptyForm: CheckoutForm = {
  productId: '',
  quantity: 1,
  byCard: true,
  byPix: false,
  customerId: '',
  coupons: '',
  externalId: '',
  returnUrl: '',
  completionUrl: '',
  maxRetry: 3,
  retryEvery: 1,
  pixAuthorization: 'REQUIRED',
  metadata: [],
};

export function parseCodes(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((code) => code !== ''))];
}

/** What the form asks the API for; empty fields are left out. */
export function createBody(form: CheckoutForm): ApiRecord<'CreateSubscriptionCheckout'> {
  const { productId, quantity = 1, byCard, byPix, maxRetry = 3, retryEvery = 1 } = form;
  const texts = {
    customerId: form.customerId,
    externalId: form.externalId,
    returnUrl: form.returnUrl,
    completionUrl: form.completionUrl,
  };
  const written = Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()]])),
  );
  const coupons = parseCodes(form.coupons);
  const metadata = toMetadata(form.metadata);
  const isUsualPolicy = maxRetry === 3 && retryEvery === 1;
  return {
    items: [{ id: productId, quantity }],
    methods: [...(byCard ? (['CARD'] as const) : []), ...(byPix ? (['PIX'] as const) : [])],
    ...written,
    ...(coupons.length > 0 ? { coupons } : {}),
    ...(isUsualPolicy ? {} : { retryPolicy: { maxRetry, retryEvery } }),
    ...(byPix && form.pixAuthorization === 'OPTIONAL' ? { pixAuthorization: 'OPTIONAL' as const } : {}),
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
  };
}

/** The filters of the address as parameters of `/v2/subscriptions/checkouts/list`. */
export function checkoutsQuery({ search, ...rest }: Filters): Filters {
  const target = searchTarget(search);
  if (target === undefined) return rest;
  const { by, text } = target;
  if (by === 'subscription') return { ...rest, externalId: text };
  return { ...rest, [by === 'checkoutId' ? 'id' : by]: text };
}
