import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { Icon } from '../parts/icon';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';
import { useFilters } from './filters';
import { useKept } from './kept';
import { keptFilters, withView, type View } from './views';

const namesMost = 40;

/** The views of a list that a person has kept in this browser. */
export function ViewsMenu({ list }: { readonly list: string }) {
  const say = useWords(commonWords);
  const { filters, replace } = useFilters();
  const [views, setViews] = useKept<readonly View[]>('views', list, []);
  const [isOpen, open] = useDisclosure(false);
  const kept = keptFilters(filters);
  return (
    <Popover opened={isOpen} onChange={open.toggle} position="bottom-end" trapFocus withRoles>
      <Popover.Target>
        <Button variant="default" size="sm" rightSection={<Icon name="down" size={16} />} onClick={open.toggle}>
          {say('views')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={say('views')} className="period">
        <Stack gap="xs">
          {views.map((view) => (
            <Group key={view.name} gap="xs" justify="space-between" wrap="nowrap">
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() => {
                  replace(view.filters);
                  open.close();
                }}
              >
                {view.name}
              </Button>
              <ActionIcon
                variant="subtle"
                size="sm"
                color="gray"
                aria-label={say('removeView', { name: view.name })}
                onClick={() => {
                  setViews(views.filter(({ name }) => name !== view.name));
                }}
              >
                <Icon name="close" size={14} />
              </ActionIcon>
            </Group>
          ))}
          {views.length === 0 && Object.keys(kept).length === 0 && (
            <Text size="sm" c="dimmed">
              {say('noViews')}
            </Text>
          )}
          {Object.keys(kept).length > 0 && (
            <NameForm
              onName={(name) => {
                setViews([...withView(views, { name, filters: kept })]);
              }}
            />
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function NameForm({ onName }: { readonly onName: (name: string) => void }) {
  const say = useWords(commonWords);
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name === '') return;
        onName(name);
        setTyped('');
      }}
    >
      <TextInput
        size="sm"
        label={say('viewName')}
        description={say('viewHint')}
        value={typed}
        maxLength={namesMost}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
        }}
      />
      <Button type="submit" size="compact-sm" variant="default" mt="xs" disabled={name === ''}>
        {say('saveView')}
      </Button>
    </form>
  );
}
