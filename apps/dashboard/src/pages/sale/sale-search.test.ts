import { toSaleFilter } from './sale-search';

describe('the search of links and checkouts', () => {
  it.each([
    ['', {}],
    ['bill_00Vbt6', { id: 'bill_00Vbt6' }],
    ['ana@example.com', { email: 'ana@example.com' }],
    ['123.456.789-09', { taxId: '12345678909' }],
    ['pedido-42', { externalId: 'pedido-42' }],
  ])('looks for %j by %j', (text, filter) => {
    expect(toSaleFilter(text)).toEqual(filter);
  });
});
