export const checkoutStatuses = ['PENDING', 'PAID', 'EXPIRED', 'CANCELLED', 'REFUNDED', 'ACTIVE'] as const;
export type CheckoutStatus = (typeof checkoutStatuses)[number];

export const checkoutFrequencies = ['ONE_TIME', 'MULTIPLE_PAYMENTS', 'SUBSCRIPTION'] as const;
/** CYCLE: the checkout of one cycle of a subscription; callers see SUBSCRIPTION. */
export type CheckoutFrequency = (typeof checkoutFrequencies)[number] | 'CYCLE';

/** Every move a checkout or link can make (docs/behaviour/checkouts.md#states). The database repeats the guard. */
const transitions: Readonly<Record<CheckoutStatus, readonly CheckoutStatus[]>> = {
  PENDING: ['PAID', 'EXPIRED', 'CANCELLED'],
  PAID: ['REFUNDED'],
  EXPIRED: [],
  CANCELLED: [],
  REFUNDED: [],
  // Each payment of a link leaves it open.
  ACTIVE: ['ACTIVE', 'CANCELLED'],
};

export function canMoveCheckout(from: CheckoutStatus, to: CheckoutStatus): boolean {
  return transitions[from].includes(to);
}

/** EXPIRED from the instant of expiry on, whether or not the expiry job has run. */
export function checkoutStatusAt(
  checkout: { readonly status: CheckoutStatus; readonly expiresAt: Date | undefined },
  now: Date,
): CheckoutStatus {
  const isOver = checkout.expiresAt !== undefined && checkout.expiresAt <= now;
  return checkout.status === 'PENDING' && isOver ? 'EXPIRED' : checkout.status;
}
