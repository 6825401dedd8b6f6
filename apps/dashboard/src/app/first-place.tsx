import { Button, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { meQuery } from '../session/me';
import { useSignOut } from '../session/sign-out';
import { useWords } from '../words/words';
import { environmentNames, lastPlace } from './environment';
import { shellWords } from './shell-words';

/** The bare address leads to where the person was last, else to the test environment of their first store. */
export function FirstPlace() {
  const say = useWords(shellWords);
  const { data: me } = useQuery(meQuery);
  const signOut = useSignOut();
  if (!me) return null;
  const last = lastPlace();
  const store = me.stores.find(({ id }) => id === last?.storeId) ?? me.stores[0];
  if (store) {
    const environment = store.id === last?.storeId ? last.environment : 'dev';
    return <Navigate to={`/${store.id}/${environmentNames[environment]}` as never} replace />;
  }
  return (
    <Stack align="center" py={96} px="md" gap="sm" component="main">
      <Title order={1} size="h3">
        {say('noStore')}
      </Title>
      <Text c="dimmed">{say('noStoreHint')}</Text>
      <Button variant="default" onClick={signOut}>
        {say('signOut')}
      </Button>
    </Stack>
  );
}
