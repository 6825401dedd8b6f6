import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { usePost } from '../../actions/use-post';
import type { ApiRecord } from '../../api/records';
import { formatMoney } from '../../format/money';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { chargeWords } from './charge-words';
import { PixKeyFields, usePixKey } from '../../parts/pix-key-fields';

interface Props {
  readonly refund: ApiRecord<'Refund'>;
  readonly onClose: () => void;
}

/** Gives a refund that waits for it the Pix key of its payer. */
export function RefundKeyDialog({ refund, onClose }: Props) {
  const say = useWords(chargeWords);
  const { language } = useLanguage();
  const { key: storeKey } = useStore();
  const key = usePixKey();
  const send = usePost('/v2/refunds/set-key', { refreshes: [storeKey()], done: say('keyDone'), onDone: onClose });
  const amount = formatMoney(refund.amount, language);
  return (
    <ConfirmDialog
      title={say('giveKey')}
      verb={say('keyVerb', { amount })}
      action={send}
      isBlocked={key.given.pixKey === ''}
      onClose={onClose}
      input={{ id: refund.id, ...key.given }}
    >
      <Text size="sm">{say('keyHint', { amount })}</Text>
      <PixKeyFields of={key} />
    </ConfirmDialog>
  );
}
