import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertV2 } from 'openapi-to-postmanv2';
import { rootDir } from '../workspace';

interface Parameter {
  readonly key: string;
  readonly description?: unknown;
}
interface Request {
  readonly method: string;
  readonly description?: unknown;
  readonly url: { readonly path: readonly string[]; readonly query: readonly Parameter[] };
  readonly header: readonly Parameter[];
}
interface Answer {
  readonly code: number;
  readonly status: string;
  readonly header: unknown;
  readonly body: string;
}
interface Item {
  readonly name: string;
  readonly request: Request;
  readonly response: readonly Answer[];
}
interface Folder {
  readonly name: string;
  readonly description?: unknown;
  readonly item: readonly Item[];
}
interface Collection {
  readonly info: { readonly name: string; readonly schema: string; readonly description?: unknown };
  readonly item: readonly Folder[];
}
interface Example {
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
}
type Examples = Readonly<Record<string, Example>>;

/**
 * The text of `sdk/postman/pitanga.postman_collection.json`: every operation of v2, in folders by tag, with the examples
 * of the documentation. The variables are `url`, `key` and `publicKey`, which makes card tokens.
 */
export async function postmanCollection(): Promise<string> {
  const read = (...path: string[]): object => JSON.parse(readFileSync(join(rootDir, ...path), 'utf8')) as object;
  const collection = await converted(read('docs', 'api', 'v2.openapi.json'));
  const examples = read('apps', 'docs', 'src', 'reference', 'request-examples.json') as Examples;
  // The converter makes up ids and values anew each time: a file that is compared has none of them.
  const written = {
    info: { name: collection.info.name, description: collection.info.description, schema: collection.info.schema },
    auth: bearer('{{key}}'),
    variable: [
      { key: 'url', value: 'http://127.0.0.1:8080' },
      { key: 'key', value: '' },
      { key: 'publicKey', value: '' },
    ],
    item: collection.item
      .filter(({ item }) => item.length > 0)
      .map(({ name, description, item }) => ({ name, description, item: item.map((it) => itemOf(it, examples)) })),
  };
  return `${JSON.stringify(written, null, 2)}\n`;
}

function converted(document: object): Promise<Collection> {
  const options = { folderStrategy: 'Tags', parametersResolution: 'Example', includeAuthInfoInExample: false } as const;
  return new Promise((resolve, reject) => {
    convertV2({ type: 'json', data: document }, options, (error, { result, reason, output }) => {
      if (error || !result) reject(error ?? new Error(`The document could not be converted: ${reason ?? ''}`));
      else resolve(output?.[0]?.data as Collection);
    });
  });
}

function itemOf({ name, request, response }: Item, examples: Examples): object {
  const { method, description, url, header } = request;
  const path = `/${url.path.join('/')}`;
  const { query, body } = examples[`${method} ${path}`] ?? {};
  const asked = {
    method,
    description,
    // An API key must not be where a browser is: card tokens take the public one.
    ...(path === '/v2/card-tokens' ? { auth: bearer('{{publicKey}}') } : {}),
    header: header.map((parameter) => headerOf(parameter)),
    url: {
      raw: `{{url}}${path}${queryText(query)}`,
      host: ['{{url}}'],
      path: url.path,
      query: queryOf(url.query, query),
    },
    ...(method === 'POST' ? { body: jsonBody(body ?? {}) } : {}),
  };
  const answers = response
    .filter(({ code }) => code < 300)
    .map(({ code, status, header: headers, body: text }) => ({
      name: 'Example',
      originalRequest: { method, url: asked.url, body: asked.body },
      status,
      code,
      header: headers,
      body: text,
      _postman_previewlanguage: 'json',
    }));
  return { name, request: asked, response: answers };
}

const bearer = (token: string): object => ({
  type: 'bearer',
  bearer: [{ key: 'token', value: token, type: 'string' }],
});

/** A key makes a write safe to repeat, but only for who repeats it with the same one: it is there, switched off. */
function headerOf(parameter: Parameter): object {
  return parameter.key === 'idempotency-key' ? { ...parameter, value: '{{$guid}}', disabled: true } : parameter;
}

function queryText(query: Example['query'] = {}): string {
  const values = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) values.set(name, String(value));
  return values.size === 0 ? '' : `?${values.toString()}`;
}

/** Parameters of the example have their values, the others are switched off. */
function queryOf(parameters: readonly Parameter[], example: Example['query'] = {}): readonly object[] {
  return parameters.map(({ key, description }) => {
    const value = example[key];
    return value === undefined
      ? { key, value: '', description, disabled: true }
      : { key, value: String(value), description };
  });
}

function jsonBody(body: unknown): object {
  return { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } };
}
