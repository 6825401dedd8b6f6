import { foldText, isPdfData, isPictureData } from '@pitanga/core';
import type { ApiRecord } from '../../api/records';

export type Product = ApiRecord<'Product'>;
type Cycle = NonNullable<Product['cycle']>;

export const cycles: readonly Cycle[] = ['WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMIANNUALLY', 'ANNUALLY'];

export interface ProductForm {
  name: string;
  description: string;
  /** Centavos. */
  price: number | undefined;
  /** Empty for what is sold once or by use. */
  cycle: Cycle | '';
  trialDays: number | undefined;
  imageUrl: string;
  fileUrl: string;
  externalId: string;
}

export const emptyProduct: ProductForm = {
  name: '',
  description: '',
  price: undefined,
  cycle: '',
  trialDays: undefined,
  imageUrl: '',
  fileUrl: '',
  externalId: '',
};

/** The largest price, in centavos. */
export const priceMax = 9_999_999_999;
export const trialDaysMax = 90;

export const isHttpUrl = (text: string): boolean => /^https?:\/\/[^\s/]+/i.test(text.trim());

/** What can be the picture of a product: an address, or the picture itself. */
export const isPicture = (text: string): boolean => isHttpUrl(text) || isPictureData(text);

/** What can be the file of a product: an address, or the PDF itself. */
export const isPdf = (text: string): boolean => isHttpUrl(text) || isPdfData(text);

/** Letters and digits of a name, for a code that people can read: `cafe-da-manha`. */
export function toSlug(name: string): string {
  const plain = foldText(name);
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '');
}

/** The body of a create. Without a code of the merchant's own it gets one of its name and `unique`. */
export function createBody(form: ProductForm, unique: string): ApiRecord<'CreateProduct'> {
  const { cycle, trialDays } = form;
  const [name, description, imageUrl, fileUrl, externalId] = trimmed(form);
  const slug = toSlug(name);
  return {
    name,
    externalId: externalId === '' ? `${slug === '' ? 'produto' : slug}-${unique}` : externalId,
    price: form.price ?? 0,
    ...(description === '' ? {} : { description }),
    ...(cycle === '' ? {} : { cycle }),
    ...(cycle === '' || trialDays === undefined ? {} : { trialDays }),
    ...(imageUrl === '' ? {} : { imageUrl }),
    ...(fileUrl === '' ? {} : { fileUrl }),
  };
}

/** What has changed alone: a picture that stays is not downloaded again. */
export function updateBody(form: ProductForm, before: Product): ApiRecord<'UpdateProduct'> {
  const { price, trialDays = null } = form;
  const [name, description, imageUrl] = trimmed(form);
  return {
    id: before.id,
    ...(name === before.name ? {} : { name }),
    ...(description === before.description ? {} : { description: description === '' ? null : description }),
    ...(price === undefined || price === before.price ? {} : { price }),
    ...(before.cycle === null || trialDays === before.trialDays ? {} : { trialDays }),
    ...(imageUrl === (before.imageUrl ?? '') ? {} : { imageUrl: imageUrl === '' ? null : imageUrl }),
  };
}

export function toForm(product: Product): ProductForm {
  const { name, description, price, cycle, trialDays, imageUrl, externalId } = product;
  return {
    name,
    description,
    price,
    cycle: cycle ?? '',
    trialDays: trialDays ?? undefined,
    imageUrl: imageUrl ?? '',
    fileUrl: '',
    externalId,
  };
}

function trimmed({ name, description, imageUrl, fileUrl, externalId }: ProductForm) {
  return [name.trim(), description.trim(), imageUrl.trim(), fileUrl.trim(), externalId.trim()] as const;
}
