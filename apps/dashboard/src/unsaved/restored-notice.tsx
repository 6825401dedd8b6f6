import { Alert, Button, Group, Text } from '@mantine/core';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';

/** Says that what was interrupted is back, and offers to begin anew. */
export function RestoredNotice({ onAnew }: { readonly onAnew: () => void }) {
  const say = useWords(commonWords);
  return (
    <Alert role="status" variant="light" color="gray">
      <Group gap="xs" justify="space-between">
        <Text size="sm">{say('restored')}</Text>
        <Button size="compact-sm" variant="default" onClick={onAnew}>
          {say('beginAnew')}
        </Button>
      </Group>
    </Alert>
  );
}
