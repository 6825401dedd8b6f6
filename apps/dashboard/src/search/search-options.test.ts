import {
  foundOptions,
  groupOptions,
  named,
  neighbour,
  requestOption,
  type FoundRecord,
  type Option,
} from './search-options';

const found = (kind: FoundRecord['kind'], id: string, createdAt: string): FoundRecord => ({
  kind,
  id,
  title: null,
  status: null,
  amount: null,
  createdAt,
});
const option = (id: string, group: Option['group'] = 'CHARGE'): Option => ({ id, group, title: id, path: '/' });
const noCharges = new Map<string, string>();

describe('the options of a search', () => {
  it('pages and actions stand before records, which come later and move nothing', () => {
    const groups = groupOptions([
      option('c', 'CUSTOMER'),
      option('a', 'CHARGE'),
      option('p', 'pages'),
      option('b', 'CHARGE'),
    ]);
    expect(groups.map(({ name, options }) => [name, options.map(({ id }) => id)])).toEqual([
      ['pages', ['p']],
      ['CHARGE', ['a', 'b']],
      ['CUSTOMER', ['c']],
    ]);
  });

  it.each([
    ['inicio', ['Início']],
    ['CRIAR', ['Criar cupom', 'Criar link de pagamento']],
    ['pag', ['Pagamentos', 'Criar link de pagamento']],
    ['upom', []],
    ['', ['Criar cupom', 'Criar link de pagamento', 'Início', 'Pagamentos']],
  ])('%j finds the names %p', (text, names) => {
    const all = ['Criar cupom', 'Criar link de pagamento', 'Início', 'Pagamentos'].map((name) => ({ name }));
    expect(named(all, text).map(({ name }) => name)).toEqual(names);
  });

  it('the record with that very id is first, then the newest', () => {
    const results = [
      found('CHARGE', 'c1', '2026-01-01'),
      found('CHARGE', 'c2', '2026-03-01'),
      found('CHARGE', 'c3', '2026-02-01'),
    ];
    expect(foundOptions(results, 'c1', noCharges).map(({ path }) => path)).toEqual([
      '/charges/c1',
      '/charges/c2',
      '/charges/c3',
    ]);
  });

  it('a refund leads to its charge, and is left out without one', () => {
    const refund = found('REFUND', 'ref_1', '2026-01-01');
    expect(foundOptions([refund], 'ref_1', new Map([['ref_1', 'card_1']]))).toMatchObject([
      { group: 'REFUND', path: '/charges/card_1' },
    ]);
    expect(foundOptions([refund], 'ref_1', noCharges)).toEqual([]);
  });

  it('an entry of the statement leads to the statement that is searched for it, a key to its page', () => {
    const results = [found('STATEMENT_ENTRY', 'tran_1', '2026-01-01'), found('API_KEY', 'key_1', '2026-01-01')];
    expect(foundOptions(results, 'tran_1', noCharges)).toMatchObject([
      { path: '/statement', search: { search: 'tran_1' } },
      { path: '/developers/keys/key_1' },
    ]);
  });

  it('a request id leads to the request log', () => {
    expect(requestOption('req_00VbtBo2ec4AZgPhVfvGLmt9', '')).toMatchObject({
      path: '/developers/requests',
      search: { requestId: 'req_00VbtBo2ec4AZgPhVfvGLmt9' },
    });
    expect(requestOption('req_1', '')).toBeUndefined();
  });

  it('the arrows go around both ends', () => {
    const options = ['a', 'b', 'c'].map((id) => option(id));
    const steps = [
      [undefined, 1],
      [undefined, -1],
      ['a', -1],
      ['c', 1],
      ['gone', 1],
    ] as const;
    expect(steps.map(([id, step]) => neighbour(options, id, step)?.id)).toEqual(['a', 'c', 'c', 'a', 'a']);
    expect(neighbour([], undefined, 1)).toBeUndefined();
  });
});
