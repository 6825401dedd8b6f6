import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { record } from '../../api/problem';
import { Card } from '../../parts/card';
import { Money } from '../../parts/money';
import { ProblemNotice } from '../../parts/problem-notice';
import { StoreLink } from '../../parts/store-link';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { homeWords } from './home-words';
import { pastDueQuery } from './past-due';

/** What subscriptions bring in a month, and what of it is at risk. */
export function RecurringCard() {
  const say = useWords(homeWords);
  const store = useStore();
  const { api, key, may } = store;
  const mrr = useQuery({
    queryKey: key('subscriptions', 'mrr'),
    queryFn: ({ signal }) => record(api.GET('/v2/public-mrr/mrr', { signal })),
  });
  return (
    <Card title={say('recurring')}>
      <ProblemNotice problem={mrr.error} onRetry={() => void mrr.refetch()} />
      <dl className="totals totals-aside">
        <div>
          <dt>{say('mrr')}</dt>
          <dd>
            <span className="total-value">
              {mrr.data ? <Money centavos={mrr.data.mrr} /> : <span className="waiting" />}
            </span>
            <span className="total-hint">
              {mrr.data && say('active', { count: mrr.data.totalActiveSubscriptions })}
            </span>
          </dd>
        </div>
        {may('CHECKOUT:READ') && <AtRisk />}
      </dl>
    </Card>
  );
}

function AtRisk() {
  const say = useWords(homeWords);
  const { data, error, refetch } = useQuery(pastDueQuery(useStore()));
  const amount = data?.rows.reduce((sum, subscription) => sum + subscription.amount, 0);
  const count = data?.rows.length ?? 0;
  const hint = say('atRiskHint', { count, shown: data?.hasMore === true ? `${String(count)}+` : count });
  return (
    <div>
      <dt>{say('atRisk')}</dt>
      <dd>
        <span className="total-value">
          {data ? <Money centavos={amount} /> : error ? '—' : <span className="waiting" />}
        </span>
        <span className="total-hint">
          {data && count > 0 ? (
            <Anchor component={StoreLink} to="/subscriptions" search={{ pastDue: 'true' }} inherit>
              {hint}
            </Anchor>
          ) : (
            data && hint
          )}
        </span>
        {!data && <ProblemNotice problem={error} onRetry={() => void refetch()} />}
      </dd>
    </div>
  );
}
