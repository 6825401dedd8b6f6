import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { SameInCode } from './code-sample';

interface Props {
  readonly title: string;
  readonly text: string;
  /** The next step, as a button. */
  readonly action?: ReactNode;
  /** The same step by curl. */
  readonly curl?: string;
}

/** An empty list that says what belongs there and how to begin. */
export function EmptyState({ title, text, action, curl }: Props) {
  return (
    <Stack align="center" gap="sm" className="empty">
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text size="sm" c="dimmed" ta="center" maw={460}>
        {text}
      </Text>
      {action}
      {curl !== undefined && <SameInCode code={curl} />}
    </Stack>
  );
}
