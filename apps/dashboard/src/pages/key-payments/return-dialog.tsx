import { ConfirmDialog } from '../../actions/confirm-dialog';
import { usePost } from '../../actions/use-post';
import { formatMoney } from '../../format/money';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import type { KeyPaymentDetails } from './key-payment-status';
import { keyPaymentsWords } from './key-payments-words';

interface Props {
  readonly payment: KeyPaymentDetails;
  readonly onClose: () => void;
}

/** Sends a Pix back to where it came from. */
export function ReturnDialog({ payment: { id, amount }, onClose }: Props) {
  const say = useWords(keyPaymentsWords);
  const { language } = useLanguage();
  const { key } = useStore();
  const giveBack = usePost('/v2/key-payments/refund', { refreshes: [key()], done: say('returned'), onDone: onClose });
  return (
    <ConfirmDialog
      title={say('returnTitle')}
      verb={say('returnVerb', { amount: formatMoney(amount, language) })}
      isDangerous
      action={giveBack}
      input={{ id }}
      onClose={onClose}
    >
      {say('returnHint')}
    </ConfirmDialog>
  );
}
