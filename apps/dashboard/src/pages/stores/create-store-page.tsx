import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../parts/card';
import { Page } from '../../parts/page';
import { meQuery } from '../../session/me';
import { useWords } from '../../words/words';
import { CreateStoreForm } from './create-store-form';
import { storesWords } from './stores-words';
import './stores.css';

/** The first store of a person, or a further one; where only the operator creates stores, how to get into one. */
export function CreateStorePage() {
  const say = useWords(storesWords);
  const { data: me } = useQuery(meQuery);
  if (!me) return null;
  const isFirst = me.stores.length === 0;
  if (!me.canCreateStore) {
    return (
      <Page title={say(isFirst ? 'noStore' : 'createFurther')}>
        <div className="narrow">
          <Card title={say('closed')}>
            <Text size="sm">{say('closedHint')}</Text>
          </Card>
        </div>
      </Page>
    );
  }
  return (
    <Page title={say(isFirst ? 'createFirst' : 'createFurther')}>
      <div className="narrow">
        <Text size="sm" c="dimmed" mb="md">
          {say(isFirst ? 'firstHint' : 'furtherHint')}
        </Text>
        <Card>
          <CreateStoreForm />
        </Card>
        {isFirst && (
          <Text size="sm" c="dimmed" mt="md">
            {say('invitedInstead')}
          </Text>
        )}
      </div>
    </Page>
  );
}
