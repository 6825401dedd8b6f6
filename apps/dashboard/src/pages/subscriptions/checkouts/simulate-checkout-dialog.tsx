import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../actions/confirm-dialog';
import { usePost } from '../../../actions/use-post';
import { useStore } from '../../../session/store-context';
import { useWords } from '../../../words/words';
import type { SubscriptionCheckout } from './checkout-form';
import { checkoutWords } from './checkout-words';

interface Props {
  readonly checkout: SubscriptionCheckout;
  readonly onClose: () => void;
}

/** docs/behaviour/test-clock.md#test-cards */
const testCards = [
  '4242424242424242',
  '4000000000000002',
  '4000000000009995',
  '4000000000009979',
  '4000000000000259',
] as const;

/** Subscribes as a simulated payer, by a method and card that one chooses. */
export function SimulateCheckoutDialog({ checkout, onClose }: Props) {
  const say = useWords(checkoutWords);
  const { key } = useStore();
  const [method, setMethod] = useState(checkout.methods[0] ?? 'CARD');
  const [cardNumber, setCardNumber] = useState<string>(testCards[0]);
  const simulate = usePost('/v2/subscriptions/checkouts/simulate-payment', {
    query: { id: checkout.id },
    refreshes: [key()],
    done: say('simulated'),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={say('simulate')}
      action={simulate}
      onClose={onClose}
      input={{ installmentCount: 1, late: false, method, ...(method === 'CARD' ? { cardNumber } : {}) }}
    >
      <Text size="sm">{say('simulateHint')}</Text>
      {checkout.methods.length > 1 && (
        <NativeSelect
          label={say('method')}
          value={method}
          data={checkout.methods.map((value) => ({ value, label: say(value) }))}
          onChange={({ currentTarget }) => {
            setMethod(currentTarget.value as typeof method);
          }}
        />
      )}
      {method === 'CARD' && (
        <NativeSelect
          label={say('simulateCard')}
          value={cardNumber}
          data={testCards.map((value) => ({ value, label: `•••• ${value.slice(-4)} · ${say(`card${value}`)}` }))}
          onChange={({ currentTarget }) => {
            setCardNumber(currentTarget.value);
          }}
        />
      )}
    </ConfirmDialog>
  );
}
