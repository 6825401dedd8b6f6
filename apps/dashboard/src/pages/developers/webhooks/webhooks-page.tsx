import { statusColumn } from '../../../lists/columns';
import { TextFilter } from '../../../lists/filters';
import { useFilteredListAt } from '../../../lists/record-list';
import { CreateButton, RecordListPage } from '../../../lists/record-list-page';
import { curl } from '../../../parts/curl';
import { recordPaths } from '../../../parts/record-paths';
import { useGet } from '../../../session/use-get';
import { commonWords } from '../../../words/common-words';
import { useWords } from '../../../words/words';
import { webhookHealth } from '../deliveries/delivery-status';
import type { Webhook } from '../deliveries/use-webhooks';
import { DeveloperTabs } from '../developer-tabs';
import { webhooksWords } from './webhooks-words';
import '../developers.css';

/** The endpoints of the environment, and how many of the newest deliveries failed at each. */
export function WebhooksPage() {
  const say = useWords(webhooksWords);
  const common = useWords(commonWords);
  const { data: newest = [] } = useGet('/v2/webhooks/deliveries', ['deliveries', 'newest'], { limit: 100 });
  const failuresAt = (id: string): string => {
    const { failed, ended } = webhookHealth(newest.filter(({ webhookId }) => webhookId === id));
    return ended === 0 ? '—' : say('failuresOf', { failed, ended });
  };
  const create = (
    <CreateButton to="/developers/webhooks/create" needs="WEBHOOK:CREATE">
      {say('create')}
    </CreateButton>
  );
  const example = { name: 'Loja', endpoint: 'https://loja.example/webhook', events: ['checkout.completed'] };
  return (
    <RecordListPage<Webhook>
      title={say('title')}
      actions={create}
      head={<DeveloperTabs />}
      list={useFilteredListAt('/v2/webhooks/list', ['webhooks', 'list'])}
      columns={[
        { id: 'name', header: say('name'), cell: ({ name }) => name },
        { id: 'endpoint', header: say('endpoint'), cell: ({ endpoint }) => <code>{endpoint}</code>, isExtra: true },
        statusColumn(say('status'), { ACTIVE: 'good', DISABLED: 'quiet' }, say),
        { id: 'version', header: say('version'), cell: ({ v2 }) => (v2 ? 'v2' : 'v1'), isExtra: true },
        { id: 'events', header: say('events'), cell: ({ events }) => events.length, isFigure: true, isExtra: true },
        { id: 'failures', header: say('failures'), cell: ({ id }) => failuresAt(id), isFigure: true },
      ]}
      getPath={({ id }) => recordPaths.WEBHOOK(id)}
      hasPeriod={false}
      hidesFiltersWhileEmpty
      filters={<TextFilter name="search" label={common('search')} />}
      empty={{
        title: say('empty'),
        text: say('emptyHint'),
        action: create,
        curl: curl('POST', '/v2/webhooks/create', example),
      }}
    />
  );
}
