import { Button, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';

/** An address without a page, or of a store that the person is no member of. */
export function NotFound() {
  const say = useWords(commonWords);
  return (
    <Stack align="center" py={96} px="md" gap="sm" component="main">
      <Title order={1} size="h3">
        {say('notFound')}
      </Title>
      <Text c="dimmed">{say('notFoundHint')}</Text>
      <Button component={Link} to="/">
        {say('toHome')}
      </Button>
    </Stack>
  );
}
