import { Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { useToasts } from '../../actions/toasts';
import { usePost } from '../../actions/use-post';
import { newIdempotencyKey } from '../../api/client';
import type { ApiRecord } from '../../api/records';
import { formatMoney } from '../../format/money';
import { MoneyInput } from '../../parts/money-input';
import { recordPaths } from '../../parts/record-paths';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { sellersWords } from './sellers-words';

interface Props {
  readonly seller: ApiRecord<'SubAccount'>;
  readonly onClose: () => void;
}

/** The API's own least amount, in centavos. */
const amountMin = 100;

/** Sends what a seller has, or a part of it, to the seller's own Pix key. */
export function WithdrawDialog({ seller: { id, balance }, onClose }: Props) {
  const say = useWords(sellersWords);
  const { language } = useLanguage();
  const { key } = useStore();
  const toasts = useToasts();
  const [amount, setAmount] = useState<number | undefined>(
    balance.available >= amountMin ? balance.available : undefined,
  );
  // One for the whole dialog: a second try of the same withdrawal is the same one.
  const [externalId] = useState(() => `painel-${newIdempotencyKey()}`);
  const withdraw = usePost('/v2/sub-accounts/withdraw', {
    refreshes: [key()],
    opens: (payout) => recordPaths.TRANSFER(payout.id),
    onDone: (payout) => {
      toasts.show(say('sent', { amount: formatMoney(payout.amount, language) }));
      onClose();
    },
  });
  const isTooLittle = amount !== undefined && amount < amountMin;
  const isTooMuch = amount !== undefined && amount > balance.available;
  return (
    <ConfirmDialog
      title={say('withdrawTitle')}
      verb={say('withdraw')}
      action={withdraw}
      isBlocked={amount === undefined || isTooLittle || isTooMuch}
      onClose={onClose}
      input={amount === undefined ? undefined : { id, amount, externalId }}
    >
      <Text size="sm">{say('withdrawHint')}</Text>
      <MoneyInput
        data-autofocus
        label={say('amount')}
        centavos={amount}
        onCentavos={setAmount}
        error={
          isTooLittle
            ? say('tooLittle', { amount: formatMoney(amountMin, language) })
            : isTooMuch
              ? say('tooMuch', { amount: formatMoney(Math.max(0, balance.available), language) })
              : undefined
        }
      />
    </ConfirmDialog>
  );
}
