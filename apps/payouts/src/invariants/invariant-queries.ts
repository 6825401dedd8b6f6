import { invariant, type Invariant } from '@pitanga/database';

/**
 * Every payout has ended an hour after it was requested, or a person decided upon it: for one that has not, a person must
 * call its provider. Only one whose money is held waits for that decision; before, it is stuck like any other. A TED that was
 * sent has four days: banks carry it out on business days.
 */
export const outcomesAreKnown = invariant(
  'outcome_unknown_for_an_hour',
  `select format('payout %s of %s (dev %s) is at %s since %s, asked %s times', id, store_id, dev_mode, step,
      coalesce(sent_at, requested_at), attempts) as violation
    from payouts
    where step not in ('DONE', 'RETURNS') and not (step = 'APPROVE' and coalesce(approval_status = 'WAITING', false))
      and requested_at < :now::timestamptz - interval '1 hour'
      and not coalesce(target_type = 'BANK_ACCOUNT' and step = 'WATCH'
        and sent_at > :now::timestamptz - interval '4 days', false)
    order by run_at`,
);

/** A due step is claimed at once, or by another replica when a lease ends. */
export const stepsAreClaimed = invariant(
  'step_overdue',
  `select format('payout %s of %s (dev %s) was due for %s at %s', id, store_id, dev_mode, step, run_at) as violation
    from payouts where step <> 'DONE' and run_at < :now::timestamptz - interval '5 minutes' order by run_at`,
);

/**
 * A payout that is or was COMPLETE has its Pix and its receipt, a FAILED one its reason, and neither has what the other has.
 * What carries out a refund has no receipt of its own, and a TED is no Pix.
 */
export const endsAreWhole = invariant(
  'end_incomplete',
  `select format('payout %s of %s (dev %s) is %s', id, store_id, dev_mode, status) as violation
    from payouts
    where (status in ('COMPLETE', 'RETURNED') and target_type <> 'BANK_ACCOUNT') <> (end_to_end_id is not null)
      or (status in ('COMPLETE', 'RETURNED') and kind <> 'REFUND') <> (receipt_url is not null)
      or (status = 'FAILED') <> (failure_reason is not null)`,
);

/**
 * What is sent, or was, needed no approval or has it of somebody else than who asked, or of who was alone after the delay. The
 * table's constraints refuse anything else; this finds where one is missing.
 */
export const nothingIsSentUnapproved = invariant(
  'sent_unapproved',
  `select format('payout %s of %s (dev %s) is at %s with an approval that is %s', id, store_id, dev_mode, step,
      approval_status) as violation
    from payouts
    where approval_status is not null and (
      (approval_status <> 'APPROVED' and (step in ('SEND', 'WATCH', 'RETURNS') or status in ('COMPLETE', 'RETURNED')))
      or (approval_status = 'APPROVED' and (decided_by is null or step = 'APPROVE'
        or (requested_by_kind = 'USER' and requested_by = decided_by
          and not coalesce(is_alone and decided_at >= sends_at, false)))))`,
);

/** Asaas asks before money leaves an account. One that sent unasked would send the same payout twice, and is stopped. */
export const asaasAsksFirst = invariant(
  'money_left_unasked',
  `select format('Asaas does not ask the store %s before money leaves; its payouts are stopped since %s', store_id,
      stopped_at) as violation
    from asaas_accounts where stopped_at is not null order by stopped_at`,
);

export const invariants: readonly Invariant[] = [
  outcomesAreKnown,
  stepsAreClaimed,
  endsAreWhole,
  nothingIsSentUnapproved,
  asaasAsksFirst,
];
