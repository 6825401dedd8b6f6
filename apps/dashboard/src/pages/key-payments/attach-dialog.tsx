import { Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { usePost } from '../../actions/use-post';
import { record } from '../../api/problem';
import { formatMoney } from '../../format/money';
import { formatInstant } from '../../format/time';
import { RecordPicker } from '../../forms/record-picker';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import type { Charge } from '../charges/charge-status';
import type { KeyPaymentDetails } from './key-payment-status';
import { keyPaymentsWords } from './key-payments-words';

interface Props {
  readonly payment: KeyPaymentDetails;
  /** The charge that is picked at first; empty for none. */
  readonly suggested: string;
  readonly onClose: () => void;
}

const limit = 20;

/** Makes a Pix the payment of a charge of the same amount. */
export function AttachDialog({ payment, suggested, onClose }: Props) {
  const say = useWords(keyPaymentsWords);
  const { language } = useLanguage();
  const { api, key } = useStore();
  const [chargeId, setChargeId] = useState(suggested);
  const attach = usePost('/v2/key-payments/attach', { refreshes: [key()], done: say('attached'), onDone: onClose });
  const amount = formatMoney(payment.amount, language);
  const amounts = { method: 'PIX', amountMin: payment.amount, amountMax: payment.amount } as const;
  return (
    <ConfirmDialog
      title={say('attachTitle')}
      verb={say('attachVerb', { amount })}
      action={attach}
      onClose={onClose}
      input={chargeId === '' ? undefined : { id: payment.id, chargeId }}
    >
      <RecordPicker<Charge>
        label={say('charge')}
        description={say('chargeHint', { amount })}
        placeholder={say('chargePlaceholder')}
        isRequired
        value={chargeId}
        onChange={setChargeId}
        kind="charges"
        offer={`pix ${String(payment.amount)}`}
        load={(text, signal) => {
          const query = { ...amounts, limit, ...(text === '' ? {} : { search: text }) };
          return record(api.GET('/v2/charges/list', { params: { query }, signal }));
        }}
        loadOne={(id, signal) => record(api.GET('/v2/charges/get', { params: { query: { id } }, signal }))}
        toOption={({ id, customer, createdAt }) => ({
          id,
          title: [customer?.name ?? say('noCustomer'), id].join(' · '),
          detail: formatInstant(createdAt, language),
        })}
        empty={
          <Text size="sm" c="dimmed">
            {say('noCharges', { amount })}
          </Text>
        }
      />
      <Text size="sm">{say('attachHint')}</Text>
    </ConfirmDialog>
  );
}
