import { useState } from 'react';
import { answered } from '../../../api/problem';
import type { Column } from '../../../lists/column';
import { csvInstant } from '../../../lists/csv';
import { ExportButton } from '../../../lists/export-button';
import { ChoiceFilter, FilterBar, TextFilter, useFilters } from '../../../lists/filters';
import { ListView } from '../../../lists/list-view';
import { PeriodFilter } from '../../../lists/period-filter';
import { useRecordList, type LoadPage } from '../../../lists/record-list';
import { CopyText } from '../../../parts/copy-text';
import { curl } from '../../../parts/curl';
import { EmptyState } from '../../../parts/empty-state';
import { Instant } from '../../../parts/instant';
import { Page } from '../../../parts/page';
import { useStore } from '../../../session/store-context';
import { useWords } from '../../../words/words';
import { DeveloperTabs } from '../developer-tabs';
import { eventTypes } from '../event-types';
import { LiveBar, LiveSwitch } from '../live-bar';
import { useLiveRows } from '../live-rows';
import { recordIdOf, type StoreEvent } from './event-record';
import { eventsWords } from './events-words';
import '../developers.css';

/** What happened in the store, as webhooks tell it. The stream of events loads the list again: live needs no more. */
export function EventsPage() {
  const say = useWords(eventsWords);
  const { api, key } = useStore();
  const { filters } = useFilters();
  const load: LoadPage<StoreEvent> = (page, signal) =>
    answered(api.GET('/v2/events/list', { params: { query: { ...filters, ...page } }, signal: signal ?? null }));
  const loaded = useRecordList(key('events', 'list', filters), load);
  const live = useLiveRows(loaded, ({ id }) => id, useState(false));
  const columns: readonly Column<StoreEvent>[] = [
    { id: 'type', header: say('type'), cell: ({ event }) => <code>{event}</code>, text: ({ event }) => event },
    {
      id: 'record',
      header: say('record'),
      cell: (row) => <RecordId id={recordIdOf(row)} />,
      text: (row) => recordIdOf(row) ?? '',
      isExtra: true,
    },
    {
      id: 'createdAt',
      header: say('createdAt'),
      cell: ({ createdAt }) => <Instant at={createdAt} />,
      text: ({ createdAt }) => csvInstant(createdAt),
    },
  ];
  return (
    <Page title={say('title')} actions={<LiveSwitch live={live} />}>
      <DeveloperTabs />
      <FilterBar actions={<ExportButton name="eventos" load={load} columns={columns} />}>
        <TextFilter name="recordId" label={say('recordId')} />
        <ChoiceFilter name="type" label={say('type')} choices={eventTypes.map((type) => [type, type])} />
        <PeriodFilter />
      </FilterBar>
      <LiveBar live={live} />
      <div {...(live.isOn ? live.holdsOnRows : {})}>
        <ListView
          label={say('title')}
          list={live.list}
          columns={columns}
          idOf={({ id }) => id}
          pathOf={({ id }) => `/developers/events/${id}`}
          isFiltered={Object.keys(filters).length > 0}
          isFresh={live.isFresh}
          empty={<EmptyState title={say('empty')} text={say('emptyHint')} curl={curl('GET', '/v2/events/list')} />}
        />
      </div>
    </Page>
  );
}

function RecordId({ id }: { readonly id: string | undefined }) {
  return id === undefined ? <span>—</span> : <CopyText text={id} />;
}
