import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answered, record } from '../../../api/problem';
import type { Column } from '../../../lists/column';
import { FilterBar, TextFilter, useFilters } from '../../../lists/filters';
import { ListView } from '../../../lists/list-view';
import { useRecordList } from '../../../lists/record-list';
import { curl } from '../../../parts/curl';
import { EmptyState } from '../../../parts/empty-state';
import { Icon } from '../../../parts/icon';
import { Page } from '../../../parts/page';
import { Status } from '../../../parts/status';
import { StoreLink } from '../../../parts/store-link';
import { useStore } from '../../../session/store-context';
import { commonWords } from '../../../words/common-words';
import { useWords } from '../../../words/words';
import { healthOf } from '../deliveries/delivery-status';
import type { Webhook } from '../deliveries/use-webhooks';
import { DeveloperTabs } from '../developer-tabs';
import { webhooksWords } from './webhooks-words';
import '../developers.css';

/** The endpoints of the environment, and how many of the newest deliveries failed at each. */
export function WebhooksPage() {
  const say = useWords(webhooksWords);
  const common = useWords(commonWords);
  const { api, key, may } = useStore();
  const { filters } = useFilters();
  const list = useRecordList<Webhook>(key('webhooks', 'list', filters), (page, signal) =>
    answered(api.GET('/v2/webhooks/list', { params: { query: { ...filters, ...page } }, signal: signal ?? null })),
  );
  const { data: newest = [] } = useQuery({
    queryKey: key('deliveries', 'newest'),
    queryFn: ({ signal }) => record(api.GET('/v2/webhooks/deliveries', { params: { query: { limit: 100 } }, signal })),
  });
  const failuresAt = (id: string): string => {
    const { failed, ended } = healthOf(newest.filter(({ webhookId }) => webhookId === id));
    return ended === 0 ? '—' : say('failuresOf', { failed, ended });
  };
  const columns: readonly Column<Webhook>[] = [
    { id: 'name', header: say('name'), cell: ({ name }) => name },
    { id: 'endpoint', header: say('endpoint'), cell: ({ endpoint }) => <code>{endpoint}</code>, isExtra: true },
    {
      id: 'status',
      header: say('status'),
      cell: ({ status }) => <Status tone={status === 'ACTIVE' ? 'good' : 'quiet'}>{say(status)}</Status>,
    },
    { id: 'version', header: say('version'), cell: ({ v2 }) => (v2 ? 'v2' : 'v1'), isExtra: true },
    { id: 'events', header: say('events'), cell: ({ events }) => events.length, isFigure: true, isExtra: true },
    { id: 'failures', header: say('failures'), cell: ({ id }) => failuresAt(id), isFigure: true },
  ];
  const create = may('WEBHOOK:CREATE') && (
    <Button component={StoreLink} to="/developers/webhooks/create" leftSection={<Icon name="plus" size={16} />}>
      {say('create')}
    </Button>
  );
  const example = { name: 'Loja', endpoint: 'https://loja.example/webhook', events: ['checkout.completed'] };
  return (
    <Page title={say('title')} actions={create}>
      <DeveloperTabs />
      {(list.rows.length > 0 || filters['search'] !== undefined) && (
        <FilterBar>
          <TextFilter name="search" label={common('search')} />
        </FilterBar>
      )}
      <ListView
        label={say('title')}
        list={list}
        columns={columns}
        idOf={({ id }) => id}
        pathOf={({ id }) => `/developers/webhooks/${id}`}
        isFiltered={Object.keys(filters).length > 0}
        empty={
          <EmptyState
            title={say('empty')}
            text={say('emptyHint')}
            action={create}
            curl={curl('POST', '/v2/webhooks/create', example)}
          />
        }
      />
    </Page>
  );
}
