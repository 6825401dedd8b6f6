import { Anchor } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { ListView } from '../../../lists/list-view';
import { useListAt } from '../../../lists/record-list';
import { Card } from '../../../parts/card';
import { Columns } from '../../../parts/columns';
import { CopyText } from '../../../parts/copy-text';
import { Facts } from '../../../parts/facts';
import { Instant } from '../../../parts/instant';
import { Json } from '../../../parts/json';
import { Loaded } from '../../../parts/loaded';
import { Page } from '../../../parts/page';
import { recordPaths } from '../../../parts/record-paths';
import { StoreLink } from '../../../parts/store-link';
import { useStore } from '../../../session/store-context';
import { useGet } from '../../../session/use-get';
import { useWords } from '../../../words/words';
import { deliveriesWords } from '../deliveries/deliveries-words';
import { deliveryColumns } from '../deliveries/delivery-columns';
import { useWebhooks } from '../deliveries/use-webhooks';
import { findRecordId, type StoreEvent } from './event-record';
import { eventsWords } from './events-words';
import '../developers.css';

/** One event: what webhooks are sent, the request in which it happened, and its deliveries. */
export function EventPage() {
  const say = useWords(eventsWords);
  const { may } = useStore();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useGet('/v2/events/get', ['events', 'one', id], { id });
  return (
    <Page title={query.data?.event ?? id} parent={{ path: '/developers/events', title: say('title') }}>
      <Loaded query={query}>
        {(event) => (
          <Columns aside={<EventFacts event={event} />}>
            {may('WEBHOOK:READ') && <EventDeliveries eventId={id} />}
            <Card title={say('data')}>
              <Json label={say('data')} value={event.data} />
            </Card>
          </Columns>
        )}
      </Loaded>
    </Page>
  );
}

function EventFacts({ event }: { readonly event: StoreEvent }) {
  const say = useWords(eventsWords);
  const { may } = useStore();
  const { id, createdAt, requestId } = event;
  const recordId = findRecordId(event);
  return (
    <Card title={say('details')}>
      <Facts
        facts={[
          [say('type'), <code key="type">{event.event}</code>],
          [say('record'), recordId === undefined ? undefined : <CopyText key="record" text={recordId} />],
          [say('createdAt'), <Instant key="createdAt" at={createdAt} hasSeconds />],
          [
            say('request'),
            requestId === null ? (
              say('noRequest')
            ) : may('REQUEST_LOG:READ') ? (
              <Anchor key="request" size="sm" component={StoreLink} to={`/developers/requests/${requestId}`}>
                {requestId}
              </Anchor>
            ) : (
              <CopyText key="request" text={requestId} />
            ),
          ],
          [say('id'), <CopyText key="id" text={id} />],
        ]}
      />
    </Card>
  );
}

function EventDeliveries({ eventId }: { readonly eventId: string }) {
  const say = useWords(eventsWords);
  const sayDelivery = useWords(deliveriesWords);
  const webhooks = useWebhooks();
  const list = useListAt('/v2/webhooks/deliveries', ['deliveries', 'list'], { eventId });
  const webhookName = (id: string) => webhooks.find((one) => one.id === id)?.name ?? sayDelivery('deletedWebhook');
  // The event is that of the page: the webhook leads to the delivery.
  const [, ...columns] = deliveryColumns(sayDelivery, webhookName);
  return (
    <Card title={say('deliveries')}>
      <ListView
        label={say('deliveries')}
        list={list}
        columns={[
          { id: 'name', header: sayDelivery('webhook'), cell: ({ webhookId }) => webhookName(webhookId) },
          ...columns.filter(({ id }) => id !== 'webhook'),
        ]}
        getPath={(row) => recordPaths.DELIVERY(row.id)}
        empty={say('noDeliveries')}
      />
    </Card>
  );
}
