import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { useAction } from '../../actions/use-action';
import { record } from '../../api/problem';
import { formatMoney } from '../../format/money';
import { MoneyInput } from '../../parts/money-input';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import type { Charge } from './charge-status';
import { chargesWords } from './charges-words';

interface Props {
  readonly charge: Charge;
  /** Centavos that can still go back. */
  readonly left: number;
  readonly onClose: () => void;
}

/** Sends all or a part of a payment back. */
export function RefundDialog({ charge, left, onClose }: Props) {
  const say = useWords(chargesWords);
  const { language } = useLanguage();
  const { api, key } = useStore();
  const [amount, setAmount] = useState<number | undefined>(left);
  const [reason, setReason] = useState('');
  const refund = useAction({
    run: (body: { id: string; amount: number; reason?: string }, idempotencyKey) => {
      const request = { body, params: { header: { 'idempotency-key': idempotencyKey } } };
      if (charge.origin === 'TRANSPARENT') return record(api.POST('/v2/transparents/refund', request));
      if (charge.origin === 'PAYMENT_LINK') return record(api.POST('/v2/payment-links/refund', request));
      return record(api.POST('/v2/checkouts/refund', request));
    },
    refreshes: [key()],
    done: say('refundDone'),
    onDone: onClose,
  });
  const isTooMuch = amount !== undefined && (amount > left || amount === 0);
  return (
    <ConfirmDialog
      isOpen
      title={say('refundTitle')}
      verb={say('refundVerb', { amount: formatMoney(amount ?? 0, language) })}
      isRunning={refund.isRunning}
      problem={refund.problem}
      onClose={onClose}
      onConfirm={() => {
        if (amount === undefined || isTooMuch) return;
        refund.start({ id: charge.id, amount, ...(reason === '' ? {} : { reason }) });
      }}
    >
      <Text size="sm">{say('refundHint')}</Text>
      <MoneyInput
        data-autofocus
        label={say('refundAmount')}
        centavos={amount}
        onCentavos={setAmount}
        error={isTooMuch ? say('refundMost', { amount: formatMoney(left, language) }) : undefined}
      />
      <TextInput
        label={say('refundReason')}
        value={reason}
        maxLength={500}
        onChange={({ currentTarget }) => {
          setReason(currentTarget.value);
        }}
      />
    </ConfirmDialog>
  );
}
