import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { usePost } from '../../actions/use-post';
import { formatMoney } from '../../format/money';
import { Facts } from '../../parts/facts';
import { Money } from '../../parts/money';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import type { Payout } from './payout';
import { payoutWords } from './payout-words';

export type Decision = 'approve' | 'reject' | 'takeBack';

interface Props {
  readonly decision: Decision;
  readonly payout: Payout;
  readonly onClose: () => void;
}

/** Asks before a payout is approved and leaves, or is rejected. */
export function DecisionDialog({ decision, payout, onClose }: Props) {
  const say = useWords(payoutWords);
  const { language } = useLanguage();
  const { key } = useStore();
  const isApproval = decision === 'approve';
  const action = usePost(isApproval ? '/v2/payouts/approve' : '/v2/payouts/reject', {
    refreshes: [key()],
    done: say(isApproval ? 'approved' : 'rejected'),
    onDone: onClose,
  });
  const amount = formatMoney(payout.amount, language);
  return (
    <ConfirmDialog
      title={say(`${decision}Title`)}
      verb={say(`${decision}Verb`, { amount })}
      isDangerous={!isApproval}
      action={action}
      onClose={onClose}
      input={{ id: payout.id }}
    >
      <Facts
        facts={[
          [say('total'), <Money key="total" centavos={payout.amount + payout.platformFee} />],
          [
            say('key'),
            <span key="key" className="payout-key">
              {payout.pix.key}
            </span>,
          ],
        ]}
      />
      <Text size="sm">{say(isApproval ? 'approveHint' : 'rejectHint')}</Text>
    </ConfirmDialog>
  );
}
