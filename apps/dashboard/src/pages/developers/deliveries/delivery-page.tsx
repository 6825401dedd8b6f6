import { Anchor, Button, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { usePost } from '../../../actions/use-post';
import type { ApiRecord } from '../../../api/records';
import { Card } from '../../../parts/card';
import { Columns } from '../../../parts/columns';
import { CopyText } from '../../../parts/copy-text';
import { Facts } from '../../../parts/facts';
import { Instant } from '../../../parts/instant';
import { Json } from '../../../parts/json';
import { Loaded } from '../../../parts/loaded';
import { Page } from '../../../parts/page';
import { ProblemNotice } from '../../../parts/problem-notice';
import { Status } from '../../../parts/status';
import { StoreLink } from '../../../parts/store-link';
import { useStore } from '../../../session/store-context';
import { useGet } from '../../../session/use-get';
import { useWords } from '../../../words/words';
import { Attempts } from './attempts';
import { deliveriesWords } from './deliveries-words';
import { deliveryTones, type Delivery } from './delivery-status';
import { useWatch } from '../use-watch';
import { useWebhooks, type Webhook } from './use-webhooks';
import '../developers.css';

/** Attempts follow within seconds, and no event tells of them. */
const pendingRefreshMs = 2_000;
const resendRefreshMs = 1_000;
const watchedMs = 10_000;

/** One delivery: what was sent, what each attempt was answered, and how to send it again. */
export function DeliveryPage() {
  const say = useWords(deliveriesWords);
  const { key, may } = useStore();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const webhooks = useWebhooks();
  const watch = useWatch(resendRefreshMs, watchedMs);
  const resend = usePost('/v2/webhooks/deliveries/resend', {
    refreshes: [key('deliveries')],
    done: say('resent'),
    onDone: watch.start,
  });
  const query = useGet(
    '/v2/webhooks/deliveries/get',
    ['deliveries', 'one', id],
    { id },
    {
      refetchInterval: ({ state }) => watch.intervalMs ?? (state.data?.status === 'PENDING' ? pendingRefreshMs : false),
    },
  );
  const delivery = query.data;
  const webhook = webhooks.find((one) => one.id === delivery?.webhookId);
  return (
    <Page
      title={delivery ? say('delivery', { event: delivery.event }) : id}
      parent={{ path: '/developers/deliveries', title: say('title') }}
      actions={
        delivery?.body !== null &&
        webhook?.status === 'ACTIVE' &&
        may('WEBHOOK:DELETE') && (
          <Button
            loading={resend.isRunning}
            onClick={() => {
              resend.start({ id });
            }}
          >
            {say('resend')}
          </Button>
        )
      }
    >
      <ProblemNotice problem={resend.problem} />
      <Loaded query={query}>
        {(one) => (
          <Columns aside={<DeliveryFacts delivery={one} webhook={webhook} />}>
            <Card title={say('attempts')}>
              <Attempts attempts={one.attempts} />
            </Card>
            <SentRequest delivery={one} webhook={webhook} />
          </Columns>
        )}
      </Loaded>
    </Page>
  );
}

function SentRequest(props: {
  readonly delivery: ApiRecord<'DeliveryWithAttempts'>;
  readonly webhook: Webhook | undefined;
}) {
  const { delivery, webhook } = props;
  const say = useWords(deliveriesWords);
  const last = delivery.attempts.at(-1);
  const seconds = last ? String(Math.floor(Date.parse(last.startedAt) / 1000)) : '…';
  const lines = [
    ...(webhook ? [`POST ${webhook.endpoint}`] : []),
    'content-type: application/json',
    `webhook-id: ${delivery.id}`,
    `webhook-timestamp: ${seconds}`,
    'webhook-signature: v1,…',
    'x-webhook-signature: …',
  ];
  return (
    <Card title={say('request')}>
      <Text size="sm" fw={600} mb={6}>
        {say('headers')}
      </Text>
      <pre className="headers" tabIndex={0} role="group" aria-label={say('headers')}>
        <code>{lines.join('\n')}</code>
      </pre>
      <Text size="sm" c="dimmed" mt={6} mb="md">
        {say('headersHint')}
      </Text>
      <Text size="sm" fw={600} mb={6}>
        {say('body')}
      </Text>
      {delivery.body === null ? (
        <Text size="sm">{say('bodyGone')}</Text>
      ) : (
        <Json label={say('body')} text={delivery.body} />
      )}
    </Card>
  );
}

function DeliveryFacts({ delivery, webhook }: { readonly delivery: Delivery; readonly webhook: Webhook | undefined }) {
  const say = useWords(deliveriesWords);
  const { may } = useStore();
  const { id, status, webhookId, eventId, test, nextAttemptAt, finishedAt, createdAt } = delivery;
  return (
    <Card title={say('details')}>
      <Facts
        facts={[
          [
            say('status'),
            <Status key="status" tone={deliveryTones[status]}>
              {say(status)}
            </Status>,
          ],
          [
            say('webhook'),
            webhook ? (
              <Anchor key="webhook" size="sm" component={StoreLink} to={`/developers/webhooks/${webhookId}`}>
                {webhook.name}
              </Anchor>
            ) : (
              say('deletedWebhook')
            ),
          ],
          [
            say('event'),
            eventId !== null && may('EVENT:READ') ? (
              <Anchor key="event" size="sm" component={StoreLink} to={`/developers/events/${eventId}`}>
                {delivery.event}
              </Anchor>
            ) : test ? (
              say('test')
            ) : (
              delivery.event
            ),
          ],
          [
            say('nextAttemptAt'),
            nextAttemptAt === null ? undefined : <Instant key="next" at={nextAttemptAt} hasSeconds />,
          ],
          [say('createdAt'), <Instant key="created" at={createdAt} hasSeconds />],
          [say('finishedAt'), finishedAt === null ? undefined : <Instant key="finished" at={finishedAt} hasSeconds />],
          [say('id'), <CopyText key="id" text={id} />],
        ]}
      />
      {webhook?.status === 'DISABLED' && (
        <Text size="sm" c="dimmed" mt="xs">
          {say('webhookOff')}
        </Text>
      )}
    </Card>
  );
}
