import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { useAction } from '../../actions/use-action';
import { record } from '../../api/problem';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { linksWords } from './links-words';

interface Props {
  readonly id: string;
  readonly onClose: () => void;
}

/** Asks before a link takes no more payments. */
export function DeactivateDialog({ id, onClose }: Props) {
  const say = useWords(linksWords);
  const { api, key } = useStore();
  const remove = useAction({
    run: (asked: string, idempotencyKey) =>
      record(
        api.POST('/v2/payment-links/delete', {
          body: { id: asked },
          params: { header: { 'idempotency-key': idempotencyKey } },
        }),
      ),
    refreshes: [key('links')],
    done: say('deactivated'),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={say('deactivate')}
      verb={say('deactivate')}
      isRunning={remove.isRunning}
      problem={remove.problem}
      onClose={onClose}
      onConfirm={() => {
        remove.start(id);
      }}
    >
      <Text size="sm">{say('deactivateHint')}</Text>
    </ConfirmDialog>
  );
}
