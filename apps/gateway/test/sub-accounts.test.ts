import { wholeApi, type WholeApi } from './whole-api';

const create = { name: 'Ana', taxId: '123.456.789-09' };
const withdraw = { id: 'sacc_1', amount: 1_000, externalId: 'w-1' };
const items = [{ id: 'prod_1' }];
const splits = [{ subAccountId: 'sacc_1', percentage: 100 }];
const split = { data: { amount: 10_000, splits } };

describe('sub-accounts', () => {
  let api: WholeApi;
  beforeAll(async () => {
    api = await wholeApi();
  });
  afterAll(() => api.app.close());

  it.each([
    ['POST', '/v2/sub-accounts/create', create],
    ['GET', '/v2/sub-accounts/list', undefined],
    ['GET', '/v2/sub-accounts/get?id=sacc_1', undefined],
    ['POST', '/v2/sub-accounts/withdraw', withdraw],
    ['POST', '/v2/sub-accounts/transfer', withdraw],
    ['GET', '/v2/sub-accounts/transfers/list', undefined],
    ['GET', '/v2/sub-accounts/transfers/get?id=stra_1', undefined],
    ['POST', '/v2/transparents/create', split],
    ['POST', '/v2/transparents/create', { ...split, method: 'BOLETO' }],
    ['POST', '/v2/checkouts/create', { items, splits }],
    ['POST', '/v2/payment-links/create', { items, splits }],
    ['POST', '/v2/subscriptions/create', { items, splits }],
  ])('of a store without them are refused before anything is asked of a service: %s %s', async (method, url, body) => {
    api.answering({ 'stores.get': { subAccounts: { dev: false, prod: true } } });
    const { statusCode, json } =
      method === 'GET' ? await api.get(url, 'full') : await api.post(url, body ?? {}, 'full');
    expect({ statusCode, json }).toMatchObject({
      statusCode: 403,
      json: { success: false, error: 'Função não habilitada', code: 'FEATURE_NOT_ENABLED' },
    });
    expect(api.calls.filter(({ name }) => name !== 'stores.get')).toEqual([]);
  });

  it.each([
    ['/v2/sub-accounts/create', { ...create, metadata: { nivel: 1 } }, "property 'metadata.nivel' to be string"],
    ['/v2/sub-accounts/create', { ...create, name: 'x'.repeat(101) }, "Property 'name'"],
    ['/v2/sub-accounts/withdraw', { ...withdraw, amount: 99 }, "Property 'amount' should be at least 100"],
    ['/v2/sub-accounts/withdraw', { ...withdraw, description: 'x'.repeat(141) }, "Property 'description'"],
    ['/v2/sub-accounts/transfer', { ...withdraw, amount: 0 }, "Property 'amount' should be at least 1"],
    ['/v2/sub-accounts/transfer', { ...withdraw, direction: 'AWAY' }, "'direction'"],
    ['/v2/checkouts/create', { items, splits: null }, "'splits'"],
    ['/v2/payment-links/create', { items, splits: null }, "'splits'"],
    ['/v2/subscriptions/create', { items, splits: null }, "'splits'"],
  ])('of %s with %j say what is wrong', async (url, body, sentence) => {
    api.answering({ 'stores.get': { subAccounts: { dev: true, prod: true } } });
    const { statusCode, json } = await api.post(url, body, 'full');
    expect(statusCode).toBe(400);
    expect((json as { readonly error: string }).error).toContain(sentence);
  });
});
