import { unsupportedOperations } from '../src/http/unsupported-operations';
import { abacatePayFields } from './abacatepay-fields';
import { v1Operations } from './v1-operations';
import { v2Operations } from './v2-operations';
import { wholeApi, type WholeApi } from './whole-api';

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}

const unsupported = Object.entries(unsupportedOperations).flatMap(([call, { refused }]) =>
  Object.keys(refused).map((path) => ({ call, path })),
);

describe('fields of AbacatePay that operations here lack', () => {
  let api: WholeApi;
  beforeAll(async () => {
    api = await wholeApi();
  });
  afterAll(() => api.app.close());

  const isKnown = (call: string, path: string): boolean => {
    const [method, url] = call.split(' ');
    const schema = api.routes.find((route) => route.url === url && route.method === method)?.schema;
    return [schema?.body, schema?.querystring].some((shape) => hasField(shape as Shape | undefined, path));
  };

  const send = async (call: string, path: string, value: unknown, key: string) => {
    const [method, url = ''] = call.split(' ');
    const example = [...v1Operations, ...v2Operations].find((row) => row.call.split('?')[0] === call);
    api.answering(example?.answers ?? {});
    const answer =
      method === 'GET'
        ? await api.get(`${url}?${path}=${String(value)}`, key)
        : await api.post(url, withField(example?.body ?? {}, path, value), key);
    return answer;
  };

  it('are each known by an operation here, or in the list of what is not supported', () => {
    const listed = new Set(unsupported.map(({ call, path }) => `${call} ${path}`));
    const missing = Object.entries(abacatePayFields).flatMap(([call, paths]) =>
      paths
        .map((path) => ({ call, path }))
        .filter(({ call, path }) => !isKnown(call, path) && !listed.has(`${call} ${path}`)),
    );
    expect(missing).toEqual([]);
  });

  it('leave that list when they are built', () => {
    expect(unsupported.filter(({ call, path }) => isKnown(call, path))).toEqual([]);
  });

  it.each(unsupported)(
    '$call refuses $path by its name in both environments, and does nothing',
    async ({ call, path }) => {
      for (const key of ['full', 'production']) {
        const { statusCode, json } = await send(call, path, 'asked', key);
        const error = expect.stringContaining(`Property '${path}' is not supported here: `) as unknown;
        expect([statusCode, json, api.calls]).toMatchObject([400, { code: 'FIELD_NOT_SUPPORTED', error }, []]);
      }
    },
  );

  // A customer is created of exactly the fields that are documented.
  const optional = unsupported.filter(({ call }) => /^POST (?!\/v2\/customers)/.test(call));
  it.each(optional)('$call takes a $path that asks for nothing', async ({ call, path }) => {
    for (const nothing of [null, false, [], '']) {
      const { json } = await send(call, path, nothing, 'full');
      expect(json).not.toMatchObject({ code: 'FIELD_NOT_SUPPORTED' });
    }
  });
});

function hasField(shape: Shape | undefined, path: string): boolean {
  const field = path.split('.').reduce<Shape | undefined>((at, name) => (at?.items ?? at)?.properties?.[name], shape);
  return field !== undefined;
}

function withField(body: object, path: string, value: unknown): object {
  const [name = '', ...rest] = path.split('.');
  const inner = (body as Readonly<Record<string, object | undefined>>)[name] ?? {};
  return { ...body, [name]: rest.length === 0 ? value : withField(inner, rest.join('.'), value) };
}
