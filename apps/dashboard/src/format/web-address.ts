/** Whether it is an http address, or nothing. */
export function isWebAddress(text: string): boolean {
  return text.trim() === '' || /^https?:\/\/[^\s/]+/i.test(text.trim());
}
