import { chargesQuery } from './charges-query';

describe('the list of charges asks the API', () => {
  it.each([
    [{}, { hideVisits: 'true' }],
    [{ status: 'PARTLY_REFUNDED' }, { partlyRefunded: 'true', hideVisits: 'true' }],
    [{ status: 'PAID', visits: 'SHOW' }, { status: 'PAID' }],
    [{ search: 'Maria' }, { search: 'Maria' }],
    [
      { amountMin: '100', order: 'OLDEST' },
      { amountMin: '100', order: 'OLDEST', hideVisits: 'true' },
    ],
  ])('%j as %j', (filters, query) => {
    expect(chargesQuery(filters)).toEqual(query);
  });
});
