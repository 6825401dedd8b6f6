import { Text } from '@mantine/core';
import { Card } from '../../../parts/card';
import { CopyText } from '../../../parts/copy-text';
import { Facts } from '../../../parts/facts';
import { Instant } from '../../../parts/instant';
import { Status } from '../../../parts/status';
import { useGet } from '../../../session/use-get';
import { useLanguage } from '../../../words/language';
import { useWords } from '../../../words/words';
import { webhookHealth } from '../deliveries/delivery-status';
import type { Webhook } from '../deliveries/use-webhooks';
import { webhooksWords } from './webhooks-words';

/** How many of the newest deliveries failed, and why it was switched off when its address did that. */
export function WebhookHealth({ webhook: { id, status } }: { readonly webhook: Webhook }) {
  const say = useWords(webhooksWords);
  const { language } = useLanguage();
  const { data } = useGet('/v2/webhooks/deliveries', ['deliveries', 'newest', id], { webhookId: id, limit: 100 });
  const { ended, failed, isGone } = webhookHealth(data ?? []);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(
    ended === 0 ? 0 : failed / ended,
  );
  const isOff = status === 'DISABLED';
  return (
    <Card title={say('health')}>
      <Text size="sm" c={failed > 0 ? 'var(--bad)' : 'inherit'}>
        {data === undefined
          ? '…'
          : ended === 0
            ? say('healthNone')
            : failed === 0
              ? say('healthGood', { ended })
              : say('healthRate', { percent, ended })}
      </Text>
      {isOff && (
        <Text size="sm" mt="xs" fw={600}>
          {isGone ? say('gone') : say('off')}
        </Text>
      )}
    </Card>
  );
}

export function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const say = useWords(webhooksWords);
  const { id, status, endpoint, v2, events, createdAt } = webhook;
  return (
    <Card title={say('details')}>
      <Facts
        facts={[
          [
            say('status'),
            <Status key="status" tone={status === 'ACTIVE' ? 'good' : 'quiet'}>
              {say(status)}
            </Status>,
          ],
          [say('endpoint'), <CopyText key="endpoint" text={endpoint} />],
          [say('version'), v2 ? say('v2') : say('v1')],
          [
            say('events'),
            <ul key="events" className="event-list">
              {events.map((event) => (
                <li key={event}>
                  <code>{event}</code>
                </li>
              ))}
            </ul>,
          ],
          [say('createdAt'), <Instant key="createdAt" at={createdAt} />],
          [say('id'), <CopyText key="id" text={id} />],
        ]}
      />
    </Card>
  );
}
