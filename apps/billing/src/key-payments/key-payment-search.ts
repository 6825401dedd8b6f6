import { isId } from '@pitanga/core';
import type { Filter } from '@pitanga/database';

const namePrefixMin = 2;

/**
 * Finds Pix by an id, an end-to-end id or what stands for a tax id; else by the beginning of the payer's name
 * (docs/behaviour/key-payments.md#search).
 */
export function toSearch(text: string, payerRef: string | undefined): Filter {
  if (isId('keyPayment', text)) return (query) => void query.where({ id: text });
  if (/^[ED]\w{31}$/.test(text)) return (query) => void query.where({ end_to_end_id: text });
  if (payerRef !== undefined) return (query) => void query.where({ payer_ref: payerRef });
  const name = text.trim();
  if (name.length < namePrefixMin) return (query) => void query.whereRaw('false');
  // By bytes, as the index is, whatever the collation of the database.
  const range = { name, end: `${name}\u{10FFFF}` };
  return (query) =>
    void query.whereRaw('lower(payer_name) ~>=~ lower(:name) and lower(payer_name) ~<~ lower(:end)', range);
}
