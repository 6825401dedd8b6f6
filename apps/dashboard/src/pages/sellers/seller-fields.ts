import { isProblem } from '../../api/problem';

export type SellerField = 'name' | 'taxId' | 'externalId';

/** The field of a new seller that the API refused; undefined where it refused for something else. */
export function findWrongField(problem: unknown): SellerField | undefined {
  if (isProblem(problem, 'TAX_ID_INVALID') || isProblem(problem, 'SUB_ACCOUNT_OF_STORE')) return 'taxId';
  if (isProblem(problem, 'SUB_ACCOUNT_EXTERNAL_ID_TAKEN')) return 'externalId';
  return undefined;
}
