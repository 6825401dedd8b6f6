import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../actions/confirm-dialog';
import { useAction } from '../../../actions/use-action';
import { record } from '../../../api/problem';
import { useStore } from '../../../session/store-context';
import { useWords } from '../../../words/words';
import type { Method } from './sale';
import { saleWords } from './sale-words';

interface Props {
  readonly id: string;
  readonly kind: 'links' | 'checkouts';
  readonly methods: readonly Method[];
  readonly onClose: () => void;
}

/** Pays as a made-up buyer, in the test environment. */
export function SimulateDialog({ id, kind, methods, onClose }: Props) {
  const say = useWords(saleWords);
  const { api, key } = useStore();
  const [method, setMethod] = useState(methods[0]);
  const simulate = useAction({
    run: async (chosen: Method | undefined, idempotencyKey) => {
      const request = {
        body: { id, installmentCount: 1, late: false, ...(chosen === undefined ? {} : { method: chosen }) },
        params: { header: { 'idempotency-key': idempotencyKey } },
      };
      if (kind === 'links') await record(api.POST('/v2/payment-links/simulate-payment', request));
      else await record(api.POST('/v2/checkouts/simulate-payment', request));
    },
    refreshes: [key(kind), key('charges')],
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
        simulate.start(method);
      }}
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
