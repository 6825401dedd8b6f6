import { Button, Paper, Stack, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useLanguage } from '../../words/language';
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

/** Changes to the other language, in that language's own name. */
function LanguageButton() {
  const { language, choose } = useLanguage();
  const other = language === 'en' ? 'pt-BR' : 'en';
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      lang={other}
      onClick={() => {
        choose(other);
      }}
    >
      {other === 'en' ? 'English' : 'Português'}
    </Button>
  );
}
