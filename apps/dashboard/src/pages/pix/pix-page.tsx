import { PayoutList } from '../payouts/payout-list';

/** Pix transfers to anybody. */
export function PixPage() {
  return <PayoutList area="pix" />;
}
