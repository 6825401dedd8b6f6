import { Text } from '@mantine/core';
import { normalizePixKey } from '@pitanga/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../actions/confirm-dialog';
import { PixKeyFields, usePixKey } from '../../../parts/pix-key-fields';
import { useWords } from '../../../words/words';
import { isPixKey } from '../../payouts/pix-key';
import type { AllowedKey } from './limits';
import { limitsWords } from './limits-words';

interface Props {
  readonly onAdd: (key: AllowedKey) => void;
  readonly onClose: () => void;
}

/** Takes a key that looks right in the form that banks keep it in; it is not sent before the form is. */
export function AddKeyDialog({ onAdd, onClose }: Props) {
  const say = useWords(limitsWords);
  const typed = usePixKey();
  const [isWrong, setWrong] = useState(false);
  const { pixKey, pixKeyType: type } = typed.given;
  return (
    <ConfirmDialog
      title={say('addKey')}
      action={{ start: () => undefined, isRunning: false, problem: null }}
      isBlocked={pixKey === ''}
      onClose={onClose}
      onConfirm={() => {
        if (isPixKey(type, pixKey)) onAdd({ type, key: normalizePixKey(type, pixKey) });
        else setWrong(true);
      }}
    >
      <PixKeyFields of={typed} />
      {isWrong && (
        <Text size="sm" c="var(--bad)" role="alert">
          {say('badKey')}
        </Text>
      )}
    </ConfirmDialog>
  );
}
