import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, invalidArgument, notFound } from '@pitanga/core';
import { aTenant } from '@pitanga/testing';
import type { Api } from '../src/http/edge/api';
import { errorActions } from '../src/http/edge/errors/error-actions';
import { errorCodeNames } from '../src/http/edge/errors/error-codes';
import { errorListText } from './error-list';
import { internalReasons } from './internal-reasons';
import { asKey, testApi } from './test-api';
import { thrownErrors, thrownIn } from './thrown-errors';

/** They pass on a reason that was made elsewhere. */
const passedOn = [
  'apps/gateway/src/http/v2/transparents/transparents-requests.ts',
  'apps/subscriptions/src/subscribing/charge-attempt.ts',
  'libs/core/src/errors.ts',
  'libs/provider-account/src/account-settings.ts',
  'libs/rpc/src/error-status.ts',
];

describe('the registry of error codes', () => {
  const thrown = thrownErrors();
  const reasons = new Set(thrown.flatMap(({ reason }) => reason ?? []));
  const known = new Set<string>([...errorCodeNames, ...internalReasons]);
  const matching = (pattern: string) =>
    [...known].filter((code) => new RegExp(`^${pattern.replace('*', '[A-Z_]+')}$`).test(code));

  it('has every reason that a service can throw', () => {
    expect(thrown.length).toBeGreaterThan(200);
    expect([...reasons].filter((reason) => matching(reason).length === 0)).toEqual([]);
  });

  it('sees every reason: none is hidden in a variable', () => {
    const hidden = thrown.filter(({ reason }) => reason === undefined).map(({ file }) => file);
    expect([...new Set(hidden)].sort()).toEqual(passedOn);
  });

  it('is UPPER_SNAKE and says of a code once whether it is public', () => {
    const all = [...errorCodeNames, ...internalReasons];
    expect(all.filter((code) => !/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(code))).toEqual([]);
    expect(new Set(all).size).toBe(all.length);
  });

  it('says of each code once what to do about it', () => {
    const codes = errorActions.flatMap((each) => each.codes);
    expect([...codes].sort()).toEqual([...errorCodeNames].sort());
  });

  it('advises each code in words of its own, but where it says why several share them', () => {
    const shared = errorActions.filter(({ codes, sharedBecause }) => codes.length > 1 && sharedBecause === undefined);
    expect(shared).toEqual([]);
    expect(new Set(errorActions.map(({ action }) => action)).size).toBe(errorActions.length);
  });

  it('is listed in docs/api/errors.json, each code with its statuses (npm run openapi writes it)', () => {
    const text = errorListText();
    expect(readFileSync(join(__dirname, '../../../docs/api/errors.json'), 'utf8')).toBe(text);
    const listed = JSON.parse(text) as readonly { code: string; statuses: readonly number[] }[];
    expect(listed.filter(({ statuses }) => statuses.length === 0).map(({ code }) => code)).toEqual([]);
  });

  it('would see a reason that is new, also in a template', () => {
    const text =
      "throw notFound('No', 'NEW_REASON'); new AppError({ kind: 'ABORTED', reason: `OTHER_${x}`, message: 'No' });";
    expect(thrownIn('x.ts', text).map(({ reason }) => reason)).toEqual(['NEW_REASON', 'OTHER_*']);
  });
});

describe.each(['/v1', '/v2'])('an error of %s', (version) => {
  let api: Api;
  beforeAll(async () => {
    api = await testApi(
      (app) => {
        const config = { permission: 'CUSTOMER:DELETE' } as const;
        app.get('/refused', { config }, () => {
          throw invalidArgument("Property 'x' is missing");
        });
        app.get('/absent', { config }, () => {
          throw notFound('Cliente não encontrado.', 'CUSTOMER_NOT_FOUND');
        });
        app.get('/down', { config }, () => {
          throw new AppError({ kind: 'UNAVAILABLE', reason: 'DATABASE_BUSY', message: 'The service is busy.' });
        });
        app.get('/bug', { config }, () => {
          throw new TypeError('secret');
        });
        app.post('/body', { config }, () => ({}));
      },
      { callers: { real: { tenant: aTenant(false) } } },
    );
  });
  afterAll(() => api.close());

  const ask = async (
    path: string,
    key: string | undefined,
    payload?: string,
    type = 'application/json',
    more: Record<string, string> = {},
  ) => {
    const method = payload === undefined ? 'GET' : 'POST';
    const headers = {
      ...more,
      ...(key !== undefined && asKey(key)),
      ...(payload !== undefined && { 'content-type': type }),
    };
    const url = `${version}${path}`;
    const response = await api.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
    return { status: response.statusCode, ...response.json<{ code: string; error: string; docs?: string }>() };
  };

  it.each([
    ['a refused field', '/refused', 'full', undefined, 400, 'INVALID_ARGUMENT'],
    ['no record', '/absent', 'full', undefined, 404, 'CUSTOMER_NOT_FOUND'],
    ['no route', '/nowhere', 'full', undefined, 404, 'ROUTE_NOT_FOUND'],
    ['no key', '/refused', undefined, undefined, 401, 'API_KEY_MISSING'],
    ['a wrong key', '/refused', 'wrong', undefined, 401, 'API_KEY_INVALID'],
    ['no permission', '/refused', 'reader', undefined, 403, 'PERMISSION_MISSING'],
    ['no JSON', '/body', 'full', '{', 400, 'MALFORMED_JSON'],
    ['a body of more than 1 MiB', '/body', 'full', `"${'x'.repeat(1_048_576)}"`, 413, 'BODY_TOO_LARGE'],
    ['a busy platform', '/down', 'full', undefined, 503, 'DATABASE_BUSY'],
    ['a bug', '/bug', 'full', undefined, 500, 'INTERNAL'],
  ] as const)('for %s has the stable code of its reason', async (_why, path, key, payload, status, code) => {
    const answer = await ask(path, key, payload);
    expect([answer.status, answer.code, typeof answer.error]).toEqual([status, code, 'string']);
    expect(errorCodeNames).toContain(answer.code);
  });

  it('for another media type has the code UNSUPPORTED_MEDIA_TYPE', async () => {
    const answer = await ask('/body', 'full', 'x=1', 'application/x-www-form-urlencoded');
    expect([answer.status, answer.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('tells a dev key where the code is explained, and a production key nothing', async () => {
    const { docs } = await ask('/absent', 'full');
    expect(docs).toBe('https://pitanga.example/docs/errors#CUSTOMER_NOT_FOUND');
    const [english, other] = await Promise.all(
      ['en-US,en;q=0.9', 'fr'].map((language) =>
        ask('/absent', 'full', undefined, undefined, { 'accept-language': language }),
      ),
    );
    expect([english?.docs, other?.docs]).toEqual(['https://pitanga.example/docs/en/errors#CUSTOMER_NOT_FOUND', docs]);
    expect(await ask('/absent', 'real')).not.toHaveProperty('docs');
  });
});
