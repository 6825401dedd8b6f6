import type { Filter } from '@pitanga/database';
import type { Movement } from './statement';

/**
 * Whether a movement brings money into the account whose statement is read: a kind does not say so, since a transfer goes
 * either way, and what leaves the store for a sub-account comes in there.
 */
export function bringsIn({ category, deposit, subEffect }: Movement, subAccountId: string | undefined): boolean {
  return subAccountId === undefined || category !== 'TRANSFER' ? deposit : subEffect !== 'DEBIT';
}

/**
 * Keeps entries of one direction: in the store's statement that of the movements of their own kind, not of fees and parts
 * beside them, and in a sub-account's that of its movements but fees. Says the same as {@link bringsIn}.
 */
export function ofDirection(isDeposit: boolean, subAccountId: string | undefined): Filter {
  const values = { isDeposit, ...(subAccountId !== undefined && { subAccountId }) };
  return (query) => void query.whereRaw(subAccountId === undefined ? ofStoreSql : ofSubAccountSql, values);
}

const ofStoreSql = `
  exists (
    select from jsonb_array_elements(movements) m where m ->> 'category' = kind and (m -> 'deposit')::boolean = :isDeposit
  )`;

const ofSubAccountSql = `
  exists (
    select from jsonb_array_elements(movements) m
    where m ->> 'subAccountId' = :subAccountId and m ->> 'category' <> 'FEE' and :isDeposit = case m ->> 'category'
      when 'TRANSFER' then coalesce(m ->> 'subEffect', 'NONE') <> 'DEBIT' else (m -> 'deposit')::boolean end
  )`;
