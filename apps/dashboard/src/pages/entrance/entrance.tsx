import { Paper, Stack, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { LanguageButton } from './language-button';
import './entrance.css';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

/** The frame of the pages before a person is signed in. */
export function Entrance({ title, children }: Props) {
  useDocumentTitle(`${title} · Pitanga`);
  return (
    <main className="entrance">
      <p className="brand-name">Pitanga</p>
      <Paper withBorder radius="lg" p="xl" className="entrance-card">
        <Stack gap="lg">
          <Title order={1} size="h3">
            {title}
          </Title>
          {children}
        </Stack>
      </Paper>
      <LanguageButton />
    </main>
  );
}
