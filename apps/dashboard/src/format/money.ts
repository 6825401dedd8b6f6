import { toDecimal } from '@pitanga/core';
import type { Language } from '../words/language';

/** The largest amount of the API: R$ 1 billion less one centavo keeps every sum a safe integer. */
export const centavosMax = 99_999_999_999;

const formats: Readonly<Record<Language, Intl.NumberFormat>> = {
  'pt-BR': new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }),
  en: new Intl.NumberFormat('en-US', { style: 'currency', currency: 'BRL' }),
};

/** `R$ 1.234,56` of centavos, exact for every safe integer: the digits are placed, nothing is divided. */
export function formatMoney(centavos: number, language: Language): string {
  return formats[language].format(toDecimal(centavos) as Intl.StringNumericLiteral);
}

/**
 * The centavos that a person typed: `1.234,56`, `R$ 1234,5`, `12`. A comma is the decimal mark, and so is a point with
 * one or two digits behind it. Undefined when it is no amount.
 */
export function parseMoney(text: string): number | undefined {
  const plain = text.replace(/[R$\s\u00a0]/g, '');
  const shape = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{0,2}))?$/.exec(plain) ?? /^(\d+)\.(\d{1,2})$/.exec(plain);
  if (!shape) return undefined;
  const [, whole = '', cents = ''] = shape;
  const centavos = Number(whole.replaceAll('.', '')) * 100 + Number(cents.padEnd(2, '0'));
  return centavos <= centavosMax ? centavos : undefined;
}

/** `12,5 %` of basis points. */
export function formatBasisPoints(basisPoints: number, language: Language): string {
  return new Intl.NumberFormat(language === 'en' ? 'en-US' : language, {
    style: 'percent',
    maximumFractionDigits: 2,
  }).format(basisPoints / 10_000);
}
