import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { useAction } from '../../actions/use-action';
import { record } from '../../api/problem';
import type { ApiRecord } from '../../api/records';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { actionWords } from './action-words';
import type { DialogProps } from './subscription-state';

/** What takes nothing but the subscription. */
export type SimpleChange = 'cancelChange' | 'revoke';

/** Takes back a plan change, or simulates that the payer cancels at their bank. */
export function SimpleDialog({ subscription, onClose, change }: DialogProps & { readonly change: SimpleChange }) {
  const say = useWords(actionWords);
  const { api, key } = useStore();
  const run = useAction({
    run: async (body: ApiRecord<'ById'>, idempotencyKey) => {
      const request = { body, params: { header: { 'idempotency-key': idempotencyKey } } };
      if (change === 'revoke') await record(api.POST('/v2/subscriptions/simulate-authorization-cancelled', request));
      else await record(api.POST('/v2/subscriptions/cancel-plan-change', request));
    },
    refreshes: [key('subscriptions')],
    done: say(`${change}Done`),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      isDangerous={change === 'revoke'}
      title={say(change)}
      verb={change === 'revoke' ? say('simulate') : say(change)}
      isRunning={run.isRunning}
      problem={run.problem}
      onClose={onClose}
      onConfirm={() => {
        run.start({ id: subscription.id });
      }}
    >
      <Text size="sm">{say(`${change}Hint`)}</Text>
    </ConfirmDialog>
  );
}
