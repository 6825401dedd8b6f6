import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { usePost } from '../../actions/use-post';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import type { Method, Wallet } from './sale';
import { saleWords } from './sale-words';

interface Props {
  readonly id: string;
  readonly kind: 'links' | 'checkouts';
  readonly methods: readonly (Method | Wallet)[];
  readonly onClose: () => void;
}

/** Pays as a made-up buyer, in the test environment. */
export function SimulateDialog({ id, kind, methods, onClose }: Props) {
  const say = useWords(saleWords);
  const { key } = useStore();
  const [method, setMethod] = useState(methods[0]);
  const simulate = usePost(kind === 'links' ? '/v2/payment-links/simulate-payment' : '/v2/checkouts/simulate-payment', {
    refreshes: [key(kind), key('charges')],
    done: say('simulated'),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={say('simulate')}
      action={simulate}
      onClose={onClose}
      input={{ id, installmentCount: 1, late: false, ...(method === undefined ? {} : { method }) }}
    >
      <Text size="sm" c="dimmed">
        {say('simulateHint')}
      </Text>
      <NativeSelect
        label={say('simulateMethod')}
        value={method ?? ''}
        data={methods.map((value) => ({ value, label: say(value) }))}
        onChange={({ currentTarget }) => {
          setMethod(methods.find((one) => one === currentTarget.value));
        }}
      />
    </ConfirmDialog>
  );
}
