import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';

interface Props {
  /** A question before it: "Ainda não tem conta?" */
  readonly before?: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly children: string;
}

/** A link from one page of the entrance to another. */
export function EntranceLink({ before, to, search = {}, children }: Props) {
  return (
    <Group gap={6} justify="center">
      {before !== undefined && (
        <Text size="sm" c="dimmed">
          {before}
        </Text>
      )}
      <Anchor size="sm" component={Link} to={to} search={search as never}>
        {children}
      </Anchor>
    </Group>
  );
}
