import { toSaleFilter } from './sale-search';

describe('the search of links and checkouts', () => {
  it.each([
    ['', {}],
    ['bill_00Vbt6', { id: 'bill_00Vbt6' }],
    ['ana@example.com', { email: 'ana@example.com' }],
    ['123.456.789-09', { taxId: '12345678909' }],
    ['pedido-42', { search: 'pedido-42' }],
    ['Camiseta azul', { search: 'Camiseta azul' }],
    ['https://pay.example.com/pay/bill_00Vbt6?utm_source=x', { id: 'bill_00Vbt6' }],
  ])('looks for %j by %j', (text, filter) => {
    expect(toSaleFilter(text)).toEqual(filter);
  });
});
