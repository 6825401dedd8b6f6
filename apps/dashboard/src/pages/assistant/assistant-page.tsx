import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { account } from '../../api/client';
import { record } from '../../api/problem';
import { Card } from '../../parts/card';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { meQuery } from '../../session/me';
import { useWords } from '../../words/words';
import { AccessForm } from './access-form';
import { assistantWords } from './assistant-words';
import './assistant.css';

/** Asks a person whether an assistant gets access, to which store, to do what and until when. */
export function AssistantPage() {
  const say = useWords(assistantWords);
  const { data: me } = useQuery(meQuery);
  const asked = useLocation({ select: ({ searchStr }) => searchStr.replace(/^\?/, '') });
  const [isDone, setDone] = useState(false);
  const query = useQuery({
    queryKey: ['assistant', asked],
    queryFn: ({ signal }) =>
      record(account.GET('/dashboard/api/assistants/asked', { params: { query: { asked } }, signal })),
  });
  if (!me) return null;
  const stores = me.stores.filter(({ permissions }) => permissions.includes('API_KEY:CREATE'));
  return (
    <Page title={say('title')}>
      <div className="narrow">
        <Loaded query={query}>
          {({ name, host, isLocal, asksToWrite, refusal }) =>
            isDone ? (
              <Card title={say('done')}>
                <Text size="sm" role="status">
                  {say('doneHint')}
                </Text>
              </Card>
            ) : (
              <Card>
                <Title order={2} size="h4" mb={4} className="assistant-said">
                  {say('asks', { name: `“${name}”` })}
                </Title>
                <Text className="assistant-said">{say(isLocal ? 'toLocal' : 'toHost', { host })}</Text>
                <Text size="sm" c="dimmed" mt={4} mb="md">
                  {say('beware')}
                </Text>
                <AccessForm
                  asked={asked}
                  stores={stores}
                  asksToWrite={asksToWrite}
                  refusal={refusal}
                  onDone={(location) => {
                    setDone(true);
                    window.location.assign(location);
                  }}
                />
              </Card>
            )
          }
        </Loaded>
      </div>
    </Page>
  );
}
