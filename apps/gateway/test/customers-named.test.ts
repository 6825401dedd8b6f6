import { startBeforeAll } from '@pitanga/testing';
import { billing } from './billing-body';
import { inline, inlineInput } from './operation';
import { wholeApi } from './whole-api';

const items = [{ id: 'prod_1' }];
const card = { amount: 500, cardToken: 'ctok_1' };

describe('the customer of a charge or checkout', () => {
  const api = startBeforeAll(wholeApi);

  const asked = async (path: string, body: object): Promise<unknown> => {
    api.answering({});
    await api.post(path, body);
    return api.calls.map(({ request }) => request);
  };

  it.each([
    ['/v1/pixQrCode/create', { amount: 500 }],
    ['/v1/billing/create', billing],
    ['/v2/checkouts/create', { items }],
    ['/v2/subscriptions/create', { items }],
  ])('is refused where %s sends data, even half of it, beside an id', async (path, body) => {
    for (const customer of [inline, { name: 'Ana' }]) {
      api.answering({});
      const { statusCode, json } = await api.post(path, { ...body, customerId: 'cust_1', customer });
      const error = "Properties 'customer' and 'customerId' should not be used together";
      expect([statusCode, json, api.calls]).toMatchObject([400, { error }, []]);
    }
    expect(await asked(path, { ...body, customerId: 'cust_1', customer: {} })).toMatchObject([
      { customerId: 'cust_1', customer: undefined },
    ]);
  });

  it.each(['PIX', 'BOLETO', 'CARD'])('is refused where a %s charge sends data beside an id', async (method) => {
    api.answering({});
    const data = { ...card, customerId: 'cust_1', customer: { ...inline, email: undefined } };
    const { statusCode, json } = await api.post('/v2/transparents/create', { method, data });
    const error = "Properties 'data.customer' and 'data.customerId' should not be used together";
    expect([statusCode, json, api.calls]).toMatchObject([400, { error }, []]);
  });

  it('is still judged by the schema beside an id', async () => {
    api.answering({});
    const customer = { taxId: '1' };
    const { statusCode } = await api.post('/v2/checkouts/create', { items, customerId: 'cust_1', customer });
    expect([statusCode, api.calls]).toEqual([400, []]);
  });

  it.each(['PIX', 'BOLETO', 'CARD'])('of a %s charge needs a name and a tax id, and nothing more', async (method) => {
    const { name, taxId } = inline;
    const requests = await asked('/v2/transparents/create', { method, data: { ...card, customer: { name, taxId } } });
    expect(requests).toMatchObject([{ customer: { ...inlineInput, email: undefined, cellphone: undefined } }]);
    for (const missing of ['name', 'taxId'] as const) {
      const data = { ...card, customer: { ...inline, [missing]: undefined } };
      const { json } = await api.post('/v2/transparents/create', { method, data });
      expect(json).toMatchObject({ error: `Property 'data.customer.${missing}' is missing` });
    }
  });

  it.each([
    ['/v1/pixQrCode/create', { amount: 500 }],
    ['/v1/billing/create', billing],
    ['/v2/checkouts/create', { items }],
    ['/v2/subscriptions/create', { items }],
  ])('needs name, cellphone, email and taxId at %s', async (path, body) => {
    for (const missing of ['name', 'cellphone', 'email', 'taxId'] as const) {
      const { json } = await api.post(path, { ...body, customer: { ...inline, [missing]: undefined } });
      expect(json).toMatchObject({ error: `Property 'customer.${missing}' is missing` });
    }
  });
});
