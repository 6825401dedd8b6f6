import { runInNewContext } from 'node:vm';
import { testTimeoutMs } from '@pitanga/testing';
import { usePlatform } from './use-platform';

interface Field {
  readonly key: string;
  readonly value: string;
  readonly disabled?: boolean;
}
interface Auth {
  readonly bearer: readonly [Field];
}
interface Item {
  readonly request: {
    readonly method: string;
    readonly url: { readonly raw: string };
    readonly auth?: Auth;
    readonly header: readonly Field[];
    readonly body?: { readonly raw: string };
  };
  /** What Postman runs after the answer. */
  readonly event?: readonly { readonly script: { readonly exec: readonly string[] } }[];
}
interface Collection {
  readonly auth: Auth;
  readonly variable: readonly Field[];
  readonly item: readonly { readonly item: readonly Item[] }[];
}

/** Needs a card token, balance, an account of a provider, a person, a production key, or something that happens later. */
const mayRefuse = new Set([400, 403]);

/** Sends one request and runs its script, as Postman does. */
async function send({ request, event = [] }: Item, { auth }: Collection, variables: Map<string, string>) {
  const filled = (text: string): string =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => variables.get(name) ?? '');
  const headers = request.header.filter(({ disabled }) => disabled !== true).map(({ key, value }) => [key, value]);
  const token = filled((request.auth ?? auth).bearer[0].value);
  const url = filled(request.url.raw);
  const answer = await fetch(url, {
    method: request.method,
    headers: { ...(Object.fromEntries(headers) as object), authorization: `Bearer ${token}` },
    ...(request.body && { body: filled(request.body.raw) }),
  });
  // A stream has no end.
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const text = isStream ? ((await answer.body?.cancel()) ?? '') : await answer.text();
  const pm = {
    response: { code: answer.status, json: (): unknown => JSON.parse(text) },
    collectionVariables: {
      get: (name: string) => variables.get(name),
      set: (name: string, value: string) => variables.set(name, value),
    },
  };
  for (const { script } of event) runInNewContext(script.exec.join('\n'), { pm });
  return { call: `${request.method} ${new URL(url).pathname}`, status: answer.status, text: text.slice(0, 200) };
}

describe('the collection for Postman, as the installation serves it', () => {
  const platform = usePlatform();

  it(
    'runs from top to bottom: each request finds what it is about, once the address and the keys are known',
    async () => {
      const { baseUrl, demo } = platform;
      const served = await fetch(`${baseUrl}/docs/packages/pitanga.postman_collection.json`);
      expect(served.headers.get('content-type')).toContain('application/json');
      const collection = (await served.json()) as Collection;
      const variables = new Map(collection.variable.map(({ key, value }) => [key, value]));
      Object.entries({ url: baseUrl, key: demo.devKey, publicKey: demo.publicKey }).forEach(([name, value]) =>
        variables.set(name, value),
      );
      const answers: Awaited<ReturnType<typeof send>>[] = [];
      for (const item of collection.item.flatMap((folder) => folder.item))
        answers.push(await send(item, collection, variables));
      expect(answers.filter(({ status }) => status !== 200 && !mayRefuse.has(status))).toEqual([]);
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(100);
    },
    2 * testTimeoutMs,
  );

  it.each(['asyncapi.yaml', 'asyncapi.public.yaml'])('is served beside the events of %s', async (name) => {
    const served = await fetch(`${platform.baseUrl}/docs/packages/${name}`);
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'text/yaml; charset=utf-8']);
    expect(await served.text()).toContain('asyncapi: 3.0.0\n');
  });
});
