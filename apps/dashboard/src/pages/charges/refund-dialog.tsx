import { Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { useAction } from '../../actions/use-action';
import { record } from '../../api/problem';
import { formatMoney } from '../../format/money';
import { MoneyInput } from '../../parts/money-input';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import type { ChargeDetails } from './charge-status';
import { chargesWords } from './charges-words';

interface Props {
  readonly charge: ChargeDetails;
  /** Centavos that can still go back. */
  readonly left: number;
  readonly onClose: () => void;
}

const keyTypes = ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM'] as const;
type KeyType = (typeof keyTypes)[number];

interface Refund {
  readonly id: string;
  readonly amount: number;
  readonly reason?: string;
  readonly pixKey?: string;
  readonly pixKeyType?: KeyType;
}

/** Sends all or a part of a payment back. */
export function RefundDialog({ charge, left, onClose }: Props) {
  const say = useWords(chargesWords);
  const { language } = useLanguage();
  const { api, key } = useStore();
  const [amount, setAmount] = useState<number | undefined>(left);
  const [reason, setReason] = useState('');
  const [pixKey, setPixKey] = useState('');
  const [pixKeyType, setPixKeyType] = useState<KeyType>('CPF');
  // A boleto that was paid at a bank has no way back of its own.
  const needsKey = charge.method === 'BOLETO' && charge.endToEndId === null;
  const refund = useAction({
    run: (body: Refund, idempotencyKey) => {
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
      isBlocked={amount === undefined || isTooMuch || (needsKey && pixKey.trim() === '')}
      problem={refund.problem}
      onClose={onClose}
      onConfirm={() => {
        if (amount === undefined) return;
        refund.start({
          id: charge.id,
          amount,
          ...(reason === '' ? {} : { reason }),
          ...(needsKey ? { pixKey: pixKey.trim(), pixKeyType } : {}),
        });
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
      {needsKey && (
        <Group align="end" gap="xs" wrap="nowrap">
          <NativeSelect
            label={say('pixKeyType')}
            value={pixKeyType}
            data={keyTypes.map((value) => ({ value, label: say(`key${value}`) }))}
            onChange={({ currentTarget }) => {
              setPixKeyType(currentTarget.value as KeyType);
            }}
          />
          <TextInput
            required
            className="grow"
            label={say('pixKey')}
            value={pixKey}
            maxLength={255}
            onChange={({ currentTarget }) => {
              setPixKey(currentTarget.value);
            }}
          />
        </Group>
      )}
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
