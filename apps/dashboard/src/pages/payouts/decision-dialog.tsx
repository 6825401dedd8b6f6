import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { useAction } from '../../actions/use-action';
import { record } from '../../api/problem';
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
  const { api, key } = useStore();
  const isApproval = decision === 'approve';
  const action = useAction({
    run: (body: { id: string }, idempotencyKey) => {
      const options = { body, params: { header: { 'idempotency-key': idempotencyKey } } };
      return isApproval
        ? record(api.POST('/v2/payouts/approve', options))
        : record(api.POST('/v2/payouts/reject', options));
    },
    refreshes: [key()],
    done: say(isApproval ? 'approved' : 'rejected'),
    onDone: onClose,
  });
  const amount = formatMoney(payout.amount, language);
  return (
    <ConfirmDialog
      isOpen
      title={say(`${decision}Title`)}
      verb={say(`${decision}Verb`, { amount })}
      isDangerous={!isApproval}
      isRunning={action.isRunning}
      problem={action.problem}
      onClose={onClose}
      onConfirm={() => {
        action.start({ id: payout.id });
      }}
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
