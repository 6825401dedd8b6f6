/** When each event of v2 is sent; a test finds an event without one. */
export const eventMeanings: Readonly<Record<string, string>> = {
  'checkout.completed': 'A checkout or a payment of a link was paid.',
  'checkout.refunded': 'A payment of a checkout or link went back, whole or in part.',
  'checkout.disputed': 'The bank of a payer reclaims a payment of a checkout, link or subscription.',
  'checkout.lost': 'A dispute of a payment of a checkout, link or subscription was lost: the money went back.',
  'transparent.completed': 'A charge that the API created was paid.',
  'transparent.refunded': 'A charge that the API created went back, whole or in part.',
  'transparent.disputed': 'The bank of a payer reclaims a charge that the API created.',
  'transparent.lost': 'A dispute of a charge that the API created was lost: the money went back.',
  'transparent.expired': 'A charge that the API created ended without payment.',
  'transparent.payer_refused':
    'Somebody else than the customer paid a charge with `ensureSameTaxId`: the money goes back, and the charge waits with a new code.',
  'subscription.completed': 'A subscription has begun: its first payment is there, or nothing was to be paid.',
  'subscription.trial_started': 'A subscription has begun with a trial.',
  'subscription.renewed': 'A cycle of a subscription was paid.',
  'subscription.cancelled': 'A subscription has ended.',
  'subscription.plan_changed': 'A subscription has another plan or quantity.',
  'subscription.updated':
    'A subscription changed otherwise: a pause or an end was set or taken back, a coupon, the card, or a plan change that was cancelled.',
  'subscription.payment_failed': 'A payment of a subscription failed; `nextAttemptAt` says when it is tried again.',
  'payout.completed': 'A withdrawal has arrived.',
  'payout.failed': 'A withdrawal failed, and its money is available again.',
  'payout.returned': 'All or a part of a completed withdrawal came back, and is available again; the fee is not.',
  'transfer.completed': 'A Pix to somebody has arrived.',
  'transfer.failed': 'A Pix to somebody failed, and its money is available again.',
  'transfer.returned': 'All or a part of a completed Pix came back, and is available again; the fee is not.',
  'refund.failed': 'A refund failed: the payer does not have the money, and it is available again.',
  'refund.needs_key':
    'Money that a charge could not take waits for the Pix key of its payer: give it with refunds/set-key.',
  'pix_key.received': 'A Pix arrived on your key that no charge asked for: attach it to a charge, or return it.',
  'pix_key.refunded': 'A Pix that no charge asked for is back with its payer.',
  'top_up.completed': 'Money that you put in by a Pix has arrived: refunds can spend it.',
};
