import { Button, CloseButton, Group, Stack, Text } from '@mantine/core';
import { useController, type Control } from 'react-hook-form';
import { SwitchField } from '../../../forms/fields';
import { useWords } from '../../../words/words';
import { formatKey } from './changed-limits';
import { allowedKeysMax, type LimitForm } from './limits';
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
