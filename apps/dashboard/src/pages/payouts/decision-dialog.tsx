import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { usePost } from '../../actions/use-post';
import { formatMoney } from '../../format/money';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { payoutWords } from './payout-words';
import { Review, useReview, type OrderArea } from './review';

export type Decision = 'approve' | 'reject' | 'takeBack';

interface Props {
  readonly decision: Decision;
  readonly area: OrderArea;
  /** A payout, or a refund to a Pix key. */
  readonly order: { readonly id: string; readonly amount: number };
  readonly onClose: () => void;
}

/** Asks before what waits is approved and leaves, or is rejected. Nothing is approved unseen. */
export function DecisionDialog({ decision, area, order: { id, amount: centavos }, onClose }: Props) {
  const say = useWords(payoutWords);
  const { language } = useLanguage();
  const { key } = useStore();
  const isApproval = decision === 'approve';
  const review = useReview(area, id, isApproval);
  const action = usePost(isApproval ? `/v2/${area}/approve` : `/v2/${area}/reject`, {
    refreshes: [key()],
    done: say(isApproval ? 'approved' : 'rejected'),
    onDone: onClose,
  });
  const amount = formatMoney(centavos, language);
  return (
    <ConfirmDialog
      title={say(`${decision}Title`)}
      verb={say(`${decision}Verb`, { amount })}
      isDangerous={!isApproval}
      isBlocked={isApproval && review.data === undefined}
      action={action}
      onClose={onClose}
      input={{ id }}
    >
      {isApproval && <Review query={review} />}
      <Text size="sm">{say(isApproval ? 'approveHint' : 'rejectHint')}</Text>
    </ConfirmDialog>
  );
}
