import type { Filters } from '../../lists/filters';

/**
 * The filters of the address as parameters of the API: what was refunded in part is PAID there, and codes that visits of
 * links made are left out until one asks for them, or looks for something.
 */
export function chargesQuery({ status, visits, ...rest }: Filters): Filters {
  const isSearch = rest['search'] !== undefined || rest['payer'] !== undefined;
  return {
    ...rest,
    ...(status === 'PARTLY_REFUNDED' ? { partlyRefunded: 'true' } : status === undefined ? {} : { status }),
    ...(visits === undefined && !isSearch ? { hideVisits: 'true' } : {}),
  };
}
