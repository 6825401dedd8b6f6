import { Group } from '@mantine/core';
import { formatPhone } from '../../format/phone';
import { punctuatedTaxId } from '@pitanga/core/identifiers';
import { createdAtColumn } from '../../lists/columns';
import { TextFilter } from '../../lists/filters';
import { useFilteredListAt } from '../../lists/record-list';
import { CreateButton, RecordListPage } from '../../lists/record-list-page';
import { curl } from '../../parts/curl';
import { recordPaths } from '../../parts/record-paths';
import { useWords } from '../../words/words';
import { displayName, type Customer } from './customer-form';
import { toCustomerFilter } from './customer-search';
import { customersWords } from './customers-words';
import { PersonMenu } from './person-menu';

/** Who has paid or is to pay, the newest first. */
export function CustomersPage() {
  const say = useWords(customersWords);
  return (
    <RecordListPage<Customer>
      title={say('title')}
      actions={
        <Group gap="xs">
          <PersonMenu />
          <CreateButton to="/customers/create" needs="CUSTOMER:CREATE">
            {say('create')}
          </CreateButton>
        </Group>
      }
      list={useFilteredListAt('/v2/customers/list', ['customers', 'list'], ({ search = '', ...rest }) => ({
        ...rest,
        ...toCustomerFilter(search),
      }))}
      columns={[
        { id: 'name', header: say('name'), cell: displayName, text: ({ name }) => name },
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
          cell: ({ taxId }) => <span className="figures">{punctuatedTaxId(taxId) || '—'}</span>,
          text: ({ taxId }) => punctuatedTaxId(taxId),
        },
        {
          id: 'cellphone',
          header: say('cellphone'),
          cell: ({ cellphone }) => <span className="figures">{formatPhone(cellphone) || '—'}</span>,
          text: ({ cellphone }) => formatPhone(cellphone),
          isExtra: true,
        },
        createdAtColumn(say('createdAt')),
      ]}
      getPath={({ id }) => recordPaths.CUSTOMER(id)}
      exportName="clientes"
      hidesFiltersWhileEmpty
      filters={<TextFilter name="search" label={say('search')} />}
      empty={{
        title: say('empty'),
        text: say('emptyHint'),
        curl: curl('POST', '/v2/customers/create', {
          name: 'Ana Souza',
          email: 'ana@example.com',
          taxId: '123.456.789-09',
          cellphone: '(11) 98765-4321',
        }),
      }}
    />
  );
}
