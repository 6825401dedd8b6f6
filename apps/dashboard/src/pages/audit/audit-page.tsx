import { answered } from '../../api/problem';
import type { ApiRecord } from '../../api/records';
import type { Column } from '../../lists/column';
import { csvInstant } from '../../lists/csv';
import { ExportButton } from '../../lists/export-button';
import { ChoiceFilter, FilterBar, TextFilter, useFilters } from '../../lists/filters';
import { ListView } from '../../lists/list-view';
import { PeriodFilter } from '../../lists/period-filter';
import { useRecordList, type LoadPage } from '../../lists/record-list';
import { EmptyState } from '../../parts/empty-state';
import { curl } from '../../parts/curl';
import { Instant } from '../../parts/instant';
import { Page } from '../../parts/page';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { SettingsTabs } from '../settings/settings-tabs';
import { actionWords, isAuditAction, storeActions } from './action-words';
import './audit.css';
import { auditWords } from './audit-words';
import { useNames, wayWords, type Names } from './people-and-keys';

type AuditEntry = ApiRecord<'AuditEntry'>;

/** Who changed what, newest first. */
export function AuditPage() {
  const say = useWords(auditWords);
  const sayAction = useWords(actionWords);
  const { api, key } = useStore();
  const { filters } = useFilters();
  const names = useNames();
  const load: LoadPage<AuditEntry> = (page, signal) =>
    answered(api.GET('/v2/audit-log/list', { params: { query: { ...filters, ...page } }, signal: signal ?? null }));
  const list = useRecordList(key('audit-log', 'list', filters), load);
  const columns = useAuditColumns(names);
  // Too long for the table, and needed in a file that answers a question months later.
  const requestColumn = {
    id: 'requestId',
    header: say('requestId'),
    cell: () => null,
    text: ({ requestId }: AuditEntry) => requestId,
  };
  return (
    <Page title={say('title')}>
      <SettingsTabs />
      <FilterBar actions={<ExportButton name="auditoria" load={load} columns={[...columns, requestColumn]} />}>
        <ChoiceFilter
          name="action"
          label={say('action')}
          choices={storeActions.map((action) => [action, sayAction(action)])}
        />
        <ChoiceFilter name="actorId" label={say('actor')} choices={[...names.known]} />
        <TextFilter name="targetId" label={say('targetId')} />
        <PeriodFilter />
      </FilterBar>
      <ListView
        label={say('title')}
        list={list}
        columns={columns}
        idOf={({ id }) => id}
        pathOf={({ id }) => `/audit/${id}`}
        isFiltered={Object.keys(filters).length > 0}
        empty={<EmptyState title={say('empty')} text={say('emptyHint')} curl={curl('GET', '/v2/audit-log/list')} />}
      />
    </Page>
  );
}

function useAuditColumns({ whoIs, nameOf }: Names): readonly Column<AuditEntry>[] {
  const say = useWords(auditWords);
  const sayAction = useWords(actionWords);
  const actionOf = ({ action }: AuditEntry) => (isAuditAction(action) ? sayAction(action) : action);
  const environmentOf = ({ devMode }: AuditEntry) => say(devMode === null ? 'both' : devMode ? 'test' : 'live');
  const wayOf = ({ actor }: AuditEntry) => say(wayWords[actor.kind]);
  return [
    { id: 'action', header: say('action'), cell: actionOf, text: actionOf },
    {
      id: 'target',
      header: say('target'),
      cell: ({ target }) => <span className="audit-name">{nameOf(target)}</span>,
      text: ({ target }) => `${target.type} ${target.id}`,
      isExtra: true,
    },
    {
      id: 'actor',
      header: say('actor'),
      cell: ({ actor }) => <span className="audit-name">{whoIs(actor)}</span>,
      text: ({ actor }) => whoIs(actor),
      isExtra: true,
    },
    { id: 'environment', header: say('environment'), cell: environmentOf, text: environmentOf, isExtra: true },
    { id: 'way', header: say('origin'), cell: wayOf, text: wayOf, isExtra: true },
    {
      id: 'at',
      header: say('at'),
      cell: ({ createdAt }) => <Instant at={createdAt} />,
      text: ({ createdAt }) => csvInstant(createdAt),
    },
  ];
}
