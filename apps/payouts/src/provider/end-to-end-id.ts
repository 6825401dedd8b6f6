/** The form of a Pix's own id. */
export function isEndToEndId(text: unknown): text is string {
  return typeof text === 'string' && /^E[0-9A-Z]{8}\d{12}[0-9A-Za-z]{11}$/.test(text);
}
