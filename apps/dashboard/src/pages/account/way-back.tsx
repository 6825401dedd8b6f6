import { Alert, Button, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useWords } from '../../words/words';
import { accountWords } from './account-words';

/** Leads back to the page that asked for a second factor which the person had yet to set up. */
export function WayBack() {
  const say = useWords(accountWords);
  const navigate = useNavigate();
  const { next }: { next?: string } = useSearch({ strict: false });
  // Of this application alone: the address may come from anywhere.
  if (next === undefined || !/^\/dashboard\/(?![/\\])/.test(next)) return null;
  return (
    <Alert role="status" className="person-done">
      <Text size="sm">{say('interrupted')}</Text>
      <Button mt={8} size="compact-sm" onClick={() => void navigate({ href: next })}>
        {say('goBack')}
      </Button>
    </Alert>
  );
}
