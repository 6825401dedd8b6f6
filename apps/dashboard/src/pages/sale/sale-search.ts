import { isTaxId, normalizeTaxId, pastedText } from '@pitanga/core/identifiers';
import type { Filters } from '../../lists/filters';

/** What a person typed into the search of links and checkouts, as the filter of the API that it looks like. */
export function toSaleFilter(text: string): Readonly<Record<string, string>> {
  const pasted = pastedText(text);
  // The address of a page.
  const typed = /\/(bill_\w+)/.exec(pasted)?.[1] ?? pasted;
  if (typed === '') return {};
  if (/^bill_/.test(typed)) return { id: typed };
  if (typed.includes('@')) return { email: typed };
  if (isTaxId(typed)) return { taxId: normalizeTaxId(typed) };
  return { search: typed };
}

/** The filters of the address as parameters of the lists of links and checkouts. */
export function saleQuery({ search = '', ...rest }: Filters): Filters {
  return { ...rest, ...toSaleFilter(search) };
}
