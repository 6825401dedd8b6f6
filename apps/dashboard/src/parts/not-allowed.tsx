import { Text } from '@mantine/core';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';
import { Page } from './page';

/** An address whose page is not for the person's role. */
export function NotAllowed() {
  const say = useWords(commonWords);
  return (
    <Page title={say('notAllowed')}>
      <Text c="dimmed">{say('notAllowedHint')}</Text>
    </Page>
  );
}
