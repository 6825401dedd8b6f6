import { useParams } from '@tanstack/react-router';
import { PayoutView } from './payout-view';

/** One withdrawal. */
export function PayoutPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  return <PayoutView area="payouts" id={id} />;
}
