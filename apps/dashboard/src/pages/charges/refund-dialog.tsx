import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { usePost } from '../../actions/use-post';
import { isProblem } from '../../api/problem';
import { formatMoney } from '../../format/money';
import { MoneyInput } from '../../parts/money-input';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { refundPath, type ChargeDetails } from './charge-status';
import { chargesWords } from './charges-words';
import { PixKeyFields, usePixKey } from '../../parts/pix-key-fields';
import { RefusedRefund, Shortage } from './refund-lack';
import { SplitRefundFields, useSplitRefund } from './split-refund-fields';
import { TopUpDialog } from '../top-ups/top-up-dialog';

interface Props {
  readonly charge: ChargeDetails;
  /** Centavos that can still go back. */
  readonly left: number;
  /** The request of its customer that it approves. */
  readonly requestId?: string;
  readonly onClose: () => void;
}

/** Sends all or a part of a payment back. */
export function RefundDialog({ charge, left, requestId, onClose }: Props) {
  const say = useWords(chargesWords);
  const { language } = useLanguage();
  const { key: storeKey } = useStore();
  const [amount, setAmount] = useState<number | undefined>(left);
  const [reason, setReason] = useState('');
  const key = usePixKey();
  // A boleto that was paid at a bank has no way back of its own.
  const needsKey = charge.method === 'BOLETO' && charge.endToEndId === null;
  const path = requestId === undefined ? refundPath(charge.origin) : '/v2/refund-requests/approve';
  const refund = usePost(path, {
    refreshes: [storeKey()],
    done: say('refundDone'),
    onDone: onClose,
  });
  const isTooMuch = amount !== undefined && (amount > left || amount === 0);
  // An approval of a request takes of each in proportion.
  const borne = useSplitRefund(requestId === undefined ? charge.splits : undefined, amount ?? 0);
  const [lacking, setLacking] = useState<number>();
  const ask = (
    <ConfirmDialog
      title={say('refundTitle')}
      verb={say('refundVerb', { amount: formatMoney(amount ?? 0, language) })}
      action={refund}
      isBlocked={amount === undefined || isTooMuch || borne.isTooMuch || (needsKey && key.given.pixKey === '')}
      onClose={onClose}
      input={
        amount === undefined
          ? undefined
          : {
              id: requestId ?? charge.id,
              amount,
              ...(reason === '' ? {} : { reason }),
              ...(needsKey ? key.given : {}),
              ...borne.given,
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
      {isProblem(refund.problem, 'INSUFFICIENT_FUNDS') ? (
        <RefusedRefund problem={refund.problem} onTopUp={setLacking} />
      ) : (
        charge.method === 'PIX' && amount !== undefined && <Shortage amount={amount} onTopUp={setLacking} />
      )}
      <SplitRefundFields of={borne} />
      {needsKey && <PixKeyFields of={key} />}
      {requestId === undefined && (
        <TextInput
          label={say('refundReason')}
          value={reason}
          maxLength={500}
          onChange={({ currentTarget }) => {
            setReason(currentTarget.value);
          }}
        />
      )}
    </ConfirmDialog>
  );
  return (
    <>
      {ask}
      {lacking !== undefined && (
        // Not inside the other: a form that is sent in it would send that one, too.
        <TopUpDialog
          lacking={lacking}
          onClose={() => {
            setLacking(undefined);
          }}
        />
      )}
    </>
  );
}
