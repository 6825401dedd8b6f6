import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { useAction } from '../../actions/use-action';
import { record } from '../../api/problem';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { checkoutsWords } from './checkouts-words';

interface Props {
  readonly id: string;
  readonly onClose: () => void;
}

/** Asks before a checkout can no longer be paid. */
export function CancelDialog({ id, onClose }: Props) {
  const say = useWords(checkoutsWords);
  const { api, key } = useStore();
  const remove = useAction({
    run: (asked: string, idempotencyKey) =>
      record(
        api.POST('/v2/checkouts/delete', {
          body: { id: asked },
          params: { header: { 'idempotency-key': idempotencyKey } },
        }),
      ),
    refreshes: [key('checkouts'), key('charges')],
    done: say('cancelled'),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={say('cancel')}
      verb={say('cancel')}
      isRunning={remove.isRunning}
      problem={remove.problem}
      onClose={onClose}
      onConfirm={() => {
        remove.start(id);
      }}
    >
      <Text size="sm">{say('cancelHint')}</Text>
    </ConfirmDialog>
  );
}
