import { notFound } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import * as messages from './messages';
import { page } from './operation';
import { wholeApi } from './whole-api';

const api = startBeforeAll(wholeApi);

const idOf = (prefix: string) => `${prefix}_${'0'.repeat(24)}`;
const asked = () => api.calls.map(({ name }) => name);

describe('a search', () => {
  it('asks only for the kinds that its caller may read', async () => {
    api.answering({ 'customers.searchCustomers': { customers: [messages.aCustomer], page } });
    const { json } = await api.get('/v2/search?query=ana', 'reads-customers');
    expect(asked()).toEqual(['customers.searchCustomers']);
    expect(json).toMatchObject({ data: { results: [{ kind: 'CUSTOMER', id: 'cust_1' }] } });
    for (const prefix of ['char', 'bill', 'subs', 'ref', 'disp', 'tran', 'webh', 'log', 'evt', 'prod']) {
      api.answering({});
      const answer = await api.get(`/v2/search?query=${idOf(prefix)}`, 'reads-customers');
      expect([answer.statusCode, asked()]).toEqual([200, []]);
    }
    api.answering({});
    expect((await api.get('/v2/search?query=order-1', 'powerless')).json).toMatchObject({ data: { results: [] } });
  });

  it('finds nothing by the id of a record that is not there', async () => {
    const absent = () => {
      throw notFound('No such record', 'NOT_FOUND');
    };
    const sources = {
      disp: 'disputes.getDispute',
      log: 'deliveries.getDelivery',
      evt: 'events.getEvent',
    };
    for (const [prefix, call] of Object.entries(sources)) {
      api.answering({ [call]: absent });
      const answer = await api.get(`/v2/search?query=${idOf(prefix)}`);
      expect([answer.statusCode, answer.json]).toMatchObject([200, { data: { results: [] } }]);
    }
  });

  it('answers at most 20 records, and refuses an empty text', async () => {
    const many = Array.from({ length: 30 }, (_, nth) => ({ ...messages.aCustomer, id: `cust_${String(nth)}` }));
    api.answering({ 'customers.searchCustomers': { customers: many, page } });
    const { json } = await api.get('/v2/search?query=ana', 'reads-customers');
    expect((json as { data: { results: unknown[] } }).data.results).toHaveLength(20);
    expect((await api.get('/v2/search?query=')).statusCode).toBe(400);
    expect((await api.get('/v2/search')).statusCode).toBe(400);
  });
});
