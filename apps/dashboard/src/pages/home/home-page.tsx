import { useQuery } from '@tanstack/react-query';
import { record } from '../../api/problem';
import { Card } from '../../parts/card';
import { Facts } from '../../parts/facts';
import { Money } from '../../parts/money';
import { Page } from '../../parts/page';
import { ProblemNotice } from '../../parts/problem-notice';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { homeWords } from './home-words';

/** What the store has, and what needs a person. */
export function HomePage() {
  const say = useWords(homeWords);
  const { api, key } = useStore();
  const {
    data: store,
    error,
    refetch,
  } = useQuery({
    queryKey: key('store'),
    queryFn: ({ signal }) => record(api.GET('/v2/store/get', { signal })),
  });
  return (
    <Page title={say('title')}>
      <ProblemNotice problem={error} onRetry={() => void refetch()} />
      {store && (
        <Card title={say('balance')}>
          <Facts
            facts={[
              [say('available'), <Money key="available" centavos={store.balance.available} />],
              [say('pending'), <Money key="pending" centavos={store.balance.pending} />],
              [say('blocked'), <Money key="blocked" centavos={store.balance.blocked} />],
            ]}
          />
        </Card>
      )}
    </Page>
  );
}
