import { ActionIcon, Button, Group, Input, TextInput } from '@mantine/core';
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { Icon } from '../parts/icon';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';
import type { MetadataRow } from './metadata';

/** As many as the API takes. */
const rowsMax = 50;

interface Props<Values extends FieldValues> {
  readonly control: Control<Values>;
  readonly name: FieldPath<Values>;
}

/** Free names and values that a record carries; the form holds rows. */
export function MetadataField<Values extends FieldValues>({ control, name }: Props<Values>) {
  const say = useWords(commonWords);
  const { field } = useController({ control, name });
  const rows = field.value as readonly MetadataRow[];
  const set = (next: readonly MetadataRow[]): void => {
    field.onChange(next);
  };
  const change = (at: number, part: Partial<MetadataRow>): void => {
    set(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  };
  return (
    <Input.Wrapper label={say('metadata')} description={say('metadataHint')} labelElement="div">
      {rows.map((row, index) => (
        <Group key={index} gap="xs" wrap="nowrap" mt="xs">
          <TextInput
            className="grow"
            aria-label={`${say('metadataName')} ${String(index + 1)}`}
            placeholder={say('metadataName')}
            value={row.name}
            maxLength={255}
            onChange={({ currentTarget }) => {
              change(index, { name: currentTarget.value });
            }}
          />
          <TextInput
            className="grow"
            aria-label={`${say('metadataValue')} ${String(index + 1)}`}
            placeholder={say('metadataValue')}
            value={row.value}
            maxLength={4000}
            onChange={({ currentTarget }) => {
              change(index, { value: currentTarget.value });
            }}
          />
          <ActionIcon
            variant="default"
            size={36}
            aria-label={`${say('remove')}: ${row.name || String(index + 1)}`}
            onClick={() => {
              set(rows.filter((_, at) => at !== index));
            }}
          >
            <Icon name="close" size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        mt="xs"
        size="compact-sm"
        variant="default"
        leftSection={<Icon name="plus" size={14} />}
        disabled={rows.length >= rowsMax}
        onClick={() => {
          set([...rows, { name: '', value: '' }]);
        }}
      >
        {say('metadataAdd')}
      </Button>
    </Input.Wrapper>
  );
}
