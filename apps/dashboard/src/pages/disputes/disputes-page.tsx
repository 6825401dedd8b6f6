import { answered } from '../../api/problem';
import type { Column } from '../../lists/column';
import { csvInstant, csvMoney } from '../../lists/csv';
import { ExportButton } from '../../lists/export-button';
import { ChoiceFilter, FilterBar, useFilters } from '../../lists/filters';
import { ListView } from '../../lists/list-view';
import { PeriodFilter } from '../../lists/period-filter';
import { useRecordList, type LoadPage } from '../../lists/record-list';
import { recordPaths } from '../../parts/record-paths';
import { EmptyState } from '../../parts/empty-state';
import { Instant } from '../../parts/instant';
import { Money } from '../../parts/money';
import { Page } from '../../parts/page';
import { Status } from '../../parts/status';
import { useStoreClock } from '../../session/store-clock';
import { useStore } from '../../session/store-context';
import { useWords, type Say } from '../../words/words';
import { byNeed, canAnswer, daysLeft, disputeTones, type Dispute } from './dispute-status';
import { disputesWords, type DisputesWord } from './disputes-words';

const statuses = Object.keys(disputeTones) as Dispute['status'][];

/** Every dispute; of the rows that are loaded, those that need an answer come first. */
export function DisputesPage() {
  const say = useWords(disputesWords);
  const { api, key } = useStore();
  const { now } = useStoreClock();
  const { filters } = useFilters();
  const load: LoadPage<Dispute> = (page, signal) =>
    answered(api.GET('/v2/disputes/list', { params: { query: { ...filters, ...page } }, signal: signal ?? null }));
  const list = useRecordList(key('disputes', 'list', filters), load);
  const columns = columnsIn(say, now());
  return (
    <Page title={say('title')}>
      <FilterBar actions={<ExportButton name="contestacoes" load={load} columns={columns} />}>
        <ChoiceFilter name="status" label={say('status')} choices={statuses.map((value) => [value, say(value)])} />
        <PeriodFilter />
      </FilterBar>
      <ListView
        label={say('title')}
        list={{ ...list, rows: list.rows.toSorted(byNeed) }}
        columns={columns}
        idOf={({ id }) => id}
        pathOf={({ id }) => recordPaths.DISPUTE(id)}
        isFiltered={Object.keys(filters).length > 0}
        empty={<EmptyState title={say('empty')} text={say('emptyHint')} />}
      />
    </Page>
  );
}

function columnsIn(say: Say<DisputesWord>, now: Date): readonly Column<Dispute>[] {
  const left = (dispute: Dispute): string => {
    if (dispute.dueBy === null || !canAnswer(dispute, now)) return '—';
    return say('daysLeft', { days: daysLeft(dispute.dueBy, now) ?? 0 });
  };
  return [
    {
      id: 'amount',
      header: say('amount'),
      cell: ({ amount }) => <Money centavos={amount} />,
      text: ({ amount }) => csvMoney(amount),
      isFigure: true,
    },
    {
      id: 'status',
      header: say('status'),
      cell: ({ status }) => <Status tone={disputeTones[status]}>{say(status)}</Status>,
      text: ({ status }) => say(status),
    },
    { id: 'dueBy', header: say('dueBy'), cell: left, text: ({ dueBy }) => dueBy ?? '' },
    {
      id: 'reason',
      header: say('reason'),
      cell: ({ reason }) => say(reason),
      text: ({ reason }) => say(reason),
      isExtra: true,
    },
    {
      id: 'openedAt',
      header: say('openedAt'),
      cell: ({ openedAt }) => <Instant at={openedAt} />,
      text: ({ openedAt }) => csvInstant(openedAt),
      isExtra: true,
    },
  ];
}
