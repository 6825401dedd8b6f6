import {
  normalizeBrCode,
  normalizePixKey,
  normalizeTaxId,
  parseBrCode,
  pixKeyTypes,
  punctuatedTaxId,
} from '@pitanga/core';
import type { ApiRecord } from '../../api/records';
import { formatPhone } from '../../format/phone';

export type PixKeyType = NonNullable<ApiRecord<'SendPix'>['pixKeyType']>;

export { pixKeyTypes };

/** What a copied Pix code says of its payment. */
interface BrCode {
  readonly name: string;
  readonly city: string;
  /** Centavos; undefined where the payer chooses. */
  readonly amount: number | undefined;
}

/** Reads a Pix code, however it was copied; undefined for any other text. */
export function readBrCode(text: string): BrCode | undefined {
  try {
    const { merchantName: name, merchantCity: city, amountCents: amount } = parseBrCode(normalizeBrCode(text));
    return { name, city, amount };
  } catch {
    return undefined;
  }
}

/** Whether a key looks right; whether it exists, only the bank knows. */
export function isPixKey(type: PixKeyType, text: string): boolean {
  try {
    normalizePixKey(type, text);
    return true;
  } catch {
    return false;
  }
}

/** A key as people write it, once it is complete. */
export function maskPixKey(type: PixKeyType, text: string): string {
  const key = text.trim();
  if (!isPixKey(type, key)) return text;
  if (type === 'CPF' || type === 'CNPJ') return punctuatedTaxId(normalizeTaxId(key));
  return type === 'PHONE' ? formatPhone(key) : key;
}
