import { Button, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useContext } from 'react';
import { StoreContext } from '../session/store-context';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';

/** An address without a page, or of a store that the person is no member of. */
export function NotFound() {
  // Inside a store the frame has the main part already.
  const Part = useContext(StoreContext) ? 'div' : 'main';
  return (
    <Part>
      <Absent order={1} />
    </Part>
  );
}

/** An address of a sandbox that was reset or deleted since: each reset gives it another store. */
export function SandboxGone() {
  return (
    <main>
      <Absent order={1} words={{ title: 'sandboxGone', hint: 'sandboxGoneHint', action: 'seeStores' }} to="/stores" />
    </main>
  );
}

/** On a page whose record is absent: the page has a title and a main part of its own. */
export function RecordNotFound() {
  return <Absent order={2} />;
}

const pageWords = { title: 'notFound', hint: 'notFoundHint', action: 'toHome' } as const;

interface AbsentProps {
  readonly order: 1 | 2;
  readonly words?: Readonly<Record<'title' | 'hint' | 'action', keyof (typeof commonWords)['en']>>;
  readonly to?: string;
}

function Absent({ order, words: { title, hint, action } = pageWords, to = '/' }: AbsentProps) {
  const say = useWords(commonWords);
  return (
    <Stack align="center" py={96} px="md" gap="sm">
      <Title order={order} size="h3" ta="center">
        {say(title)}
      </Title>
      <Text c="dimmed" ta="center">
        {say(hint)}
      </Text>
      <Button component={Link} to={to}>
        {say(action)}
      </Button>
    </Stack>
  );
}
