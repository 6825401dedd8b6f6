import { Button } from '@mantine/core';
import { answered } from '../../api/problem';
import type { ApiRecord } from '../../api/records';
import type { Column } from '../../lists/column';
import { csvInstant, csvMoney } from '../../lists/csv';
import { ExportButton } from '../../lists/export-button';
import { ChoiceFilter, FilterBar, TextFilter, useFilters } from '../../lists/filters';
import { ListView } from '../../lists/list-view';
import { PeriodFilter } from '../../lists/period-filter';
import { useRecordList, type LoadPage } from '../../lists/record-list';
import { curl } from '../../parts/curl';
import { EmptyState } from '../../parts/empty-state';
import { Icon } from '../../parts/icon';
import { Instant } from '../../parts/instant';
import { Money } from '../../parts/money';
import { Page } from '../../parts/page';
import { Status } from '../../parts/status';
import { StoreLink } from '../../parts/store-link';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { saleTitle, useProducts } from '../links/sale/product-names';
import { methods } from '../links/sale/sale';
import { saleFilterOf } from '../links/sale/sale-search';
import { saleTones } from '../links/sale/sale-status';
import { saleWords } from '../links/sale/sale-words';
import { checkoutsWords } from './checkouts-words';

type Checkout = ApiRecord<'Checkout'>;

const statuses = ['PENDING', 'PAID', 'EXPIRED', 'CANCELLED', 'REFUNDED'] as const;

/** Every checkout of the store, the newest first. */
export function CheckoutsPage() {
  const say = useWords(checkoutsWords);
  const saySale = useWords(saleWords);
  const { api, key, may } = useStore();
  const { filters } = useFilters();
  const { search = '', ...rest } = filters;
  const query = { ...rest, ...saleFilterOf(search) };
  const load: LoadPage<Checkout> = (page, signal) =>
    answered(api.GET('/v2/checkouts/list', { params: { query: { ...query, ...page } }, signal: signal ?? null }));
  const list = useRecordList(key('checkouts', 'list', query), load);
  const columns = useCheckoutColumns(list.rows);
  const create = may('CHECKOUT:CREATE') && (
    <Button component={StoreLink} to="/checkouts/create" leftSection={<Icon name="plus" size={16} />}>
      {say('create')}
    </Button>
  );
  return (
    <Page title={say('title')} actions={create}>
      <FilterBar actions={<ExportButton name="checkouts" load={load} columns={columns} />}>
        <TextFilter name="search" label={saySale('search')} />
        <ChoiceFilter
          name="status"
          label={saySale('status')}
          choices={statuses.map((value) => [value, saySale(value)])}
        />
        <ChoiceFilter name="method" label={say('method')} choices={methods.map((value) => [value, saySale(value)])} />
        <PeriodFilter />
      </FilterBar>
      <ListView
        label={say('title')}
        list={list}
        columns={columns}
        idOf={({ id }) => id}
        pathOf={({ id }) => `/checkouts/${id}`}
        isFiltered={Object.keys(filters).length > 0}
        empty={
          <EmptyState
            title={say('empty')}
            text={say('emptyHint')}
            action={create}
            curl={curl('POST', '/v2/checkouts/create', {
              items: [{ id: 'camiseta', quantity: 1 }],
              externalId: 'pedido-1042',
            })}
          />
        }
      />
    </Page>
  );
}

function useCheckoutColumns(rows: readonly Checkout[]): readonly Column<Checkout>[] {
  const say = useWords(checkoutsWords);
  const saySale = useWords(saleWords);
  const products = useProducts(rows.flatMap(({ items }) => items.slice(0, 1).map(({ id }) => id)));
  const titleOf = ({ items }: Checkout) => saleTitle(items, products, saySale);
  const methodsOf = (checkout: Checkout) => checkout.methods.map((method) => saySale(method)).join(', ');
  return [
    { id: 'sells', header: say('sells'), cell: titleOf, text: titleOf },
    {
      id: 'amount',
      header: saySale('amount'),
      cell: ({ amount }) => <Money centavos={amount} />,
      text: ({ amount }) => csvMoney(amount),
      isFigure: true,
    },
    {
      id: 'status',
      header: saySale('status'),
      cell: ({ status }) => <Status tone={saleTones[status]}>{saySale(status)}</Status>,
      text: ({ status }) => saySale(status),
    },
    { id: 'methods', header: saySale('methods'), cell: methodsOf, text: methodsOf, isExtra: true },
    {
      id: 'externalId',
      header: saySale('externalId'),
      cell: ({ externalId }) => externalId ?? '—',
      text: ({ externalId }) => externalId ?? '',
      isExtra: true,
    },
    {
      id: 'createdAt',
      header: saySale('createdAt'),
      cell: ({ createdAt }) => <Instant at={createdAt} />,
      text: ({ createdAt }) => csvInstant(createdAt),
      isExtra: true,
    },
  ];
}
