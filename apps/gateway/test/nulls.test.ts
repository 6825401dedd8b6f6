import type { RouteOptions } from 'fastify';
import { wholeApi, type WholeApi } from './whole-api';

interface Shape {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly anyOf?: readonly Shape[];
}

/** What the absence of these fields means: neither everything nor no limit. */
const absences = new Map([
  ['one, or the same as before', ['quantity', 'data.installmentCount', 'installmentCount', 'card.maxInstallments']],
  ['a day', ['expiresIn', 'data.expiresIn']],
  [
    'what the method has by default',
    ['dueDate', 'data.dueDate', 'interest.value', 'fine.value', 'retryPolicy.maxRetry'],
  ],
  ['none', ['coupons', 'items', 'trialDays', 'overlapHours', 'permissions', 'retryPolicy.retryEvery']],
  ['what the store takes', ['methods']],
  ['what is due, simulated', ['/simulate-payment amount']],
  ['no card number', ['expMonth', 'expYear']],
  ['unchanged', ['/update price', '/update events', 'mail.kinds']],
]);
const bounded = [...absences.values()].flat();

/** Optional numbers, instants and lists: what a failed computation makes null. */
function computedFields({ properties = {}, required = [] }: Shape, path = ''): readonly string[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const types = [field, ...(field.anyOf ?? [])].flatMap(({ type = [] }) => type);
    const isComputed = types.some((type) => ['integer', 'number', 'array'].includes(type));
    const isInstant = types.includes('string') && /date/.test(field.format ?? '');
    const isOptional = !required.includes(name) && !types.includes('null');
    return [...(isOptional && (isComputed || isInstant) ? [at] : []), ...computedFields(field, at)];
  });
}

describe('null in a body', () => {
  let api: WholeApi;
  let bodies: readonly RouteOptions[];
  beforeAll(async () => {
    api = await wholeApi();
    bodies = api.routes.filter(
      ({ method, url, schema }) => method === 'POST' && /^\/v[12]\//.test(url) && schema?.body,
    );
  });
  afterAll(() => api.stop());

  it('is refused by every optional field whose absence means everything or no limit', async () => {
    const computed = bodies.flatMap(({ url, config, schema }) =>
      computedFields(schema?.body as Shape).map((field) => ({
        call: `${url} ${field}`,
        isRefused: config?.nullRefused?.includes(field) ?? false,
        isBounded: bounded.some((name) => `${url} ${field}`.endsWith(name.startsWith('/') ? name : ` ${name}`)),
      })),
    );
    expect(computed.filter(({ isRefused, isBounded }) => isRefused === isBounded)).toEqual([]);

    for (const { url, config } of bodies) {
      for (const field of config?.nullRefused ?? []) {
        api.answering({});
        const [name = '', of] = field.split('.').toReversed();
        const items = [{ id: 'x' }];
        const known = { id: 'x', code: 'X', discountKind: 'FIXED', discount: 100, description: 'x', items };
        const body =
          of === undefined ? { ...known, amount: 500, [name]: null } : { [of]: { amount: 500, [name]: null } };
        const who = config?.guard === 'decisions' ? 'member' : 'production';
        const { statusCode, json } = await api.post(url, body, who);
        const error = expect.stringMatching(
          new RegExp(`^Expected property '(data\\.)?${field}' to be \\w+ but found: null$`),
        ) as unknown;
        expect([url, statusCode, json, api.calls]).toMatchObject([url, 400, { error }, []]);
      }
    }
    const refused = bodies.flatMap(({ url, config }) => (config?.nullRefused ?? []).map((field) => `${url} ${field}`));
    expect(refused).toEqual(expect.arrayContaining(['/v2/checkouts/refund amount', '/v1/coupon/create maxRedeems']));
  });
});
