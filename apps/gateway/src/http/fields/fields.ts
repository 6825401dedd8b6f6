import type { BoletoFine } from '@pitanga/contracts';
import { invalidArgument, pixKeyTypes } from '@pitanga/core';
import { Named, NamedObject, OneOf, FineType } from '@pitanga/records';
import { Type, type Static } from 'typebox';
import { messageLanguages } from '../../access/language';

export const Language = OneOf('Language', messageLanguages);

export const PixKeyType = OneOf('PixKeyType', pixKeyTypes);

/** Amount of a charge. */
export const Amount = Type.Integer({
  minimum: 100,
  maximum: 9_999_999_999,
  description: 'Centavos.',
  examples: [1990],
});

export const Quantity = Type.Integer({ minimum: 1, maximum: 10_000, default: 1 });

export const Name = Type.String({ minLength: 1, maxLength: 200 });

export const Email = Type.String({ format: 'email', maxLength: 254, examples: ['ana@example.com'] });

export const Cellphone = Type.String({ minLength: 1, maxLength: 30, examples: ['(11) 98765-4321'] });

/** Street and number. */
export const Address = Type.String({ minLength: 1, maxLength: 200, examples: ['Avenida Paulista, 1000'] });

export const City = Type.String({ minLength: 1, maxLength: 100, examples: ['Recife'] });

export const State = Type.String({
  pattern: '^[A-Z]{2}$',
  description: 'Two letters, as on an envelope.',
  examples: ['SP'],
});

export const ZipCode = Type.String({
  format: 'cep',
  maxLength: 20,
  description: 'A CEP of eight digits.',
  examples: ['01310-100'],
});

/** Punctuated or not. */
export const TaxId = Type.String({
  format: 'tax-id',
  maxLength: 20,
  description: 'A valid CPF or CNPJ.',
  examples: ['123.456.789-09'],
});

export const ExternalId = Type.String({ minLength: 1, maxLength: 255, description: "The caller's own identifier." });

/** Of an address that is not the picture itself. */
export const urlMax = 2048;

/** @param max of the whole text, in characters: a picture that is its own address is long */
export const PictureUrl = (max: number) => Type.String({ format: 'picture-url', maxLength: max });

/** @param max as of {@link PictureUrl}, of a PDF */
export const PdfUrl = (max: number) => Type.String({ format: 'pdf-url', maxLength: max });

export const Url = Type.String({
  format: 'http-url',
  maxLength: urlMax,
  description: 'An http or https URL with `//`, without user name, password, backslash, space or control character.',
  examples: ['https://shop.example/thanks'],
});

/** An identifier in a request; the service that owns the record checks its kind. */
export const Id = Type.String({ minLength: 1, maxLength: 255 });

/** A list filter of any text. */
export const TextFilter = Type.String({ maxLength: 255 });

export const MetadataInput = Named(
  'MetadataInput',
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    maxProperties: 50,
    description: 'Free keys: one object of at most 50 keys and 16 KiB, kept exactly as given.',
  }),
);

const UtmText = Type.String({ maxLength: 150 });

/** Where the buyer came from. */
export const Utm = Named(
  'UtmInput',
  Type.Object(
    {
      source: Type.Optional(UtmText),
      medium: Type.Optional(UtmText),
      campaign: Type.Optional(UtmText),
      term: Type.Optional(UtmText),
      content: Type.Optional(UtmText),
    },
    { additionalProperties: false, description: 'Where the buyer came from, as `utm_…` of an address say.' },
  ),
);

export const Day = Type.String({ format: 'date', examples: ['2026-12-31'] });

export const Installments = Type.Integer({ minimum: 1, maximum: 12, default: 1 });

/** Interest on an overdue boleto; ignored for other methods. */
export const Interest = NamedObject('InterestTerms', {
  value: Type.Integer({ minimum: 0, maximum: 10_000, description: 'Hundredths of a percent a month; 0 is none.' }),
});
export const Fine = NamedObject('FineTerms', {
  value: Type.Integer({
    minimum: 0,
    maximum: 9_999_999_999,
    description: 'Hundredths of a percent (PERCENTAGE) or centavos (FIXED); 0 is none.',
  }),
  type: Type.Optional({ ...FineType, description: 'Required unless the value is 0.' }),
});

interface LateTerms {
  readonly interest?: Static<typeof Interest> | undefined;
  readonly fine?: Static<typeof Fine> | undefined;
}

/**
 * The late terms of a request to billing; clients send 0 for none.
 * @throws AppError INVALID_ARGUMENT for a fine without its type, which `property` names.
 */
export function wireLateTerms({ interest, fine }: LateTerms, property = 'fine') {
  return { interestBasisPoints: interest?.value === 0 ? undefined : interest?.value, fine: wireFine(fine, property) };
}

function wireFine(fine: LateTerms['fine'], property: string): BoletoFine | undefined {
  if (fine === undefined || fine.value === 0) return undefined;
  if (fine.type === undefined) throw invalidArgument(`Property '${property}.type' is missing`);
  return { kind: `FINE_KIND_${fine.type}`, value: fine.value };
}

/** Codes of coupons. */
export const CouponCodes = Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: 50 });

/** A text of an update for the services: empty where null clears it, undefined where it stays unchanged. */
export function cleared(text: string | null | undefined): string | undefined {
  return text === null ? '' : text;
}

/** A filter on a wire enum: `CHARGE_STATUS_PAID` for PAID, undefined for no filter. */
export function wireFilter<P extends string, N extends string>(
  prefix: P,
  name: N | undefined,
): `${P}_${N}` | undefined {
  return name === undefined ? undefined : `${prefix}_${name}`;
}

export const expiresInDefaultSeconds = 86_400;

export const ExpiresIn = Type.Integer({
  minimum: 1,
  maximum: 2_592_000,
  default: expiresInDefaultSeconds,
  description: 'Seconds until the charge expires.',
});
