import { readIdPrefix } from '@pitanga/core';

/**
 * What is looked for: of an address of a page (`https://…/pay/bill_…`, a receipt, one of the dashboard) the id in it, and
 * of any other text the text itself.
 */
export function readSearched(typed: string): string {
  const text = typed.trim();
  const address = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (!address) return text;
  const named = [address.searchParams.get('id') ?? '', ...address.pathname.split('/').toReversed()];
  const ids = named.map((part) => part.replace(/\.pdf$/i, ''));
  return ids.find((part) => readIdPrefix(part) !== undefined) ?? text;
}
