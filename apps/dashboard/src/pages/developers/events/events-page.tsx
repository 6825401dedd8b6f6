import { useState } from 'react';
import { loggedAtColumn } from '../logged-at-column';
import { ChoiceFilter, TextFilter } from '../../../lists/filters';
import { useFilteredListAt } from '../../../lists/record-list';
import { RecordListPage } from '../../../lists/record-list-page';
import { curl } from '../../../parts/curl';
import { recordPaths } from '../../../parts/record-paths';
import { useWords } from '../../../words/words';
import { DeveloperTabs } from '../developer-tabs';
import { eventTypes } from '../event-types';
import { LiveBar, LiveSwitch } from '../live-bar';
import { useLiveRows } from '../live-rows';
import { findRecordId, type StoreEvent } from './event-record';
import { eventsWords } from './events-words';
import { RecordId } from './record-id';
import '../developers.css';

/** What happened in the store, as webhooks tell it. The stream of events loads the list again: live needs no more. */
export function EventsPage() {
  const say = useWords(eventsWords);
  const loaded = useFilteredListAt('/v2/events/list', ['events', 'list']);
  const live = useLiveRows<StoreEvent>(loaded, useState(false));
  return (
    <RecordListPage<StoreEvent>
      title={say('title')}
      actions={<LiveSwitch live={live} />}
      head={<DeveloperTabs />}
      list={live.list}
      columns={[
        { id: 'type', header: say('type'), cell: ({ event }) => <code>{event}</code>, text: ({ event }) => event },
        {
          id: 'record',
          header: say('record'),
          cell: (row) => <RecordId event={row} />,
          text: (row) => findRecordId(row) ?? '',
          isExtra: true,
        },
        loggedAtColumn(say('createdAt'), {}),
      ]}
      getPath={({ id }) => recordPaths.EVENT(id)}
      exportName="eventos"
      filters={
        <>
          <TextFilter name="recordId" label={say('recordId')} />
          <ChoiceFilter name="type" label={say('type')} choices={eventTypes} />
        </>
      }
      notes={<LiveBar live={live} />}
      isFresh={live.isFresh}
      rowEvents={live.holdsOnRows}
      empty={{ title: say('empty'), text: say('emptyHint'), curl: curl('GET', '/v2/events/list') }}
    />
  );
}
