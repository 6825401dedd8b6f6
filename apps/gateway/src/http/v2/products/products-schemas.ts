import { NamedObject, Nullable, Only, ProductStatus, BillingCycle } from '@pitanga/records';
import { Type } from 'typebox';
import { ExternalId, Id, Name, PdfUrl, PictureUrl, TextFilter } from '../../fields/fields';
import { listQuery } from '../lists';

/** Within the limit of a request's body. */
const ImageUrl = PictureUrl(1_000_000);
/** Two megabytes in base64. */
const FileUrl = PdfUrl(2_700_000);
/** Of a new product: its picture, its file, and the other fields, which are short. */
export const productBodyBytesMax = 4_000_000;

export const ProductCreate = NamedObject('CreateProduct', {
  externalId: ExternalId,
  name: Name,
  description: Type.Optional(Type.String({ maxLength: 500 })),
  price: Type.Integer({ minimum: 1, maximum: 9_999_999_999, description: 'Centavos.' }),
  currency: Type.Optional(Only('BRL')),
  cycle: Type.Optional({ ...BillingCycle, description: 'Left out for one-off and pay-as-you-go products.' }),
  trialDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 90, description: 'Only with a cycle.' })),
  imageUrl: Type.Optional({
    ...ImageUrl,
    description:
      'A PNG, JPEG, GIF or WebP image of at most 5 MB, downloaded now through at most 3 redirects and shown at an ' +
      'address of ours; or the image itself as `data:image/png;base64,…`, at most 1,000,000 characters.',
    examples: ['https://shop.example/ebook.png'],
  }),
  fileUrl: Type.Optional({
    ...FileUrl,
    description:
      'A PDF of at most 20 MB, downloaded now through at most 3 redirects, or the PDF itself as ' +
      '`data:application/pdf;base64,…`, at most 2,700,000 characters; buyers get a link to it on the receipt of their ' +
      'payment.',
    examples: ['https://shop.example/ebook.pdf'],
  }),
});

/** Absent fields stay unchanged. */
export const ProductUpdate = NamedObject('UpdateProduct', {
  id: Type.Optional(Id),
  name: Type.Optional(Name),
  description: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
  price: Type.Optional(Type.Integer({ minimum: 1, maximum: 9_999_999_999, description: 'Centavos.' })),
  trialDays: Type.Optional(
    Nullable(Type.Integer({ minimum: 1, maximum: 90, description: 'Only with a cycle; null for none.' })),
  ),
  imageUrl: Type.Optional(
    Nullable({
      ...ImageUrl,
      description: 'Downloaded now, as at create; null for none.',
      examples: ['https://shop.example/a.png'],
    }),
  ),
});

export const ProductGet = Type.Object({ id: Type.Optional(Id), externalId: Type.Optional(ExternalId) });

export const ProductList = Type.Object({
  ...listQuery,
  id: Type.Optional(TextFilter),
  externalId: Type.Optional(TextFilter),
  status: Type.Optional(ProductStatus),
  search: Type.Optional({
    ...TextFilter,
    description: 'Contained in the name or the externalId, ignoring case and accents, or the whole id.',
  }),
});
