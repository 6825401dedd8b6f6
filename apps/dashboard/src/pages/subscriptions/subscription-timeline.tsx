import { Text } from '@mantine/core';
import { Card } from '../../parts/card';
import { LoadingCard } from '../../parts/loaded';
import { ProblemNotice } from '../../parts/problem-notice';
import { Timeline } from '../../parts/timeline';
import { useStoreClock } from '../../session/store-clock';
import { useGet } from '../../session/use-get';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { MomentDetail } from '../charges/charge-timeline';
import { detailWords } from './detail-words';
import { buildHistory } from './subscription-history';
import type { SubscriptionDetails } from './subscription-state';

/** As many as a list answers at once. */
const limit = 100;

/** What happened, with the request that caused each event and the deliveries it caused. */
export function SubscriptionTimeline({ subscription }: { readonly subscription: SubscriptionDetails }) {
  const say = useWords(detailWords);
  const { may } = useStore();
  const { now } = useStoreClock();
  const { id } = subscription;
  const query = { recordId: id, limit };
  const events = useGet('/v2/events/list', ['subscriptions', 'events', id], query, { enabled: may('EVENT:READ') });
  const deliveries = useGet('/v2/webhooks/deliveries', ['subscriptions', 'deliveries', id], query, {
    enabled: may('WEBHOOK:READ'),
  });
  const moments = buildHistory(subscription, events.data ?? [], now());
  return (
    <Card title={say('timeline')}>
      <ProblemNotice problem={events.error ?? deliveries.error} onRetry={() => void events.refetch()} />
      {!may('EVENT:READ') && (
        <Text size="sm" c="dimmed" mb="sm">
          {say('noEvents')}
        </Text>
      )}
      {events.isLoading ? (
        <LoadingCard />
      ) : (
        <Timeline
          label={say('timeline')}
          moments={moments.map(({ id: momentId, at, tone, word, event }) => ({
            id: momentId,
            at,
            tone,
            title: word === undefined ? (event?.event ?? '') : say(word),
            detail: event && (
              <MomentDetail
                event={event}
                requestId={event.requestId}
                deliveries={deliveries.data?.filter(({ eventId }) => eventId === event.id) ?? []}
              />
            ),
          }))}
        />
      )}
    </Card>
  );
}
