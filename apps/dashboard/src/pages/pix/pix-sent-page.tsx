import { useParams } from '@tanstack/react-router';
import { PayoutView } from '../payouts/payout-view';

/** One Pix transfer. */
export function PixSentPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  return <PayoutView area="pix" id={id} />;
}
