/** Joins to a row `e` of the statement what its movements add to `available` and take from it: `f.credit_cents`, `f.debit_cents`. */
export const effectsSql = `
  cross join lateral (
    select coalesce(sum((m ->> 'amountCents')::bigint) filter (where m ->> 'effect' = 'CREDIT'), 0) as credit_cents,
      coalesce(sum((m ->> 'amountCents')::bigint) filter (where m ->> 'effect' = 'DEBIT'), 0) as debit_cents
    from jsonb_array_elements(e.movements) m
  ) f`;
