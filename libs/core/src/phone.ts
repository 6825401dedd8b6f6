import { pastedText } from './pasted';

/** The area codes in use in Brazil (Anatel). */
const areaCodes: ReadonlySet<string> = new Set(
  (
    '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 ' +
    '61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99'
  ).split(' '),
);

/** Country, area code, and 8 digits of a landline or 9 of a mobile; the country may be left out, a trunk 0 written. */
const brazilian = /^(?:(?:\+|0{0,2})55)?0?(\d{2})([2-5]\d{7}|[789]\d{8})$/;

/** What people write before area code and number. */
const brazilianPrefixes = ['', '0', '55', '055', '0055', '550'];

/**
 * A phone number in E.164, `+5511987654321`: of Brazil with its area code, however its country and trunk 0 are written; of
 * another country after `+` or `00`. Undefined for a text that is none.
 */
export function normalizePhone(text: string): string | undefined {
  const compact = pastedText(text).replace(/[\s()./-]/g, '');
  const [, area = '', number = ''] = brazilian.exec(compact) ?? [];
  if (areaCodes.has(area)) return `+55${area}${number}`;
  const [, foreign] = /^(?:\+|00)(?!55)([1-9]\d{7,14})$/.exec(compact) ?? [];
  return foreign === undefined ? undefined : `+${foreign}`;
}

/** All digits under which a phone number may be kept, as somebody wrote it; those of the text when it is no number. */
export function phoneSpellings(text: string): readonly string[] {
  const phone = normalizePhone(text);
  if (phone === undefined) return [text.replace(/\D/g, '')];
  return phone.startsWith('+55')
    ? brazilianPrefixes.map((prefix) => prefix + phone.slice(3))
    : ['', '00'].map((prefix) => prefix + phone.slice(1));
}
