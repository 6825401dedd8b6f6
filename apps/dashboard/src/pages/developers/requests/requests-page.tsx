import { Switch } from '@mantine/core';
import type { ApiRecord } from '../../../api/records';
import { textColumn } from '../../../lists/columns';
import { ChoiceFilter, TextFilter, useFilters } from '../../../lists/filters';
import { useFilteredListAt } from '../../../lists/record-list';
import { RecordListPage } from '../../../lists/record-list-page';
import { curl } from '../../../parts/curl';
import { Status } from '../../../parts/status';
import { useStore } from '../../../session/store-context';
import { useWords } from '../../../words/words';
import { DeveloperTabs } from '../developer-tabs';
import { loggedAtColumn } from '../logged-at-column';
import { statusClasses, statusTone } from './request-status';
import { requestsWords } from './requests-words';
import { useKeyNames } from './use-keys';
import '../developers.css';

type LoggedRequest = ApiRecord<'LoggedRequest'>;

const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const;

/** Who called the API, and what it answered. */
export function RequestsPage() {
  const say = useWords(requestsWords);
  const { me } = useStore();
  const keyNames = useKeyNames();
  const whoIs = ({ keyId, userId }: LoggedRequest): string => {
    if (keyId !== null) return keyNames.get(keyId) ?? keyId;
    return userId === me.user.id ? me.user.email : say('person');
  };
  return (
    <RecordListPage<LoggedRequest>
      title={say('title')}
      head={<DeveloperTabs />}
      list={useFilteredListAt('/v2/request-log/list', ['request-log', 'list'], (filters) => ({
        dashboardReads: 'false',
        ...filters,
      }))}
      columns={[
        {
          id: 'request',
          header: say('request'),
          cell: ({ method, route }) => (
            <code>
              {method} {shortRoute(route)}
            </code>
          ),
          text: ({ method, route }) => `${method} ${route}`,
        },
        {
          id: 'status',
          header: say('status'),
          cell: ({ status }) => <Status tone={statusTone(status)}>{String(status)}</Status>,
          text: ({ status }) => status,
        },
        {
          id: 'code',
          header: say('code'),
          cell: ({ code }) => (code === null ? '—' : <code>{code}</code>),
          text: ({ code }) => code,
          isExtra: true,
        },
        {
          id: 'ms',
          header: say('ms'),
          cell: ({ ms }) => say('duration', { ms }),
          text: ({ ms }) => ms,
          isFigure: true,
          isExtra: true,
        },
        textColumn('who', say('who'), whoIs, { isExtra: true }),
        loggedAtColumn(say('createdAt')),
      ]}
      getPath={({ requestId }) => `/developers/requests/${requestId}`}
      exportName="requisicoes"
      filters={
        <>
          <TextFilter name="requestId" label={say('requestId')} />
          <TextFilter name="route" label={say('route')} />
          <ChoiceFilter name="method" label={say('method')} choices={methods} />
          <ChoiceFilter
            name="statusClass"
            label={say('status')}
            choices={statusClasses}
            say={(one) => say(`s${one}`)}
          />
          <ChoiceFilter name="keyId" label={say('who')} choices={[...keyNames, [me.user.id, me.user.email] as const]} />
          <DashboardReads />
        </>
      }
      empty={{ title: say('empty'), text: say('emptyHint'), curl: curl('GET', '/v2/store/get') }}
    />
  );
}

/** What people only read here is most of the log, and seldom what is looked for. */
function DashboardReads() {
  const say = useWords(requestsWords);
  const { filters, set } = useFilters();
  return (
    <Switch
      size="sm"
      label={say('dashboardReads')}
      checked={filters['dashboardReads'] === 'true'}
      onChange={({ currentTarget }) => {
        set('dashboardReads', currentTarget.checked ? 'true' : '');
      }}
    />
  );
}

/** A call of the dashboard is the same operation under its own path; who called stands beside it. */
function shortRoute(route: string): string {
  return route.replace(/^\/dashboard\/api/, '');
}
