import { answered } from '../../../api/problem';
import type { ApiRecord } from '../../../api/records';
import type { Column } from '../../../lists/column';
import { csvInstant } from '../../../lists/csv';
import { ExportButton } from '../../../lists/export-button';
import { ChoiceFilter, FilterBar, TextFilter, useFilters } from '../../../lists/filters';
import { ListView } from '../../../lists/list-view';
import { PeriodFilter } from '../../../lists/period-filter';
import { useRecordList, type LoadPage } from '../../../lists/record-list';
import { curl } from '../../../parts/curl';
import { EmptyState } from '../../../parts/empty-state';
import { Instant } from '../../../parts/instant';
import { Page } from '../../../parts/page';
import { Status } from '../../../parts/status';
import { useStore } from '../../../session/store-context';
import { useWords, type Say } from '../../../words/words';
import { DeveloperTabs } from '../developer-tabs';
import { statusClasses, toneOf } from './request-status';
import { requestsWords, type RequestsWord } from './requests-words';
import { useKeyNames } from './use-keys';
import '../developers.css';

type LoggedRequest = ApiRecord<'LoggedRequest'>;

const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const;

/** Who called the API, and what it answered. */
export function RequestsPage() {
  const say = useWords(requestsWords);
  const { api, key, me } = useStore();
  const { filters } = useFilters();
  const keyNames = useKeyNames();
  const load: LoadPage<LoggedRequest> = (page, signal) =>
    answered(api.GET('/v2/request-log/list', { params: { query: { ...filters, ...page } }, signal: signal ?? null }));
  const list = useRecordList(key('request-log', 'list', filters), load);
  const whoIs = ({ keyId, userId }: LoggedRequest): string => {
    if (keyId !== null) return keyNames.get(keyId) ?? keyId;
    return userId === me.user.id ? me.user.email : say('person');
  };
  const columns = columnsIn(say, whoIs);
  const callers = [...keyNames, [me.user.id, me.user.email] as const];
  return (
    <Page title={say('title')}>
      <DeveloperTabs />
      <FilterBar actions={<ExportButton name="requisicoes" load={load} columns={columns} />}>
        <TextFilter name="requestId" label={say('requestId')} />
        <TextFilter name="route" label={say('route')} />
        <ChoiceFilter name="method" label={say('method')} choices={methods.map((one) => [one, one])} />
        <ChoiceFilter
          name="statusClass"
          label={say('status')}
          choices={statusClasses.map((one) => [one, say(`s${one}`)])}
        />
        <ChoiceFilter name="keyId" label={say('who')} choices={callers} />
        <PeriodFilter />
      </FilterBar>
      <ListView
        label={say('title')}
        list={list}
        columns={columns}
        idOf={({ id }) => id}
        pathOf={({ requestId }) => `/developers/requests/${requestId}`}
        isFiltered={Object.keys(filters).length > 0}
        empty={<EmptyState title={say('empty')} text={say('emptyHint')} curl={curl('GET', '/v2/store/get')} />}
      />
    </Page>
  );
}

function columnsIn(
  say: Say<RequestsWord>,
  whoIs: (request: LoggedRequest) => string,
): readonly Column<LoggedRequest>[] {
  return [
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
      cell: ({ status }) => <Status tone={toneOf(status)}>{String(status)}</Status>,
      text: ({ status }) => String(status),
    },
    {
      id: 'code',
      header: say('code'),
      cell: ({ code }) => (code === null ? '—' : <code>{code}</code>),
      text: ({ code }) => code ?? '',
      isExtra: true,
    },
    {
      id: 'ms',
      header: say('ms'),
      cell: ({ ms }) => say('duration', { ms }),
      text: ({ ms }) => String(ms),
      isFigure: true,
      isExtra: true,
    },
    { id: 'who', header: say('who'), cell: whoIs, text: whoIs, isExtra: true },
    {
      id: 'createdAt',
      header: say('createdAt'),
      cell: ({ createdAt }) => <Instant at={createdAt} />,
      text: ({ createdAt }) => csvInstant(createdAt),
      isExtra: true,
    },
  ];
}

/** A call of the dashboard is the same operation under its own path; who called stands beside it. */
function shortRoute(route: string): string {
  return route.replace(/^\/dashboard\/api/, '');
}
