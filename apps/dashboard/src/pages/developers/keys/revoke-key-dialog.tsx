import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../actions/confirm-dialog';
import { useAction } from '../../../actions/use-action';
import { record } from '../../../api/problem';
import { useStore } from '../../../session/store-context';
import { useWords } from '../../../words/words';
import { maskedKey, type ApiKey } from './key-status';
import { keysWords } from './keys-words';

/** Ends a key for good. */
export function RevokeKeyDialog({ shown, onClose }: { readonly shown: ApiKey; readonly onClose: () => void }) {
  const say = useWords(keysWords);
  const { api, key } = useStore();
  const revoke = useAction({
    run: (_: unknown, idempotencyKey) =>
      record(
        api.POST('/v2/api-keys/revoke', {
          body: { id: shown.id },
          params: { header: { 'idempotency-key': idempotencyKey } },
        }),
      ),
    refreshes: [key('api-keys')],
    done: say('revoked'),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={say('revoke')}
      verb={say('revoke')}
      isRunning={revoke.isRunning}
      problem={revoke.problem}
      onClose={onClose}
      onConfirm={() => {
        revoke.start(undefined);
      }}
    >
      <Text size="sm">{say('revokeHint', { name: `${shown.description} (${maskedKey(shown)})` })}</Text>
    </ConfirmDialog>
  );
}
