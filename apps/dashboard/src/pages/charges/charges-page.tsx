import { answered } from '../../api/problem';
import type { Column } from '../../lists/column';
import { csvInstant, csvMoney } from '../../lists/csv';
import { ExportButton } from '../../lists/export-button';
import { ChoiceFilter, FilterBar, TextFilter, useFilters } from '../../lists/filters';
import { ListView } from '../../lists/list-view';
import { PeriodFilter } from '../../lists/period-filter';
import { useRecordList, type LoadPage } from '../../lists/record-list';
import { EmptyState } from '../../parts/empty-state';
import { Instant } from '../../parts/instant';
import { Money } from '../../parts/money';
import { Page } from '../../parts/page';
import { Status } from '../../parts/status';
import { useStore } from '../../session/store-context';
import { useWords, type Say } from '../../words/words';
import { chargeTones, type Charge } from './charge-status';
import { chargesWords, type ChargesWord } from './charges-words';

const statuses = Object.keys(chargeTones) as Charge['status'][];
const methods = ['PIX', 'BOLETO', 'CARD'] as const;
const origins = ['CHECKOUT', 'PAYMENT_LINK', 'SUBSCRIPTION', 'TRANSPARENT'] as const;

/** Every charge of the store, the newest first. */
export function ChargesPage() {
  const say = useWords(chargesWords);
  const { api, key } = useStore();
  const { filters } = useFilters();
  const load: LoadPage<Charge> = (page, signal) =>
    answered(api.GET('/v2/charges/list', { params: { query: { ...filters, ...page } }, signal: signal ?? null }));
  const list = useRecordList(key('charges', 'list', filters), load);
  const columns = columnsIn(say);
  return (
    <Page title={say('title')}>
      <FilterBar actions={<ExportButton name="cobrancas" load={load} columns={columns} />}>
        <TextFilter name="search" label={say('search')} />
        <ChoiceFilter name="status" label={say('status')} choices={statuses.map((value) => [value, say(value)])} />
        <ChoiceFilter name="method" label={say('method')} choices={methods.map((value) => [value, say(value)])} />
        <ChoiceFilter name="origin" label={say('origin')} choices={origins.map((value) => [value, say(value)])} />
        <PeriodFilter />
      </FilterBar>
      <ListView
        label={say('title')}
        list={list}
        columns={columns}
        idOf={({ id }) => id}
        pathOf={({ id }) => `/charges/${id}`}
        isFiltered={Object.keys(filters).length > 0}
        empty={<EmptyState title={say('empty')} text={say('emptyHint')} />}
      />
    </Page>
  );
}

function columnsIn(say: Say<ChargesWord>): readonly Column<Charge>[] {
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
      cell: ({ status }) => <Status tone={chargeTones[status]}>{say(status)}</Status>,
      text: ({ status }) => say(status),
    },
    { id: 'method', header: say('method'), cell: ({ method }) => say(method), text: ({ method }) => say(method) },
    {
      id: 'payer',
      header: say('payer'),
      cell: ({ customer }) => customer?.name ?? '—',
      text: ({ customer }) => customer?.name ?? '',
      isExtra: true,
    },
    {
      id: 'origin',
      header: say('origin'),
      cell: ({ origin }) => say(origin),
      text: ({ origin }) => say(origin),
      isExtra: true,
    },
    {
      id: 'externalId',
      header: say('externalId'),
      cell: ({ externalId }) => externalId ?? '—',
      text: ({ externalId }) => externalId ?? '',
      isExtra: true,
    },
    {
      id: 'createdAt',
      header: say('createdAt'),
      cell: ({ createdAt }) => <Instant at={createdAt} />,
      text: ({ createdAt }) => csvInstant(createdAt),
      isExtra: true,
    },
  ];
}
