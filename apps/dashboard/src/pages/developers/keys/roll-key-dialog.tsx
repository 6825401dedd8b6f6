import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../actions/confirm-dialog';
import { usePost } from '../../../actions/use-post';
import type { ApiRecord } from '../../../api/records';
import { useStore } from '../../../session/store-context';
import { useWords } from '../../../words/words';
import type { ApiKey } from './key-status';
import { keysWords } from './keys-words';

interface Props {
  readonly shown: ApiKey;
  readonly onClose: () => void;
  readonly onRolled: (rolled: ApiRecord<'RolledApiKey'>) => void;
}

/** A new key that replaces this one, which stays valid for a while. */
export function RollKeyDialog({ shown, onClose, onRolled }: Props) {
  const say = useWords(keysWords);
  const { key, may } = useStore();
  const [hours, setHours] = useState(24);
  const roll = usePost('/v2/api-keys/roll', {
    refreshes: [key('api-keys')],
    onDone: onRolled,
  });
  const choices = [
    // Without an overlap it is revoked, which not everybody may who may create.
    ...(may('API_KEY:DELETE') ? [{ value: '0', label: say('overlapNone') }] : []),
    { value: '1', label: say('overlapHours', { hours: 1 }) },
    { value: '24', label: say('overlapHours', { hours: 24 }) },
    { value: '72', label: say('overlapDays', { days: 3 }) },
    { value: '168', label: say('overlapDays', { days: 7 }) },
  ];
  return (
    <ConfirmDialog title={say('roll')} action={roll} onClose={onClose} input={{ id: shown.id, overlapHours: hours }}>
      <Text size="sm">{say('rollHint')}</Text>
      <NativeSelect
        data-autofocus
        label={say('overlap')}
        value={String(hours)}
        data={choices}
        onChange={({ currentTarget }) => {
          setHours(Number(currentTarget.value));
        }}
      />
    </ConfirmDialog>
  );
}
