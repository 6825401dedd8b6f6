import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../../parts/card';
import { Icon } from '../../../parts/icon';
import { useWords } from '../../../words/words';
import { testingWords } from './testing-words';

const devMail = '/dev/mail';

/** Where mail of tests can be read; only an installation on one's own machine keeps it (docs/behaviour/mail.md#dev-mail). */
export function MailCard() {
  const say = useWords(testingWords);
  const { data: isKept } = useQuery({
    queryKey: ['dev-mail'],
    queryFn: async ({ signal }) => (await fetch(devMail, { method: 'HEAD', signal })).ok,
    staleTime: Infinity,
    retry: false,
  });
  if (isKept === undefined) return null;
  return (
    <Card title={say('mail')}>
      <Text size="sm" mb={isKept ? 'sm' : 0}>
        {say(isKept ? 'mailHint' : 'noMail')}
      </Text>
      {isKept && (
        <Button
          variant="default"
          size="sm"
          component="a"
          href={devMail}
          target="_blank"
          rel="noreferrer"
          leftSection={<Icon name="mail" size={16} />}
        >
          {say('openMail')}
        </Button>
      )}
    </Card>
  );
}
