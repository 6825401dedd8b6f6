import { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { createdAtColumn, moneyColumn, statusColumn, textColumn, type Column } from '../src/lists/columns';
import { toCsv } from '../src/lists/csv';
import { TextFilter } from '../src/lists/filters';
import { useFilteredListAt } from '../src/lists/record-list';
import { CreateButton, RecordListPage } from '../src/lists/record-list-page';
import { render, storeKey } from './render';

interface Row {
  readonly id: string;
  readonly amount: number;
  readonly status: 'PAID' | 'PENDING';
  readonly createdAt: string;
}

const row: Row = { id: 'pix_1', amount: 123_456, status: 'PAID', createdAt: '2026-11-30T22:30:00.000Z' };
const columns: readonly Column<Row>[] = [
  moneyColumn('amount', 'Valor', ({ amount }) => amount),
  statusColumn('Situação', { PAID: 'good', PENDING: 'wait' }, (status) => (status === 'PAID' ? 'Paga' : 'Pendente')),
  createdAtColumn('Criada em'),
  textColumn('id', 'Id', ({ id }) => id, { isExportOnly: true }),
];

function Charges({ hidesFiltersWhileEmpty = false }: { readonly hidesFiltersWhileEmpty?: boolean }) {
  const list = useFilteredListAt('/v2/charges/list', ['charges', 'list']) as never;
  return createElement(RecordListPage<Row>, {
    title: 'Cobranças',
    list,
    columns,
    getPath: ({ id }) => `/charges/${id}`,
    exportName: 'cobrancas',
    hidesFiltersWhileEmpty,
    filters: createElement(TextFilter, { name: 'search', label: 'Buscar' }),
    empty: { title: 'Nenhuma cobrança', text: 'Crie a primeira.' },
  });
}

/** The list as it was loaded for the filters of the address. */
function loaded(rows: readonly Row[], filters: object): QueryClient {
  const queries = new QueryClient();
  const pages = [{ data: rows, pagination: { hasMore: false, next: null } }];
  queries.setQueryData(storeKey('charges', 'list', filters), { pages, pageParams: [undefined] });
  return queries;
}

describe('the page of a list of records', () => {
  it('shows each row with a link to its record, below filters and the export', async () => {
    const html = await render(createElement(Charges), { queries: loaded([row], {}) });
    expect(html).toMatch(/R\$\s1\.234,56/);
    expect(html).toContain('href="/str_1/test/charges/pix_1"');
    expect(html).toContain('Paga');
    expect(html).toContain('aria-label="Buscar"');
    expect(html).toContain('Exportar');
  });

  it('leaves columns of the export out of the page and exports them with the others', async () => {
    const html = await render(createElement(Charges), { queries: loaded([row], {}) });
    expect(html).not.toContain('>Id</th>');
    expect(toCsv([row], columns)).toBe(
      '\ufeff"Valor";"Situação";"Criada em";"Id"\r\n1234,56;"Paga";"2026-11-30 19:30:00";"pix_1"\r\n',
    );
  });

  it('teaches how to begin while there are no records, and hides filters where the page asks for that', async () => {
    const queries = loaded([], {});
    expect(await render(createElement(Charges), { queries })).toContain('aria-label="Buscar"');
    const html = await render(createElement(Charges, { hidesFiltersWhileEmpty: true }), { queries });
    expect(html).toContain('Crie a primeira.');
    expect(html).not.toContain('aria-label="Buscar"');
  });

  it('keeps the filters and says that nothing was found when a filter lets nothing through', async () => {
    const page = createElement(Charges, { hidesFiltersWhileEmpty: true });
    const html = await render(page, { address: '/?search=ana', queries: loaded([], { search: 'ana' }) });
    expect(html).toContain('aria-label="Buscar"');
    expect(html).not.toContain('Crie a primeira.');
  });

  it('offers to create a record to whom may', async () => {
    const create = createElement(CreateButton, {
      to: '/links/create',
      needs: 'CHECKOUT:CREATE',
      children: 'Criar link',
    });
    expect(await render(create)).not.toContain('Criar link');
    expect(await render(create, { permissions: ['CHECKOUT:CREATE'] })).toContain('href="/str_1/test/links/create"');
  });
});
