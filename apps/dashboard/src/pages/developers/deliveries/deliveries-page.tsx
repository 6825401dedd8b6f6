import { Button } from '@mantine/core';
import { useState } from 'react';
import { ChoiceFilter, useFilters } from '../../../lists/filters';
import { useFilteredListAt } from '../../../lists/record-list';
import { RecordListPage } from '../../../lists/record-list-page';
import { recordPaths } from '../../../parts/record-paths';
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
  const { may } = useStore();
  const { filters } = useFilters();
  const webhooks = useWebhooks();
  const [isReplaying, setReplaying] = useState(false);
  const [isLive, setLive] = useState(false);
  const refreshMs = isLive ? liveRefreshMs : undefined;
  const loaded = useFilteredListAt('/v2/webhooks/deliveries', ['deliveries', 'list'], undefined, refreshMs);
  const live = useLiveRows<Delivery>(loaded, [isLive, setLive]);
  const isAnyOn = webhooks.some(({ status }) => status === 'ACTIVE');
  return (
    <RecordListPage
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
      head={<DeveloperTabs />}
      list={live.list}
      columns={deliveryColumns(say, (id) => webhooks.find((one) => one.id === id)?.name ?? say('deletedWebhook'))}
      getPath={({ id }) => recordPaths.DELIVERY(id)}
      exportName="entregas"
      filters={
        <>
          <ChoiceFilter name="status" label={say('status')} choices={deliveryStatuses} say={say} />
          <ChoiceFilter name="webhookId" label={say('webhook')} choices={webhooks.map(({ id, name }) => [id, name])} />
          <ChoiceFilter name="event" label={say('event')} choices={anyEventTypes} />
        </>
      }
      notes={<LiveBar live={live} />}
      isFresh={live.isFresh}
      rowEvents={live.holdsOnRows}
      empty={{
        title: say('empty'),
        text: say('emptyHint'),
        action: (
          <Button component={StoreLink} to="/developers/webhooks">
            {say('seeWebhooks')}
          </Button>
        ),
      }}
    >
      {isReplaying && (
        <ReplayDialog
          webhooks={webhooks}
          webhookId={filters['webhookId']}
          onClose={() => {
            setReplaying(false);
          }}
        />
      )}
    </RecordListPage>
  );
}
