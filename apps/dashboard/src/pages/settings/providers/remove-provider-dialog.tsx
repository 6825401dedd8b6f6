import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../actions/confirm-dialog';
import { useAction } from '../../../actions/use-action';
import { record } from '../../../api/problem';
import type { ApiRecord } from '../../../api/records';
import { useStore } from '../../../session/store-context';
import { useWords } from '../../../words/words';
import { providersWords } from './providers-words';

interface Props {
  readonly shown: ApiRecord<'Provider'>;
  readonly onClose: () => void;
}

/** Deletes the settings of a provider. */
export function RemoveProviderDialog({ shown: { provider, methods }, onClose }: Props) {
  const say = useWords(providersWords);
  const { api, key } = useStore();
  const remove = useAction({
    run: (_: unknown, idempotencyKey) =>
      record(
        api.POST('/v2/providers/remove', {
          body: { provider },
          params: { header: { 'idempotency-key': idempotencyKey } },
        }),
      ),
    refreshes: [key('providers'), key('readiness')],
    done: say('removed'),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={say('removeTitle', { provider: say(provider) })}
      verb={say('remove')}
      isRunning={remove.isRunning}
      problem={remove.problem}
      onClose={onClose}
      onConfirm={() => {
        remove.start(undefined);
      }}
    >
      <Text size="sm">{say('removeHint', { methods: methods.map((method) => say(method)).join(', ') })}</Text>
    </ConfirmDialog>
  );
}
