/** Of Brazil with its area code, or of another country; with or without separators. */
export function isPhone(text: string): boolean {
  return /^\+?[\d ().-]{10,30}$/.test(text) && /^\d{10,15}$/.test(text.replace(/\D/g, ''));
}
