import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { permissions } from '../src/access/permission';
import { roles } from '../src/access/role';
import { asMember } from './member-mount';
import { isAllowed, matrixCallers, matrixRows, matrixText, type MatrixCaller, type MatrixRow } from './role-matrix';
import { wholeApi, type WholeApi } from './whole-api';

const refused = new Set([
  'PERMISSION_MISSING',
  'API_KEY_INVALID',
  'SECOND_FACTOR_REQUIRED',
  'ROUTE_NOT_FOUND',
  'PERSON_REQUIRED',
  'DEV_KEY_REFUSED',
]);

describe('who may call what', () => {
  let api: WholeApi;
  beforeAll(async () => {
    api = await wholeApi();
    api.answering({});
  });
  afterAll(() => api.stop());

  const callAs = async ({ name, kind }: MatrixCaller, { method, url }: MatrixRow) => {
    const isRole = kind === 'role';
    const response = await api.app.inject({
      method: method as 'GET',
      url: isRole ? `/dashboard/api${url}` : url,
      headers: isRole ? asMember(name, 'prod', 'fresh') : { authorization: `Bearer ${name.replace(' ', '-')}` },
      ...(method === 'POST' && { payload: {} }),
    });
    return { status: response.statusCode, code: response.json<{ code?: string }>().code ?? '' };
  };

  it('is committed as the routes make it (npm run openapi writes it)', async () => {
    const committed = await readFile(join(__dirname, '../../../docs/roles.md'), 'utf8');
    expect(committed).toBe(matrixText(api));
  });

  it.each(matrixCallers.map((caller) => [caller.name, caller] as const))(
    'is so for every operation and %s',
    async (_name, caller) => {
      const ofV1 = caller.kind === 'role' ? [] : matrixRows(api, 'v1');
      const rows = [...matrixRows(api), ...ofV1];
      expect(rows.length).toBeGreaterThan(caller.kind === 'role' ? 80 : 95);
      const wrong: string[] = [];
      for (const row of rows) {
        // People make no card tokens or further stores by v2: these are not mounted for them.
        const { status, code } = await callAs(caller, row);
        if (refused.has(code) === isAllowed(row, caller))
          wrong.push(`${row.method} ${row.url}: ${String(status)} ${code}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  it('asks a session without a fresh second factor for one exactly where the matrix says so', async () => {
    for (const environment of ['dev', 'prod'] as const) {
      const asked: string[] = [];
      for (const { method, url } of matrixRows(api)) {
        const headers = asMember('OWNER', environment, 'stale');
        const response = await api.app.inject({ method: method as 'GET', url: `/dashboard/api${url}`, headers });
        if (response.json<{ code?: string }>().code === 'SECOND_FACTOR_REQUIRED') asked.push(`${method} ${url}`);
      }
      const wanted = environment === 'dev' ? ['always'] : ['always', 'in production'];
      const lines = matrixText(api)
        .split('\n')
        .filter((line) => wanted.some((word) => line.includes(` | ${word} | `)));
      expect(asked).toEqual(lines.map((line) => /`([^`]+)`/.exec(line)?.[1]));
      expect(asked.length).toBeGreaterThan(2);
    }
  });

  it('lets a list that finds one customer pass without it, and no list that does not', async () => {
    const codeOf = async (query: string) => {
      const headers = asMember('SUPPORT', 'prod', 'stale');
      const response = await api.app.inject({ url: `/dashboard/api/v2/customers/list${query}`, headers });
      return response.json<{ code?: string }>().code;
    };
    for (const query of ['?email=ana@example.com', '?taxId=12345678909', '?cellphone=11987654321', '?id=cust_1'])
      expect([query, await codeOf(query)]).not.toEqual([query, 'SECOND_FACTOR_REQUIRED']);
    // What the input is cleaned of finds nobody: the list would be of all.
    for (const query of ['', '?name=a', '?email=', '?email=%20', '?email=%E2%80%8B', '?id=a&id=b', '?limit=1'])
      expect([query, await codeOf(query)]).toEqual([query, 'SECOND_FACTOR_REQUIRED']);
  });

  it('mounts every operation of v2 but card tokens and further stores a second time, with the same guard', () => {
    const mounted = (prefix: string) =>
      api.routes
        .filter(({ url, config }) => url.startsWith(prefix) && config?.permission !== 'public')
        .map(
          ({ method, url, config }) =>
            `${String(method)} ${url.slice(prefix.length)} ${String(config?.permission)} ${String(config?.guard)}`,
        );
    const ofKeys = mounted('/v2/').filter((line) => !/card-tokens|stores\/create/.test(line));
    expect(mounted('/dashboard/api/v2/')).toEqual(ofKeys);
  });

  it('documents nothing of the dashboard', async () => {
    const { payload } = await api.app.inject({ url: '/v2/openapi.json' });
    expect(payload).not.toContain('/dashboard');
    expect((await api.app.inject({ url: '/dashboard/api/v2/openapi.json' })).statusCode).toBe(404);
  });

  it('answers 405 with Allow under the second mount too', async () => {
    const answer = await api.app.inject({ method: 'DELETE', url: '/dashboard/api/v2/members/list' });
    expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });

  it('grants each role no more than the owner, and the owner everything that keys have', () => {
    const [owner, ...others] = matrixCallers.filter(({ kind }) => kind === 'role');
    expect([...owner!.granted].sort()).toEqual([...permissions].sort());
    for (const { granted } of others) expect([...granted].filter((name) => !owner!.granted.has(name))).toEqual([]);
    expect(roles).toHaveLength(5);
  });
});
