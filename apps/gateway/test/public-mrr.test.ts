import { unavailable } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { wholeApi } from './whole-api';

const prefixes = ['/v1/public-mrr', '/v2/public-mrr', '/v2/trustMRR'];

describe('what a store shows of itself', () => {
  const api = startBeforeAll(wholeApi);

  it.each(prefixes)('%s/mrr needs a valid key and no permission, the others STORE:READ', async (prefix) => {
    api.answering({ 'subscriptions.getRecurringRevenue': { mrrCents: 0, activeSubscriptions: 0 } });
    const range = 'startDate=2026-11-01&endDate=2026-11-20';
    expect((await api.get(`${prefix}/mrr`, 'powerless')).statusCode).toBe(200);
    for (const path of ['merchant-info', `revenue?${range}`]) {
      expect((await api.get(`${prefix}/${path}`, 'without-STORE-READ')).statusCode).toBe(403);
    }
    for (const path of ['mrr', 'merchant-info', `revenue?${range}`]) {
      expect((await api.get(`${prefix}/${path}`, 'unknown')).statusCode).toBe(401);
    }
  });

  it('/v2/trustMRR/get and /list need the permission of what they are other names of', async () => {
    for (const path of ['get', 'list?startDate=2026-11-01&endDate=2026-11-20']) {
      expect((await api.get(`/v2/trustMRR/${path}`, 'without-STORE-READ')).statusCode).toBe(403);
    }
  });

  it.each([
    ['', 'Start date and end date are required'],
    ['?startDate=2026-11-01', 'Start date and end date are required'],
    ['?endDate=2026-11-01', 'Start date and end date are required'],
    ['?startDate=&endDate=', 'Start date and end date are required'],
    ['?startDate=yesterday&endDate=2026-11-01', "Property 'startDate' should be a day YYYY-MM-DD"],
    ['?startDate=2026-11-01&endDate=2026-11-31', "Property 'endDate' should be a day YYYY-MM-DD"],
    ['?startDate=2026-11-01&endDate=2026-11-01', "Property 'endDate' should be later than 'startDate'"],
    ['?startDate=2026-11-02&endDate=2026-11-01', "Property 'endDate' should be later than 'startDate'"],
    ['?startDate=2023-12-31&endDate=2026-11-01', "Property 'startDate' should not be before 2024-01-01"],
    ['?startDate=2026-11-01&endDate=2027-11-21', "Property 'endDate' should not be more than 1 year ahead"],
  ])('revenue%s is refused with one sentence in both versions', async (query, error) => {
    api.answering({});
    for (const path of [...prefixes.map((prefix) => `${prefix}/revenue`), '/v2/trustMRR/list']) {
      const response = await api.get(`${path}${query}`);
      expect(response).toMatchObject({ statusCode: 400, json: { data: null, error } });
    }
    expect(api.calls).toEqual([]);
  });

  it('takes the longest range that its dates allow', async () => {
    api.answering({ 'ledger.getRevenue': { days: [] } });
    const response = await api.get('/v1/public-mrr/revenue?startDate=2024-01-01&endDate=2027-11-20');
    expect(response.json).toEqual({
      data: { totalRevenue: 0, totalTransactions: 0, transactionsPerDay: {} },
      error: null,
    });
  });
});

describe('the store with its balance', () => {
  const api = startBeforeAll(wholeApi);

  it.each(['/v1/store/get', '/v2/store/get', '/v2/stores/get'])(
    '%s is a 5xx without data and without a cause when the ledger cannot answer',
    async (path) => {
      const failures = [
        unavailable('The service is not available right now'),
        new Error('connect ECONNREFUSED 10.0.0.7'),
      ];
      for (const failure of failures) {
        api.answering({
          'ledger.getBalance': () => {
            throw failure;
          },
        });
        const response = await api.get(path);
        const { data, error, message } = response.json as { data: unknown; error: string; message?: string };
        expect(response.statusCode).toBeGreaterThanOrEqual(500);
        expect(data).toBeNull();
        expect(error).toMatch(/\(request \S+\)\.$/);
        expect(error).not.toContain('10.0.0.7');
        expect(message).toBe(path.startsWith('/v1') ? error : undefined);
      }
    },
  );
});
