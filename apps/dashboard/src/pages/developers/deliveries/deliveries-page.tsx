import { Button } from '@mantine/core';
import { useState } from 'react';
import { answered } from '../../../api/problem';
import { ExportButton } from '../../../lists/export-button';
import { ChoiceFilter, FilterBar, useFilters } from '../../../lists/filters';
import { ListView } from '../../../lists/list-view';
import { PeriodFilter } from '../../../lists/period-filter';
import { useRecordList, type LoadPage } from '../../../lists/record-list';
import { EmptyState } from '../../../parts/empty-state';
import { Page } from '../../../parts/page';
import { StoreLink } from '../../../parts/store-link';
import { useStore } from '../../../session/store-context';
import { useWords } from '../../../words/words';
import { DeveloperTabs } from '../developer-tabs';
import { anyEventTypes } from '../event-types';
import { LiveBar, LiveSwitch } from '../live-bar';
import { liveRefreshMs, useLiveRows } from '../live-rows';
import { deliveriesWords } from './deliveries-words';
import { deliveryColumns } from './delivery-columns';
import { deliveryStatuses, type Delivery } from './delivery-status';
import { ReplayDialog } from './replay-dialog';
import { useWebhooks } from './use-webhooks';
import '../developers.css';

/** What was sent to webhooks, and what they answered. */
export function DeliveriesPage() {
  const say = useWords(deliveriesWords);
  const { api, key, may } = useStore();
  const { filters } = useFilters();
  const webhooks = useWebhooks();
  const [isReplaying, setReplaying] = useState(false);
  const [isLive, setLive] = useState(false);
  const load: LoadPage<Delivery> = (page, signal) =>
    answered(
      api.GET('/v2/webhooks/deliveries', { params: { query: { ...filters, ...page } }, signal: signal ?? null }),
    );
  const loaded = useRecordList(key('deliveries', 'list', filters), load, isLive ? liveRefreshMs : undefined);
  const live = useLiveRows(loaded, ({ id }) => id, [isLive, setLive]);
  const columns = deliveryColumns(say, (id) => webhooks.find((one) => one.id === id)?.name ?? say('deletedWebhook'));
  const isAnyOn = webhooks.some(({ status }) => status === 'ACTIVE');
  return (
    <Page
      title={say('title')}
      actions={
        <>
          <LiveSwitch live={live} />
          {may('WEBHOOK:DELETE') && isAnyOn && (
            <Button
              variant="default"
              onClick={() => {
                setReplaying(true);
              }}
            >
              {say('replay')}
            </Button>
          )}
        </>
      }
    >
      <DeveloperTabs />
      <FilterBar actions={<ExportButton name="entregas" load={load} columns={columns} />}>
        <ChoiceFilter name="status" label={say('status')} choices={deliveryStatuses.map((one) => [one, say(one)])} />
        <ChoiceFilter name="webhookId" label={say('webhook')} choices={webhooks.map(({ id, name }) => [id, name])} />
        <ChoiceFilter name="event" label={say('event')} choices={anyEventTypes.map((one) => [one, one])} />
        <PeriodFilter />
      </FilterBar>
      <LiveBar live={live} />
      <div {...(isLive ? live.holdsOnRows : {})}>
        <ListView
          label={say('title')}
          list={live.list}
          columns={columns}
          idOf={({ id }) => id}
          pathOf={({ id }) => `/developers/deliveries/${id}`}
          isFiltered={Object.keys(filters).length > 0}
          isFresh={live.isFresh}
          empty={<EmptyState title={say('empty')} text={say('emptyHint')} action={<ToWebhooks />} />}
        />
      </div>
      {isReplaying && (
        <ReplayDialog
          webhooks={webhooks}
          webhookId={filters['webhookId']}
          onClose={() => {
            setReplaying(false);
          }}
        />
      )}
    </Page>
  );
}

function ToWebhooks() {
  const say = useWords(deliveriesWords);
  return (
    <Button component={StoreLink} to="/developers/webhooks">
      {say('seeWebhooks')}
    </Button>
  );
}
