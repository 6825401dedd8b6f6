const keepDigits = (text: string): string => text.replace(/\D/g, '');

/** `(11) 98765-4321` of a Brazilian number, with or without its +55; any other as it was written. */
export function formatPhone(text: string): string {
  const digits = keepDigits(text);
  const isWithCountry = (digits.length === 12 || digits.length === 13) && digits.startsWith('55');
  const number = isWithCountry ? digits.slice(2) : digits;
  if (/^\+(?!\s*55)/.test(text.trim()) || (number.length !== 10 && number.length !== 11)) return text;
  return number.replace(/^(\d{2})(\d+)(\d{4})$/, '($1) $2-$3');
}

/** Of Brazil with its area code, or of another country, as the payment page asks for it. */
export function isPhone(text: string): boolean {
  return /^\+?[\d ().-]{10,30}$/.test(text.trim()) && /^\d{10,15}$/.test(keepDigits(text));
}
