import { Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { usePost } from '../../actions/use-post';
import type { ApiRecord } from '../../api/records';
import { formatMoney } from '../../format/money';
import { MoneyInput } from '../../parts/money-input';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { TopUpCode } from './top-up-code';
import { topUpWords } from './top-up-words';

interface Props {
  /** Centavos that a refund lacks: filled in. */
  readonly lacking?: number | undefined;
  readonly onClose: () => void;
}

/** The API's own least amount, in centavos. */
const amountMin = 100;

/** A day, as the API has it. */
const expiresInSeconds = 86_400;

/** Puts money in by a Pix, to pay refunds with: asks how much, shows the code and waits until it is paid. */
export function TopUpDialog({ lacking, onClose }: Props) {
  const say = useWords(topUpWords);
  const { language } = useLanguage();
  const [made, setMade] = useState<ApiRecord<'TopUp'>>();
  const [amount, setAmount] = useState(lacking === undefined ? undefined : Math.max(lacking, amountMin));
  const create = usePost('/v2/top-ups/create', { onDone: setMade });
  if (made) return <TopUpCode made={made} onClose={onClose} />;
  const isTooLittle = amount !== undefined && amount < amountMin;
  return (
    <ConfirmDialog
      title={say('title')}
      verb={say('create')}
      action={create}
      isBlocked={amount === undefined || isTooLittle}
      onClose={onClose}
      input={amount === undefined ? undefined : { amount, expiresIn: expiresInSeconds }}
    >
      <Text size="sm">{say('hint')}</Text>
      <MoneyInput
        data-autofocus
        label={say('amount')}
        centavos={amount}
        onCentavos={setAmount}
        error={isTooLittle ? say('tooLittle', { amount: formatMoney(amountMin, language) }) : undefined}
      />
    </ConfirmDialog>
  );
}
