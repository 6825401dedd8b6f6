import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useWords } from '../../../words/words';
import { listEventGroups, eventGroupWords } from '../event-types';
import { webhooksWords } from './webhooks-words';

interface Props {
  readonly isV2: boolean;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** The events of a version in groups; a group's box ticks all of it. */
export function EventPicker({ isV2, chosen, onChange }: Props) {
  const say = useWords(webhooksWords);
  const groupName = useWords(eventGroupWords);
  const groups = listEventGroups(isV2);
  const set = (types: readonly string[], isOn: boolean) => {
    const others = chosen.filter((type) => !types.includes(type));
    onChange(isOn ? [...others, ...types] : others);
  };
  return (
    <Stack gap="md">
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {say('eventsHint')}
        </Text>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            onChange(groups.flatMap(([, types]) => types));
          }}
        >
          {say('all')}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            onChange([]);
          }}
        >
          {say('none')}
        </Button>
      </Group>
      <div className="event-groups">
        {groups.map(([group, types]) => {
          const count = types.filter((type) => chosen.includes(type)).length;
          return (
            <fieldset key={group} className="event-group">
              <legend className="sr-only">{groupName(group)}</legend>
              <Checkbox
                label={groupName(group)}
                fw={600}
                checked={count === types.length}
                indeterminate={count > 0 && count < types.length}
                onChange={({ currentTarget }) => {
                  set(types, currentTarget.checked);
                }}
              />
              {types.map((type) => (
                <Checkbox
                  key={type}
                  ml={28}
                  label={<code>{type}</code>}
                  checked={chosen.includes(type)}
                  onChange={({ currentTarget }) => {
                    set([type], currentTarget.checked);
                  }}
                />
              ))}
            </fieldset>
          );
        })}
      </div>
    </Stack>
  );
}
