import { inspect } from 'node:util';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '../src/gen/operations';
import type { Table } from '../src/operation';
import { Pitanga, PitangaError } from '../src/index';

interface Operation {
  readonly parameters?: readonly { readonly name: string }[];
  readonly responses: {
    readonly 200: { readonly content: Record<string, { readonly schema?: { readonly $ref?: string } }> };
  };
}
const path = join(__dirname, '../../../docs/api/v2.openapi.json');
const document = JSON.parse(readFileSync(path, 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties?: object }> };
};
const documented = Object.entries(document.paths).flatMap(([route, methods]) =>
  Object.entries(methods).map(([verb, operation]) => ({ call: `${verb.toUpperCase()} ${route}`, operation })),
);

type Method = (input?: unknown, options?: unknown) => unknown;

/** Every method of a client, by its name. */
function methodsOf(node: object, prefix = ''): [string, Method][] {
  return Object.entries(node).flatMap(([name, member]: [string, unknown]) =>
    typeof member === 'function'
      ? [[prefix + name, member as Method] satisfies [string, Method]]
      : methodsOf(member as object, `${prefix}${name}.`),
  );
}

/** What each method sends: method and path, and whether it sends a key. */
async function sentBy(): Promise<Map<string, { name: string; isKeyed: boolean; answer: unknown }>> {
  const sent = new Map<string, { name: string; isKeyed: boolean; answer: unknown }>();
  let seen: Request | undefined;
  const pitanga = new Pitanga('pit_dev_test', {
    url: 'http://platform.example/',
    maxRetries: 0,
    fetch: (url, init) => {
      seen = new Request(url, init);
      return Promise.resolve(Response.json({ data: [], pagination: { hasMore: false, next: null, before: null } }));
    },
  });
  for (const [name, method] of methodsOf(pitanga)) {
    const answer = method();
    if (Symbol.asyncIterator in Object(answer) && !('then' in Object(answer))) {
      // A stream asks when it is read; it ends here, as the answer is none.
      const controller = new AbortController();
      const stream = method({}, { signal: controller.signal }) as AsyncIterable<unknown>;
      controller.abort(new Error('enough'));
      await expect(stream[Symbol.asyncIterator]().next()).rejects.toThrow('enough');
      sent.set('GET /v2/events/stream', { name, isKeyed: false, answer });
      continue;
    }
    const awaited = await answer;
    const { pathname } = new URL(seen!.url);
    sent.set(`${seen!.method} ${pathname}`, { name, isKeyed: seen!.headers.has('idempotency-key'), answer: awaited });
  }
  return sent;
}

it('every operation of the document is a method, and nothing else is', async () => {
  const sent = await sentBy();
  expect([...sent.keys()].sort()).toEqual(documented.map(({ call }) => call).sort());
});

it('a method sends a key where the operation takes one, and answers a page where it is a list', async () => {
  const sent = await sentBy();
  for (const { call, operation } of documented) {
    const { content } = operation.responses[200];
    const takesKey = (operation.parameters ?? []).some(({ name }) => name === 'idempotency-key');
    const answer = content['application/json']?.schema?.$ref?.split('/').at(-1) ?? '';
    const isList = 'pagination' in (document.components.schemas[answer]?.properties ?? {});
    const method = sent.get(call)!;
    expect([call, method.isKeyed]).toEqual([call, takesKey]);
    expect([call, 'pagination' in Object(method.answer)]).toEqual([call, isList]);
  }
});

it('names follow the paths', () => {
  const row = (name: string): unknown =>
    name.split('.').reduce<string | Table | undefined>((node, part) => (node as Table)[part], operations);
  expect(row('customers.create')).toBe('POST /v2/customers/create');
  expect(row('paymentLinks.list')).toBe('GET /v2/payment-links/list list');
  expect(row('subscriptions.checkouts.get')).toBe('GET /v2/subscriptions/checkouts/get');
  expect(row('webhooks.deliveries.list')).toBe('GET /v2/webhooks/deliveries list');
  expect(row('charges.create')).toBe('POST /v2/transparents/create');
  expect(row('charges.list')).toBe('GET /v2/charges/list list');
  expect(row('cardTokens.create')).toBe('POST /v2/card-tokens unkeyed');
  expect(row('customers.exportPerson')).toBe('POST /v2/customers/export');
  expect(row('bankStatement.export')).toBe('GET /v2/bank-statement/export text');
  expect(row('events.stream')).toBe('GET /v2/events/stream stream');
  expect(row('search')).toBe('GET /v2/search');
});

it('a client needs a key and does not show it', () => {
  expect(() => new Pitanga(undefined as never)).toThrow('new Pitanga(key)');
  expect(() => new Pitanga('')).toThrow(TypeError);
  expect(() => new Pitanga('pit_dev_…')).toThrow('The key has a character that no key has: copy the whole key.');
  expect(JSON.stringify(new Pitanga('pit_dev_secret'))).not.toContain('secret');
  expect(inspect(new Pitanga('pit_dev_secret'), { depth: null, showHidden: true })).not.toContain('secret');
  expect(Object.prototype.toString.call(new PitangaError('INTERNAL', 'No.'))).toBe('[object Error]');
});

it.each([
  ['url', { url: 'pay.example' }],
  ['url', { url: 'ftp://pay.example' }],
  ['timeoutMs', { timeoutMs: Infinity }],
  ['timeoutMs', { timeoutMs: 0 }],
  ['maxRetries', { maxRetries: -1 }],
])('a client refuses an impossible %s', (name, options) => {
  expect(() => new Pitanga('pit_dev_1', options)).toThrow(`\`${name}\``);
});
