import { Button, Group } from '@mantine/core';
import { answered } from '../../api/problem';
import { formatPhone } from '../../format/phone';
import { formatTaxId } from '../../format/tax-id';
import type { Column } from '../../lists/column';
import { csvInstant } from '../../lists/csv';
import { ExportButton } from '../../lists/export-button';
import { FilterBar, TextFilter, useFilters } from '../../lists/filters';
import { ListView } from '../../lists/list-view';
import { PeriodFilter } from '../../lists/period-filter';
import { useRecordList, type LoadPage } from '../../lists/record-list';
import { curl } from '../../parts/curl';
import { EmptyState } from '../../parts/empty-state';
import { Icon } from '../../parts/icon';
import { Instant } from '../../parts/instant';
import { Page } from '../../parts/page';
import { recordPaths } from '../../parts/record-paths';
import { StoreLink } from '../../parts/store-link';
import { useStore } from '../../session/store-context';
import { useWords, type Say } from '../../words/words';
import { nameOf, type Customer } from './customer-form';
import { customerFilterOf } from './customer-search';
import { customersWords, type CustomersWord } from './customers-words';
import { PersonMenu } from './person-menu';

/** Who has paid or is to pay, the newest first. */
export function CustomersPage() {
  const say = useWords(customersWords);
  const { api, key, may } = useStore();
  const { filters } = useFilters();
  const { search = '', ...rest } = filters;
  const query = { ...rest, ...customerFilterOf(search) };
  const load: LoadPage<Customer> = (page, signal) =>
    answered(api.GET('/v2/customers/list', { params: { query: { ...query, ...page } }, signal: signal ?? null }));
  const list = useRecordList(key('customers', 'list', query), load);
  const columns = columnsIn(say);
  const isFiltered = Object.keys(filters).length > 0;
  const actions = (
    <Group gap="xs">
      <PersonMenu />
      {may('CUSTOMER:CREATE') && (
        <Button component={StoreLink} to="/customers/create" leftSection={<Icon name="plus" size={16} />}>
          {say('create')}
        </Button>
      )}
    </Group>
  );
  return (
    <Page title={say('title')} actions={actions}>
      {(list.rows.length > 0 || isFiltered) && (
        <FilterBar actions={<ExportButton name="clientes" load={load} columns={columns} />}>
          <TextFilter name="search" label={say('search')} />
          <PeriodFilter />
        </FilterBar>
      )}
      <ListView
        label={say('title')}
        list={list}
        columns={columns}
        idOf={({ id }) => id}
        pathOf={({ id }) => recordPaths.CUSTOMER(id)}
        isFiltered={isFiltered}
        empty={
          <EmptyState
            title={say('empty')}
            text={say('emptyHint')}
            curl={curl('POST', '/v2/customers/create', {
              name: 'Ana Souza',
              email: 'ana@example.com',
              taxId: '123.456.789-09',
              cellphone: '(11) 98765-4321',
            })}
          />
        }
      />
    </Page>
  );
}

function columnsIn(say: Say<CustomersWord>): readonly Column<Customer>[] {
  return [
    { id: 'name', header: say('name'), cell: nameOf, text: ({ name }) => name },
    {
      id: 'email',
      header: say('email'),
      cell: ({ email }) => email || '—',
      text: ({ email }) => email,
      isExtra: true,
    },
    {
      id: 'taxId',
      header: say('taxId'),
      cell: ({ taxId }) => <span className="figures">{formatTaxId(taxId) || '—'}</span>,
      text: ({ taxId }) => formatTaxId(taxId),
    },
    {
      id: 'cellphone',
      header: say('cellphone'),
      cell: ({ cellphone }) => <span className="figures">{formatPhone(cellphone) || '—'}</span>,
      text: ({ cellphone }) => formatPhone(cellphone),
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
