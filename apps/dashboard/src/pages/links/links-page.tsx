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
import { linksWords } from './links-words';
import { saleTitle, useProducts } from './sale/product-names';
import { methods } from './sale/sale';
import { saleFilterOf } from './sale/sale-search';
import { saleTones } from './sale/sale-status';
import { saleWords } from './sale/sale-words';

type Link = ApiRecord<'PaymentLink'>;

/** Every payment link of the store, the newest first. */
export function LinksPage() {
  const say = useWords(linksWords);
  const saySale = useWords(saleWords);
  const { api, key, may } = useStore();
  const { filters } = useFilters();
  const { search = '', ...rest } = filters;
  const query = { ...rest, ...saleFilterOf(search) };
  const load: LoadPage<Link> = (page, signal) =>
    answered(api.GET('/v2/payment-links/list', { params: { query: { ...query, ...page } }, signal: signal ?? null }));
  const list = useRecordList(key('links', 'list', query), load);
  const columns = useLinkColumns(list.rows);
  const create = may('CHECKOUT:CREATE') && (
    <Button component={StoreLink} to="/links/create" leftSection={<Icon name="plus" size={16} />}>
      {say('create')}
    </Button>
  );
  return (
    <Page title={say('title')} actions={create}>
      <FilterBar actions={<ExportButton name="links" load={load} columns={columns} />}>
        <TextFilter name="search" label={saySale('searchLinks')} />
        <ChoiceFilter
          name="status"
          label={saySale('status')}
          choices={[
            ['ACTIVE', saySale('ACTIVE')],
            ['CANCELLED', say('inactive')],
          ]}
        />
        <ChoiceFilter name="method" label={say('method')} choices={methods.map((value) => [value, saySale(value)])} />
        <PeriodFilter />
      </FilterBar>
      <ListView
        label={say('title')}
        list={list}
        columns={columns}
        idOf={({ id }) => id}
        pathOf={({ id }) => `/links/${id}`}
        isFiltered={Object.keys(filters).length > 0}
        empty={
          <EmptyState
            title={say('empty')}
            text={say('emptyHint')}
            action={create}
            curl={curl('POST', '/v2/payment-links/create', {
              items: [{ id: 'camiseta', quantity: 1 }],
              methods: ['PIX', 'CARD'],
            })}
          />
        }
      />
    </Page>
  );
}

function useLinkColumns(rows: readonly Link[]): readonly Column<Link>[] {
  const say = useWords(linksWords);
  const saySale = useWords(saleWords);
  const products = useProducts(rows.flatMap(({ items }) => items.slice(0, 1).map(({ id }) => id)));
  const titleOf = ({ items }: Link) => saleTitle(items, products, saySale);
  const statusOf = ({ status }: Link) => (status === 'CANCELLED' ? say('inactive') : saySale(status));
  return [
    { id: 'sells', header: say('sells'), cell: titleOf, text: titleOf },
    {
      id: 'amount',
      header: say('price'),
      cell: ({ amount }) => <Money centavos={amount} />,
      text: ({ amount }) => csvMoney(amount),
      isFigure: true,
    },
    {
      id: 'status',
      header: saySale('status'),
      cell: (link) => <Status tone={saleTones[link.status]}>{statusOf(link)}</Status>,
      text: statusOf,
    },
    {
      id: 'received',
      header: say('received'),
      cell: ({ paidAmount }) => <Money centavos={paidAmount ?? 0} />,
      text: ({ paidAmount }) => csvMoney(paidAmount ?? 0),
      isFigure: true,
      isExtra: true,
    },
    {
      id: 'methods',
      header: say('methods'),
      cell: (link) => link.methods.map((method) => saySale(method)).join(', '),
      text: (link) => link.methods.map((method) => saySale(method)).join(', '),
      isExtra: true,
    },
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
