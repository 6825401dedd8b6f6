import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../actions/confirm-dialog';
import { useAction } from '../../../actions/use-action';
import { record } from '../../../api/problem';
import type { ApiRecord } from '../../../api/records';
import { useStore } from '../../../session/store-context';
import { useWords } from '../../../words/words';
import type { SubscriptionCheckout } from './checkout-status';
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
  const { api, key } = useStore();
  const [method, setMethod] = useState(checkout.methods[0] ?? 'CARD');
  const [cardNumber, setCardNumber] = useState<string>(testCards[0]);
  const simulate = useAction({
    run: (body: Partial<ApiRecord<'SimulateCheckoutPayment'>>, idempotencyKey) =>
      record(
        api.POST('/v2/subscriptions/checkouts/simulate-payment', {
          body: { installmentCount: 1, late: false, ...body },
          params: { query: { id: checkout.id }, header: { 'idempotency-key': idempotencyKey } },
        }),
      ),
    refreshes: [key()],
    done: say('simulated'),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      title={say('simulate')}
      verb={say('simulate')}
      isRunning={simulate.isRunning}
      problem={simulate.problem}
      onClose={onClose}
      onConfirm={() => {
        simulate.start({ method, ...(method === 'CARD' ? { cardNumber } : {}) });
      }}
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

/** No new subscribers; those there are stay. */
export function CloseCheckoutDialog({ checkout, onClose }: Props) {
  const say = useWords(checkoutWords);
  const { api, key } = useStore();
  const close = useAction({
    run: (id: string, idempotencyKey) =>
      record(
        api.POST('/v2/subscriptions/checkouts/delete', {
          body: { id },
          params: { header: { 'idempotency-key': idempotencyKey } },
        }),
      ),
    refreshes: [key('subscriptions')],
    done: say('removed'),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={say('remove')}
      verb={say('remove')}
      isRunning={close.isRunning}
      problem={close.problem}
      onClose={onClose}
      onConfirm={() => {
        close.start(checkout.id);
      }}
    >
      <Text size="sm">{say('removeHint')}</Text>
    </ConfirmDialog>
  );
}
