import { Button, CloseButton, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { normalizePixKey } from '@pitanga/core';
import { useController, type Control } from 'react-hook-form';
import { ConfirmDialog } from '../../../actions/confirm-dialog';
import { SwitchField } from '../../../forms/fields';
import { useWords } from '../../../words/words';
import { PixKeyFields, usePixKey } from '../../../parts/pix-key-fields';
import { isPixKey } from '../../payouts/pix-key';
import { formatKey } from './changed-limits';
import { allowedKeysMax, type AllowedKey, type LimitForm } from './limits';
import { limitsWords } from './limits-words';

interface Props {
  readonly control: Control<LimitForm>;
  readonly onAdd: () => void;
}

/** Whether there is a list of keys, and which keys are in it. */
export function AllowedKeys({ control, onAdd }: Props) {
  const say = useWords(limitsWords);
  const isListed = useController({ control, name: 'isListed' }).field.value;
  const { value: keys, onChange } = useController({ control, name: 'allowedKeys' }).field;
  return (
    <Stack gap="sm">
      <SwitchField control={control} name="isListed" label={say('isListed')} description={say('listHint')} />
      {isListed && (
        <>
          {keys.length === 0 && <Text size="sm">{say('noKeyYet')}</Text>}
          {keys.map((one) => (
            <Group key={one.key} gap="xs" wrap="nowrap" justify="space-between">
              <Text size="sm" className="payout-key">
                {say(one.type)} · {formatKey(one)}
              </Text>
              <CloseButton
                type="button"
                aria-label={say('removeKey', { key: formatKey(one) })}
                onClick={() => {
                  onChange(keys.filter(({ key }) => key !== one.key));
                }}
              />
            </Group>
          ))}
          <Group>
            <Button variant="default" size="sm" disabled={keys.length >= allowedKeysMax} onClick={onAdd}>
              {say('addKey')}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}

interface AddProps {
  readonly onAdd: (key: AllowedKey) => void;
  readonly onClose: () => void;
}

/** Takes a key that looks right in the form that banks keep it in; it is not sent before the form is. */
export function AddKeyDialog({ onAdd, onClose }: AddProps) {
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
