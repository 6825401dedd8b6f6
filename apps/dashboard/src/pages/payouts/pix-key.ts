import type { ApiRecord } from '../../api/records';
import { formatPhone, isPhone } from '../../format/phone';
import { bareTaxId, formatTaxId, isTaxId } from '../../format/tax-id';

export type PixKeyType = NonNullable<ApiRecord<'SendPix'>['pixKeyType']>;

export const pixKeyTypes = ['CPF', 'CNPJ', 'PHONE', 'EMAIL', 'RANDOM', 'BR_CODE'] as const satisfies PixKeyType[];

/** What a copied Pix code says of its payment. */
interface BrCode {
  readonly name: string | undefined;
  readonly city: string | undefined;
  /** Centavos; undefined where the payer chooses. */
  readonly amount: number | undefined;
}

/** Reads a Pix code; undefined for any other text. The API checks it whole, with its check value. */
export function readBrCode(text: string): BrCode | undefined {
  const code = text.trim();
  if (!code.startsWith('000201')) return undefined;
  const parts = new Map<string, string>();
  for (let at = 0; at < code.length;) {
    const length = Number(code.slice(at + 2, at + 4));
    const value = code.slice(at + 4, at + 4 + length);
    if (!/^\d{4}$/.test(code.slice(at, at + 4)) || value.length !== length) return undefined;
    parts.set(code.slice(at, at + 2), value);
    at += 4 + length;
  }
  if (!parts.has('63')) return undefined;
  return { name: parts.get('59'), city: parts.get('60'), amount: parseCentavos(parts.get('54')) };
}

/** `1234.5` as it stands in a code, without a float. */
function parseCentavos(text: string | undefined): number | undefined {
  const [, reais = '', cents = ''] = /^(\d{1,10})(?:\.(\d{0,2}))?$/.exec(text ?? '') ?? [];
  return reais === '' ? undefined : Number(reais) * 100 + Number(cents.padEnd(2, '0'));
}

/** Whether a key looks right; whether it exists, only the bank knows. */
export function isPixKey(type: PixKeyType, text: string): boolean {
  const key = text.trim();
  switch (type) {
    case 'CPF':
      return bareTaxId(key).length === 11 && isTaxId(key);
    case 'CNPJ':
      return bareTaxId(key).length === 14 && isTaxId(key);
    case 'PHONE':
      return isPhone(key);
    case 'EMAIL':
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(key) && key.length <= 77;
    case 'RANDOM':
      return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(key);
    case 'BR_CODE':
      return readBrCode(key) !== undefined;
  }
}

/** A key as people write it, once it is complete. */
export function maskPixKey(type: PixKeyType, text: string): string {
  const key = text.trim();
  if (!isPixKey(type, key)) return text;
  if (type === 'CPF' || type === 'CNPJ') return formatTaxId(bareTaxId(key));
  return type === 'PHONE' ? formatPhone(key) : key;
}
