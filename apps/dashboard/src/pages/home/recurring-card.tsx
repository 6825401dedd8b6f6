import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answered } from '../../api/problem';
import { formatMoney } from '../../format/money';
import { addDays } from '../../format/time';
import { Card } from '../../parts/card';
import { Money } from '../../parts/money';
import { ProblemNotice } from '../../parts/problem-notice';
import { StoreLink } from '../../parts/store-link';
import { useStoreClock } from '../../session/store-clock';
import { useGet } from '../../session/use-get';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { homeWords } from './home-words';
import { pastDueQuery } from '../subscriptions/past-due';
import { monthlyAmount, subscriptionState } from '../subscriptions/subscription-state';

/** What subscriptions bring in a month, and what of it is at risk. */
export function RecurringCard() {
  const say = useWords(homeWords);
  const store = useStore();
  const { may } = store;
  const mrr = useGet('/v2/public-mrr/mrr', ['subscriptions', 'mrr']);
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
              {mrr.data && may('CHECKOUT:READ') && <Fresh />}
            </span>
          </dd>
        </div>
        {may('CHECKOUT:READ') && <Trials />}
        {may('CHECKOUT:READ') && <AtRisk />}
      </dl>
    </Card>
  );
}

const freshDays = 30;
const limit = 100;

/** The subscriptions that began in the last days and are still active. */
function Fresh() {
  const say = useWords(homeWords);
  const { api, key } = useStore();
  const { today } = useStoreClock();
  const startDate = addDays(today(), 1 - freshDays);
  const { data } = useQuery({
    queryKey: key('subscriptions', 'fresh', startDate),
    queryFn: ({ signal }) => {
      const query = { status: 'ACTIVE', startDate, limit } as const;
      return answered(api.GET('/v2/subscriptions/list', { params: { query }, signal }));
    },
  });
  if (!data) return null;
  const count = data.data.length;
  return ` · ${say('fresh', { count, shown: data.pagination.hasMore ? `${String(count)}+` : count })}`;
}

/** No trial is longer (docs/behaviour/subscriptions.md). */
const trialDaysMax = 90;

/** The subscriptions in a free trial, which MRR leaves out, and what they would bring. Nothing without any. */
function Trials() {
  const say = useWords(homeWords);
  const { language } = useLanguage();
  const { api, key } = useStore();
  const { now, today } = useStoreClock();
  const startDate = addDays(today(), 1 - trialDaysMax);
  const { data } = useQuery({
    queryKey: key('subscriptions', 'trials', startDate),
    queryFn: ({ signal }) => {
      const query = { status: 'ACTIVE', startDate, limit } as const;
      return answered(api.GET('/v2/subscriptions/list', { params: { query }, signal }));
    },
  });
  const trials = data?.data.filter((one) => subscriptionState(one, now()) === 'TRIALING') ?? [];
  const count = trials.length;
  if (count === 0) return null;
  const amount = trials.reduce((sum, one) => sum + (monthlyAmount({ ...one, trialEndsAt: null }, now()) ?? 0), 0);
  return (
    <div>
      <dt>{say('trials')}</dt>
      <dd>
        <span className="total-value">
          {say('trialsCount', { count, shown: data?.pagination.hasMore === true ? `${String(count)}+` : count })}
        </span>
        <span className="total-hint">{say('trialsHint', { amount: formatMoney(amount, language) })}</span>
      </dd>
    </div>
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
