import { toCustomerFilter } from './customer-search';

describe('what is typed to find a customer', () => {
  test.each([
    ['', {}],
    ['  ', {}],
    ['Ana', { name: 'Ana' }],
    [' José 2 ', { name: 'José 2' }],
    ['ana@example.com', { email: 'ana@example.com' }],
    ['cust_0AbC', { id: 'cust_0AbC' }],
    ['123.456.789-09', { taxId: '123.456.789-09' }],
    ['12345678909', { taxId: '12345678909' }],
    ['12.ABC.345/01DE-35', { taxId: '12.ABC.345/01DE-35' }],
    ['11987654321', { cellphone: '11987654321' }],
    ['(11) 98765-4321', { cellphone: '(11) 98765-4321' }],
    ['+55 11 98765-4321', { cellphone: '+55 11 98765-4321' }],
    ['\u202a123.456.789\u201109\u202c', { taxId: '123.456.789-09' }],
    ['0055 11 98765\u20114321', { cellphone: '0055 11 98765-4321' }],
    ['2026', { name: '2026' }],
  ])('%j is looked for as %j', (text, filter) => {
    expect(toCustomerFilter(text)).toEqual(filter);
  });
});
