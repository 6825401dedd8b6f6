import { Button, Group, Text } from '@mantine/core';
import { usePost } from '../../actions/use-post';
import type { ApiRecord } from '../../api/records';
import { Card } from '../../parts/card';
import { ProblemNotice } from '../../parts/problem-notice';
import { useGet } from '../../session/use-get';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { homeWords } from './home-words';
import { answeredKinds } from './subscriber-mail';

/** Asks a store of before once whether its subscribers are mailed at the start (docs/behaviour/mail.md#asked-once). */
export function SubscriberMailCard() {
  const { data: store } = useGet('/v2/store/get', ['store']);
  return store?.mail.kindsChosen === false ? <Question mail={store.mail} /> : null;
}

function Question({ mail: { kinds } }: { readonly mail: ApiRecord<'StoreMail'> }) {
  const say = useWords(homeWords);
  const { key } = useStore();
  const update = usePost('/v2/store/update', { refreshes: [key('store')], done: say('subscriberMailSaved') });
  return (
    <Card title={say('subscriberMail')}>
      <Text size="sm" mb="sm">
        {say('subscriberMailHint')}
      </Text>
      <ProblemNotice problem={update.problem} />
      <Group gap="xs">
        <Button
          loading={update.isRunning}
          onClick={() => {
            update.start({ mail: { kinds: answeredKinds(kinds, true) } });
          }}
        >
          {say('subscriberMailYes')}
        </Button>
        <Button
          variant="default"
          disabled={update.isRunning}
          onClick={() => {
            update.start({ mail: { kinds: answeredKinds(kinds, false) } });
          }}
        >
          {say('subscriberMailNo')}
        </Button>
      </Group>
    </Card>
  );
}
