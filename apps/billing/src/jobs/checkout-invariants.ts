import { invariant } from '@pitanga/database';
import { refundedSql } from '../charges/charge-row';

/** States of a charge that was paid at some time. */
export const paidStates = `('PAID', 'REFUNDED', 'UNDER_DISPUTE', 'CHARGED_BACK')`;

/** No charge of a paid checkout is open, but one for what was offered after the payment. */
export const paidCheckoutsAreClosed = invariant(
  'paid_checkouts_are_closed',
  `select format('charge %s of %s is open, its checkout %s is %s', c.id, c.store_id, o.id, o.status) as violation
    from charges c join checkouts o on o.id = c.checkout_id
    where c.status = 'PENDING' and c.upsell_item is null
      and o.frequency in ('ONE_TIME', 'CYCLE') and o.status in ('PAID', 'REFUNDED')`,
);

/** The paid and refunded amounts and the fee of a checkout are the sums over its charges. */
export const checkoutsMatchPayments = invariant(
  'checkouts_match_payments',
  `select format('checkout %s of %s was paid %s (fee %s, refunded %s), its charges %s (fee %s, refunded %s)', o.id,
      o.store_id, coalesce(o.paid_amount_cents, 0), o.platform_fee_cents, ${refundedSql('o')}, coalesce(c.paid, 0),
      coalesce(c.fees, 0), coalesce(c.refunded, 0)) as violation
    from checkouts o
    left join (
      select checkout_id, sum(paid_amount_cents) as paid, sum(platform_fee_cents) as fees,
        sum(${refundedSql('charges')}) as refunded
      from charges where checkout_id is not null and status in ${paidStates} group by checkout_id
    ) c on c.checkout_id = o.id
    where coalesce(o.paid_amount_cents, 0) <> coalesce(c.paid, 0) or o.platform_fee_cents <> coalesce(c.fees, 0)
      or ${refundedSql('o')} <> coalesce(c.refunded, 0)`,
);

/** A one-time checkout is paid by one charge, beside one for what it offers, and its charges belong to its tenant. */
export const checkoutsArePaidOnce = invariant(
  'checkouts_are_paid_once',
  `select format('checkout %s of %s was paid by %s charges', o.id, o.store_id, count(*)) as violation
    from checkouts o join charges c on c.checkout_id = o.id
    where o.frequency in ('ONE_TIME', 'CYCLE') and c.status in ${paidStates}
    group by o.id, c.upsell_item is null having count(*) > 1
    union all
    select format('charge %s of %s pays for an offer of checkout %s, which was %s', c.id, c.store_id, o.id, o.status)
    from charges c join checkouts o on o.id = c.checkout_id
    where c.upsell_item is not null and (o.upsell_product_id is null or o.paid_charge_id is null)
    union all
    select format('charge %s of %s is of checkout %s of %s', c.id, c.store_id, o.id, o.store_id)
    from charges c join checkouts o on o.id = c.checkout_id
    where c.store_id <> o.store_id or c.dev_mode <> o.dev_mode`,
);
