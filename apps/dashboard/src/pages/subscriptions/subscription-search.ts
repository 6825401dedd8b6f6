import { isTaxId, normalizeTaxId, pastedText } from '@pitanga/core/identifiers';
import type { Filters } from '../../lists/filters';

/** What a typed text looks for: a record by its id, a customer by what is known of them, or the merchant's own id. */
export type SearchTarget =
  | {
      readonly by: 'subscription' | 'checkoutId' | 'customerId' | 'externalId' | 'email' | 'taxId';
      readonly text: string;
    }
  | undefined;

export function searchTarget(typed: string | undefined): SearchTarget {
  const text = pastedText(typed ?? '');
  if (text === '') return undefined;
  const prefixes = { subs_: 'subscription', bill_: 'checkoutId', cust_: 'customerId' } as const;
  for (const [prefix, by] of Object.entries(prefixes)) {
    if (text.startsWith(prefix)) return { by, text };
  }
  if (text.includes('@')) return { by: 'email', text };
  return isTaxId(text) ? { by: 'taxId', text: normalizeTaxId(text) } : { by: 'externalId', text };
}

/** The filters of the address as parameters of `/v2/subscriptions/list`, without the text. */
export function listQuery({ search: _search, status, ...rest }: Filters): Filters {
  if (status === 'PAST_DUE') return { ...rest, pastDue: 'true' };
  return status === undefined ? rest : { ...rest, status };
}
