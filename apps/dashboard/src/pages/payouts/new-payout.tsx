import { useState } from 'react';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { useToasts } from '../../actions/toasts';
import { usePost } from '../../actions/use-post';
import { newIdempotencyKey } from '../../api/client';
import { formatMoney } from '../../format/money';
import { recordPaths } from '../../parts/record-paths';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { PayoutFields } from './payout-fields';
import { emptyPayout, isComplete, payoutBody, splitAmount, type PayoutMoney } from './payout-form';
import { PayoutSummary } from './payout-summary';
import { wouldWait, type PayoutArea } from './payout';
import { payoutWords } from './payout-words';
import { usePayoutStore } from './use-payout-store';

interface Props {
  readonly area: PayoutArea;
  readonly onClose: () => void;
}

/** Asks for a withdrawal or a Pix transfer: first what and to whom, then everything once more before it leaves. */
export function NewPayout({ area, onClose }: Props) {
  const say = useWords(payoutWords);
  const { language } = useLanguage();
  const store = usePayoutStore();
  const [form, setForm] = useState(() => emptyPayout(area));
  const [isChecked, setChecked] = useState(false);
  // One for the whole dialog: a second try of the same Pix is the same Pix.
  const [externalId] = useState(() => `painel-${newIdempotencyKey()}`);
  const create = useCreate(area, onClose);
  const money: PayoutMoney = {
    available: store?.balance.available,
    fee: store?.payoutFee ?? 0,
    feeMode: store?.payoutFeeMode ?? 'ADDED',
  };
  const { arrives } = splitAmount(form, money);
  const limit = store?.payoutApprovalAbove ?? null;
  const amount = formatMoney(form.amount ?? 0, language);
  const waits = wouldWait(arrives, limit);
  const leaves = area === 'pix' ? 'sendVerb' : 'withdrawVerb';
  return (
    <ConfirmDialog
      title={say(isChecked ? 'confirmTitle' : area === 'pix' ? 'sendTitle' : 'withdrawTitle')}
      verb={isChecked ? say(waits ? 'askVerb' : leaves, { amount }) : say('next')}
      action={create}
      isBlocked={!store || !isComplete(area, form, money)}
      onClose={onClose}
      onConfirm={() => {
        if (isChecked) create.start({ ...payoutBody(form), ...(area === 'pix' ? { externalId } : {}) });
        else setChecked(true);
      }}
    >
      {isChecked ? (
        <PayoutSummary
          form={form}
          money={money}
          limit={waits ? limit : null}
          onBack={() => {
            create.clear();
            setChecked(false);
          }}
        />
      ) : (
        <PayoutFields area={area} form={form} money={money} onForm={setForm} />
      )}
    </ConfirmDialog>
  );
}

function useCreate(area: PayoutArea, onClose: () => void) {
  const say = useWords(payoutWords);
  const { language } = useLanguage();
  const { key } = useStore();
  const toasts = useToasts();
  return usePost(area === 'pix' ? '/v2/pix/send' : '/v2/payouts/create', {
    refreshes: [key()],
    opens: ({ id }) => (area === 'pix' ? recordPaths.TRANSFER(id) : recordPaths.PAYOUT(id)),
    onDone: ({ amount }) => {
      toasts.show(say('sent', { amount: formatMoney(amount, language) }));
      onClose();
    },
  });
}
