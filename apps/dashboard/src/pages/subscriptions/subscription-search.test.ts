import { listQuery, searchTarget } from './subscription-search';

describe('the search of subscriptions', () => {
  it.each([
    ['  ', undefined],
    [undefined, undefined],
    ['subs_1', { by: 'subscription', text: 'subs_1' }],
    ['bill_1', { by: 'checkoutId', text: 'bill_1' }],
    [' cust_1 ', { by: 'customerId', text: 'cust_1' }],
    ['ana@example.com', { by: 'email', text: 'ana@example.com' }],
    ['123.456.789-09', { by: 'taxId', text: '12345678909' }],
    ['12.345.678/0001-95', { by: 'taxId', text: '12345678000195' }],
    ['pedido-7', { by: 'externalId', text: 'pedido-7' }],
  ])('understands %j', (typed, target) => {
    expect(searchTarget(typed)).toEqual(target);
  });

  it('keeps the other filters and asks for past-due ones by their own parameter', () => {
    expect(listQuery({ search: 'x', status: 'PAST_DUE', startDate: '2026-11-01' })).toEqual({
      pastDue: 'true',
      startDate: '2026-11-01',
    });
    expect(listQuery({ status: 'ACTIVE' })).toEqual({ status: 'ACTIVE' });
    expect(listQuery({})).toEqual({});
  });
});
