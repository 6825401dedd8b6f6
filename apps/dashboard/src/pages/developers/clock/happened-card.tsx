import { Anchor, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { record } from '../../../api/problem';
import type { ApiRecord } from '../../../api/records';
import { storeDay } from '../../../format/time';
import { DataTable } from '../../../lists/data-table';
import { Card } from '../../../parts/card';
import { Facts } from '../../../parts/facts';
import { Instant } from '../../../parts/instant';
import { Loaded } from '../../../parts/loaded';
import { recordPaths } from '../../../parts/record-paths';
import { StoreLink } from '../../../parts/store-link';
import { useStore } from '../../../session/store-context';
import { useLanguage } from '../../../words/language';
import { useWords } from '../../../words/words';
import type { StoreEvent } from '../events/event-record';
import { RecordId } from '../events/record-id';
import { countByType } from './clock-steps';
import { clockWords, type ClockWord } from './clock-words';
import { formatClock } from './format-clock';

interface Props {
  /** The store's time before the advance. */
  readonly before: string;
  readonly answer: ApiRecord<'ClockAdvance'>;
}

/** What the answer says was done on the way, and the events that tell of it. */
export function HappenedCard({ before, answer: { now, happenings } }: Props) {
  const say = useWords(clockWords);
  const { language } = useLanguage();
  const { may } = useStore();
  const counts = countByType(happenings);
  return (
    <Card title={say('what')}>
      <Text size="sm" role="status" mb="sm">
        {say('arrived', { now: formatClock(new Date(now), language) })} {counts.length === 0 && say('nothing')}
      </Text>
      <Facts
        facts={counts.map(([type, count]) => [
          say(isKnown(type) ? type : 'other'),
          <span key={type} className="figures">
            {new Intl.NumberFormat(language).format(count)}
          </span>,
        ])}
      />
      {counts.length > 0 && may('EVENT:READ') && <Events since={before} until={now} />}
    </Card>
  );
}

const isKnown = (type: string): type is ClockWord => Object.hasOwn(clockWords.en, type);

/** The events of the way, the newest first; a page of them. */
function Events({ since, until }: { readonly since: string; readonly until: string }) {
  const say = useWords(clockWords);
  const { api, key } = useStore();
  const startDate = storeDay(new Date(since));
  const events = useQuery({
    queryKey: key('events', 'between', since, until),
    queryFn: async ({ signal }): Promise<readonly StoreEvent[]> => {
      const query = { startDate, limit: 100 };
      const newest = await record(api.GET('/v2/events/list', { params: { query }, signal }));
      return newest.filter(({ createdAt }) => createdAt >= since);
    },
  });
  return (
    <>
      <Group justify="space-between" mt="md" mb="xs">
        <Text fw={600} size="sm">
          {say('events')}
        </Text>
        <Anchor size="sm" component={StoreLink} to="/developers/events" search={{ startDate }}>
          {say('seeEvents')}
        </Anchor>
      </Group>
      <Loaded query={events}>
        {(rows) => (
          <DataTable
            label={say('events')}
            rows={rows}
            getId={({ id }) => id}
            pathOf={({ id }) => recordPaths.EVENT(id)}
            columns={[
              { id: 'event', header: say('event'), cell: ({ event }) => <code>{event}</code> },
              { id: 'record', header: say('record'), cell: (row) => <RecordId event={row} />, isExtra: true },
              { id: 'when', header: say('when'), cell: ({ createdAt }) => <Instant at={createdAt} /> },
            ]}
          />
        )}
      </Loaded>
    </>
  );
}
