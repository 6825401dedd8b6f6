import { Button, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';

/** An address without a page, or of a store that the person is no member of. */
export function NotFound() {
  return (
    <main>
      <Absent order={1} />
    </main>
  );
}

/** On a page whose record is absent: the page has a title and a main part of its own. */
export function RecordNotFound() {
  return <Absent order={2} />;
}

function Absent({ order }: { readonly order: 1 | 2 }) {
  const say = useWords(commonWords);
  return (
    <Stack align="center" py={96} px="md" gap="sm">
      <Title order={order} size="h3">
        {say('notFound')}
      </Title>
      <Text c="dimmed">{say('notFoundHint')}</Text>
      <Button component={Link} to="/">
        {say('toHome')}
      </Button>
    </Stack>
  );
}
