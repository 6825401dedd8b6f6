import { pastedText } from './pasted';

/** The eight digits of a CEP, `01310-100` or `01.310-100`; undefined for another text. */
export function normalizeZipCode(text: string): string | undefined {
  const digits = pastedText(text).replace(/[ .-]/g, '');
  return /^\d{8}$/.test(digits) ? digits : undefined;
}
