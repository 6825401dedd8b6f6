import { invariant } from '@pitanga/database';

/** Credits less debits of a sub-account's statement are what it has available. */
export const subStatementsMatchAvailable = invariant(
  'sub_statements_match_available',
  `select format('statement of %s of %s (dev %s) sums to %s, available is %s', coalesce(b.sub_account_id, s.sub_account_id),
      coalesce(b.store_id, s.store_id), coalesce(b.dev_mode, s.dev_mode), coalesce(s.total, 0),
      coalesce(b.balance_cents, 0)) as violation
    from (
      select store_id, dev_mode, split_part(account, ':', 2) as sub_account_id, balance_cents from balances
      where account like 'sub_available:%'
    ) b
    full join (
      select l.store_id, l.dev_mode, l.sub_account_id, sum(
        case m.movement ->> 'subEffect' when 'CREDIT' then 1 when 'DEBIT' then -1 else 0 end
          * (m.movement ->> 'amountCents')::bigint
      ) as total
      from sub_account_entries l
      join statement_entries e on e.store_id = l.store_id and e.dev_mode = l.dev_mode and e.id = l.entry_id
      cross join lateral jsonb_array_elements(e.movements) as m(movement)
      where m.movement ->> 'subAccountId' = l.sub_account_id
      group by l.store_id, l.dev_mode, l.sub_account_id
    ) s using (store_id, dev_mode, sub_account_id)
    where coalesce(s.total, 0) <> coalesce(b.balance_cents, 0)`,
);

/** What refunds and disputes took of sub-accounts, as their journals have it, is what is recorded of them. */
export const splitTakingsMatchJournals = invariant(
  'split_takings_match_journals',
  `select format('%s of %s took %s of %s, its journals %s', coalesce(t.taker_id, j.taker_id), coalesce(t.store_id, j.store_id),
      coalesce(t.amount_cents, 0), coalesce(t.sub_account_id, j.sub_account_id), coalesce(j.total, 0)) as violation
    from (select * from split_takings where amount_cents > 0) t
    full join (
      select j.store_id, j.dev_mode, j.reference_id as taker_id, split_part(e.account, ':', 2) as sub_account_id,
        -sum(e.amount_cents) as total
      from journals j
      join entries e on e.store_id = j.store_id and e.dev_mode = j.dev_mode and e.journal_id = j.id
      left join holds h on h.store_id = j.store_id and h.dev_mode = j.dev_mode and h.id = j.reference_id
      where (j.kind like 'dispute.%' or j.kind in ('hold.reserved', 'hold.released') and h.purpose = 'REFUND')
        and e.account like 'sub_available:%'
      group by 1, 2, 3, 4
      having sum(e.amount_cents) <> 0
    ) j using (store_id, dev_mode, taker_id, sub_account_id)
    where coalesce(t.amount_cents, 0) <> coalesce(j.total, 0)`,
);

/** What transfers between stores and sub-accounts moved, is what their journals moved, in the same direction. */
export const subTransfersMatchJournals = invariant(
  'sub_transfers_match_journals',
  `select format('transfer %s of %s is of %s, its journals of %s', coalesce(t.id, j.reference_id), coalesce(t.store_id, j.store_id),
      coalesce(t.amount_cents, 0), coalesce(j.total, 0)) as violation
    from (
      select store_id, dev_mode, id, sub_account_id,
        case direction when 'TO_SUB_ACCOUNT' then amount_cents else -amount_cents end as amount_cents
      from sub_transfers
    ) t
    full join (
      select j.store_id, j.dev_mode, j.reference_id, split_part(e.account, ':', 2) as sub_account_id,
        sum(e.amount_cents) as total
      from journals j
      join entries e on e.store_id = j.store_id and e.dev_mode = j.dev_mode and e.journal_id = j.id
      where j.kind = 'sub_transfer.made' and e.account like 'sub_available:%'
      group by 1, 2, 3, 4
    ) j on j.store_id = t.store_id and j.dev_mode = t.dev_mode and j.reference_id = t.id
      and j.sub_account_id = t.sub_account_id
    where coalesce(t.amount_cents, 0) <> coalesce(j.total, 0)`,
);
