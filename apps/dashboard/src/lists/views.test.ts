import { keptFilters, withView } from './views';

describe('a saved view', () => {
  it('keeps no text that somebody typed', () => {
    const filters = { search: 'ana@example.com', payer: 'Ana', customerId: 'cust_1', status: 'PAID', method: '' };
    expect(keptFilters(filters)).toEqual({ status: 'PAID' });
  });

  it('takes the place of one of the same name', () => {
    const [one, other] = [
      { name: 'Pagas', filters: { status: 'PAID' } },
      { name: 'Boletos', filters: { method: 'BOLETO' } },
    ];
    const newer = { name: 'Pagas', filters: { status: 'PAID', method: 'PIX' } };
    expect(withView([one, other], newer)).toEqual([other, newer]);
  });
});
