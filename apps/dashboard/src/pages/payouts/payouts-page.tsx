import { PayoutList } from './payout-list';

/** Withdrawals to the store's own account. */
export function PayoutsPage() {
  return <PayoutList area="payouts" />;
}
