/** Light-my-request types every header loosely; a Warning is a text or several. */
export function warningText(header: unknown): string {
  return Array.isArray(header) ? (header as string[]).join(', ') : ((header ?? '') as string);
}
