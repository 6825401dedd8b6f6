import { toDecimal } from '@pitanga/core';
import type { Language } from '../../../words/language';

const toLocale = (language: Language): string => (language === 'en' ? 'en-US' : language);

/** `R$ 1,5 mil`: amounts beside the lines of an axis, which are round. */
export function shortMoney(centavos: number, language: Language): string {
  return new Intl.NumberFormat(toLocale(language), {
    style: 'currency',
    currency: 'BRL',
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  }).format(toDecimal(centavos) as Intl.StringNumericLiteral);
}

/** `24 nov.` of a day. */
export function shortDay(day: string, language: Language): string {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
    .format(new Date(`${day}T00:00:00Z`))
    .replace(' de ', ' ');
}

/** `+12,5%`, `−3%`. */
export function signedPercent(basisPoints: number, language: Language): string {
  return new Intl.NumberFormat(toLocale(language), {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
    .format(basisPoints / 10_000)
    .replace('-', '−');
}
