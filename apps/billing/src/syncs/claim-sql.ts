interface ClaimedTable {
  readonly table: string;
  /** Its key in a store. */
  readonly keys: readonly string[];
  /** What else must hold of what is due. */
  readonly filter?: string;
  /** What else a claim sets; columns of the table begin with `c.`. */
  readonly set?: string;
  /** Columns of `c`. */
  readonly returning: string;
}

/** Of stores that are not busy; a revision says whether it was woken after the claim. */
export const syncClaim = {
  filter: 'store_id <> all (cast(:exceptStores as text[]))',
  set: 'revision = c.revision + 1',
} as const;

/** Claims what is due at `:now` of all stores, the oldest first, `:limit` at most, each for one process until `:leaseUntil`. */
export function buildClaimSql({ table, keys, filter = 'true', set, returning }: ClaimedTable): string {
  const columns = ['store_id', ...keys];
  return `
  with due as materialized (
    select ${columns.join(', ')} from ${table} where run_at <= :now and ${filter}
    order by run_at limit cast(:limit as int) for update skip locked
  )
  update ${table} c set run_at = :leaseUntil${set === undefined ? '' : `, ${set}`}
  from due where ${columns.map((column) => `c.${column} = due.${column}`).join(' and ')}
  returning ${returning}`;
}
