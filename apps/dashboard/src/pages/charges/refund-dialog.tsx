import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { usePost } from '../../actions/use-post';
import { formatMoney } from '../../format/money';
import { MoneyInput } from '../../parts/money-input';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useGet } from '../../session/use-get';
import { useWords } from '../../words/words';
import type { ChargeDetails } from './charge-status';
import { chargesWords } from './charges-words';
import { PixKeyFields, usePixKey } from './pix-key-fields';
import { refundShortage } from './refund-shortage';

interface Props {
  readonly charge: ChargeDetails;
  /** Centavos that can still go back. */
  readonly left: number;
  readonly onClose: () => void;
}

function refundPath(origin: ChargeDetails['origin']) {
  if (origin === 'TRANSPARENT') return '/v2/transparents/refund';
  return origin === 'PAYMENT_LINK' ? '/v2/payment-links/refund' : '/v2/checkouts/refund';
}

/** Sends all or a part of a payment back. */
export function RefundDialog({ charge, left, onClose }: Props) {
  const say = useWords(chargesWords);
  const { language } = useLanguage();
  const { key: storeKey } = useStore();
  const [amount, setAmount] = useState<number | undefined>(left);
  const [reason, setReason] = useState('');
  const key = usePixKey();
  // A boleto that was paid at a bank has no way back of its own.
  const needsKey = charge.method === 'BOLETO' && charge.endToEndId === null;
  const refund = usePost(refundPath(charge.origin), {
    refreshes: [storeKey()],
    done: say('refundDone'),
    onDone: onClose,
  });
  const isTooMuch = amount !== undefined && (amount > left || amount === 0);
  return (
    <ConfirmDialog
      title={say('refundTitle')}
      verb={say('refundVerb', { amount: formatMoney(amount ?? 0, language) })}
      action={refund}
      isBlocked={amount === undefined || isTooMuch || (needsKey && key.given.pixKey === '')}
      onClose={onClose}
      input={
        amount === undefined
          ? undefined
          : {
              id: charge.id,
              amount,
              ...(reason === '' ? {} : { reason }),
              ...(needsKey ? key.given : {}),
            }
      }
    >
      <Text size="sm">{say('refundHint')}</Text>
      <MoneyInput
        data-autofocus
        label={say('refundAmount')}
        centavos={amount}
        onCentavos={setAmount}
        error={isTooMuch ? say('refundMost', { amount: formatMoney(left, language) }) : undefined}
      />
      {charge.method === 'PIX' && amount !== undefined && <Shortage amount={amount} />}
      {needsKey && <PixKeyFields of={key} />}
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

/** What is missing for a refund of a Pix, which takes nothing but what is available. */
function Shortage({ amount }: { readonly amount: number }) {
  const say = useWords(chargesWords);
  const { language } = useLanguage();
  const { may } = useStore();
  const { data } = useGet('/v2/store/get', ['store'], undefined, { enabled: may('STORE:READ') });
  const missing = data && refundShortage(amount, data.balance.available, data.refundOverdraft);
  if (missing === undefined || missing.kind === 'NONE') return null;
  const said =
    missing.kind === 'COVERED'
      ? say('refundNegative')
      : say('refundShort', {
          short: formatMoney(missing.short, language),
          available: formatMoney(data?.balance.available ?? 0, language),
        });
  return (
    <Text size="sm" c={missing.kind === 'SHORT' ? 'var(--bad)' : 'dimmed'} role="status">
      {said}
    </Text>
  );
}
