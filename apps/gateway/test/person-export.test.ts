import { asMember } from './member-mount';
import { personOperations } from './person-operations';
import { wholeApi, type WholeApi } from './whole-api';

const taxId = '123.456.789-09';
const path = '/v2/customers/export';
const codeOf = (json: unknown) => (json as { readonly code?: string }).code;

describe('an export of a person', () => {
  let api: WholeApi;
  const logged: unknown[] = [];
  beforeAll(async () => {
    const add = (request: unknown) => void logged.push(request);
    api = await wholeApi({ requestLog: { add, list: () => Promise.reject(new Error('unused')) } });
  });
  afterAll(() => api.stop());
  beforeEach(() => {
    const [operation] = personOperations;
    api.answering(operation?.answers ?? {});
    logged.length = 0;
  });

  it('is refused in one sentence that names every permission that the caller lacks', async () => {
    for (const answer of [
      await api.get(`${path}?id=cust_1`, 'reads-customers'),
      await api.post(path, { taxId }, 'reads-customers'),
    ]) {
      expect(answer.statusCode).toBe(403);
      expect(codeOf(answer.json)).toBe('PERMISSION_MISSING');
      expect(answer.json).toMatchObject({
        error:
          'Insufficient permissions. Missing permissions: CHECKOUT:READ, DISPUTE:READ, COUPON:READ, ' +
          'BANK_STATEMENT:READ, WITHDRAW:READ, WEBHOOK:READ, EVENT:READ',
      });
    }
    expect(api.calls).toEqual([]);
  });

  it('asks a person in production for a second factor of the last 15 minutes, by GET and by POST', async () => {
    const ask = async (environment: 'dev' | 'prod', freshness: 'fresh' | 'stale', method: 'GET' | 'POST') => {
      const response = await api.app.inject({
        method,
        url: `/dashboard/api${path}${method === 'GET' ? '?id=cust_1' : ''}`,
        headers: asMember('OWNER', environment, freshness),
        ...(method === 'POST' && { payload: { taxId } }),
      });
      return codeOf(response.json());
    };
    for (const method of ['GET', 'POST'] as const) {
      expect(await ask('prod', 'stale', method)).toBe('SECOND_FACTOR_REQUIRED');
      expect(await ask('prod', 'fresh', method)).toBeUndefined();
      expect(await ask('dev', 'stale', method)).toBeUndefined();
    }
  });

  it('takes a tax id in no URL, and says where it goes', async () => {
    for (const query of [`taxId=${taxId}`, `id=cust_1&taxId=${taxId}`]) {
      const answer = await api.get(`${path}?${query}`);
      expect([answer.statusCode, answer.json]).toEqual([
        400,
        expect.objectContaining({ error: 'Send taxId in the body of POST /v2/customers/export, never in a URL' }),
      ]);
    }
    const posted = await api.post(`${path}?taxId=${taxId}`, { taxId });
    expect(posted.statusCode).toBe(400);
    expect(api.calls).toEqual([]);
  });

  it('leaves no tax id in the request log', async () => {
    expect((await api.post(path, { taxId })).statusCode).toBe(200);
    await api.get(`${path}?taxId=${taxId}`);
    expect(logged).toMatchObject([
      { route: path, status: 200, body: '{"taxId":"***"}' },
      { route: path, status: 400, query: '{"***":1}' },
    ]);
    expect(JSON.stringify(logged)).not.toContain('123');
  });

  it('fails on records of a kind whose permission it does not know', async () => {
    const [operation] = personOperations;
    const records = [{ section: 'secrets', json: '{"id":"x_1"}' }];
    api.answering({ ...operation?.answers, 'billingPersons.exportPerson': { records, next: '' } });
    const answer = await api.post(path, { taxId });
    expect(answer.statusCode).toBe(500);
  });
});
