import type { RouteOptions } from 'fastify';
import { memberOperations } from './member-operations';
import type { Operation } from './operation';
import { v2Operations } from './v2-operations';
import { wholeApi, type WholeApi } from './whole-api';

const operations: readonly Operation[] = [...v2Operations, ...memberOperations];

describe('every list of v2', () => {
  let api: WholeApi;
  let lists: readonly string[];
  beforeAll(async () => {
    api = await wholeApi();
    const isList = ({ method, url, schema }: RouteOptions) =>
      method === 'GET' && /^\/v2\/.+\/list$/.test(url) && schema?.hide !== true;
    lists = api.routes.filter(isList).map(({ url }) => url);
  });
  afterAll(() => api.app.close());

  it('is an array with its pagination', async () => {
    expect(lists).toEqual(expect.arrayContaining(['/v2/customers/list', '/v2/members/list', '/v2/providers/list']));
    for (const url of lists) {
      const operation = operations.find(({ call }) => call.split('?')[0] === `GET ${url}`);
      api.answering(operation?.answers ?? {});
      const { json } = await api.get(url);
      const pagination = { hasMore: expect.any(Boolean) as unknown };
      expect([url, json]).toMatchObject([url, { data: expect.any(Array) as unknown, success: true, pagination }]);
      expect(Object.keys((json as { pagination: object }).pagination)).toEqual(['hasMore', 'next', 'before']);
    }
  });

  it.each([
    ['limit=0', "Property 'limit' should be at least 1"],
    ['limit=101', "Property 'limit' should be at most 100"],
    ['limit=0x5', "Expected property 'limit' to be integer but found: string"],
    ['after=a&before=b', "Properties 'after' and 'before' should not be used together"],
    ['startDate=2026-02-30', "Property 'startDate' should be a day YYYY-MM-DD"],
    ['startDate=2023-12-31', "Property 'startDate' should not be before 2024-01-01"],
    ['endDate=2028-01-01', "Property 'endDate' should not be more than 1 year ahead"],
    ['startDate=2026-02-02&endDate=2026-02-01', "Property 'startDate' should not be after 'endDate'"],
  ])('refuses %s and asks no service', async (query, error) => {
    for (const url of lists) {
      api.answering({});
      const { statusCode, json } = await api.get(`${url}?${query}`);
      expect([url, statusCode, json, api.calls]).toMatchObject([url, 400, { error }, []]);
    }
  });
});
