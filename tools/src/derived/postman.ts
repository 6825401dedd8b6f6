import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../workspace';
import { keepIds, withVariables } from './postman-ids';
import { compareEnds, endings, isEnding, productWithoutCycle } from './postman-order';

interface Schema {
  readonly $ref?: string;
  readonly enum?: readonly unknown[];
}
interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}
interface Operation {
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly [string];
  readonly parameters?: readonly Parameter[];
  readonly responses: { readonly 200: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> } };
}
interface Document {
  readonly info: { readonly title: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
interface Example {
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
}
type Examples = Readonly<Record<string, Example>>;

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
 * The collection for Postman as JSON: every operation of docs/api/v2.openapi.json, in folders by tag and those that end
 * something after them, with the examples of the documentation. The variables are `url`, `key`, `publicKey`, which makes card tokens, and the ids of records, which
 * creating or listing them fills in.
 */
export function postmanCollection(): string {
  const read = (...path: string[]): object => JSON.parse(readFileSync(join(rootDir, ...path), 'utf8')) as object;
  const { info, tags, paths, components } = read('docs', 'api', 'v2.openapi.json') as Document;
  const examples = read('apps', 'docs', 'src', 'reference', 'request-examples.json') as Examples;
  const ids = new Set<string>();
  const requests = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, operation]) => {
      const method = verb.toUpperCase();
      const { example, names } = withVariables(path, examples[`${method} ${path}`] ?? {});
      names.forEach((name) => ids.add(name));
      const shown = withChoices(components.schemas, operation);
      const build = (of: Example, more = {}): object => ({ ...buildItem(method, path, shown, of), ...more });
      const items = [build(withoutFilters(operation, example))];
      if (path === productWithoutCycle.path) items.push(build(productWithoutCycle.example, productWithoutCycle.item));
      return { path, tag: operation.tags[0], items };
    }),
  );
  const listItems = (some: typeof requests): readonly object[] => some.flatMap(({ items }) => items);
  const folders = tags.map(({ name, description }) => ({
    name,
    description,
    item: listItems(requests.filter(({ tag, path }) => tag === name && !isEnding(path))),
  }));
  folders.push({ ...endings, item: listItems(requests.filter(({ path }) => isEnding(path)).sort(compareEnds)) });
  const collection = {
    info: { name: info.title, description: info.description, schema },
    auth: bearer('{{key}}'),
    variable: [
      { key: 'url', value: 'http://127.0.0.1:8080' },
      { key: 'key', value: '' },
      { key: 'publicKey', value: '' },
      ...[...ids].sort().map((name) => ({ key: name, value: '' })),
    ],
    // The tag of webhooks has no request.
    item: folders.filter(({ item }) => item.length > 0),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

/** With the schemas of the parameters in their place. */
function withChoices(
  schemas: Document['components']['schemas'],
  { parameters = [], ...operation }: Operation,
): Operation {
  const inPlace = parameters.map(({ schema: given, ...parameter }) => {
    const name = given.$ref?.split('/').at(-1);
    return { ...parameter, schema: (name === undefined ? given : schemas[name]) ?? given };
  });
  return { ...operation, parameters: inPlace };
}

/** A filter by an id that may be left out would leave nothing of a list. */
function withoutFilters({ parameters = [] }: Operation, { query = {}, ...example }: Example): Example {
  const isKept = ([name, value]: [string, unknown]): boolean =>
    name === 'id' ||
    !String(value).startsWith('{{') ||
    parameters.some((one) => one.name === name && one.required === true);
  return { ...example, query: Object.fromEntries(Object.entries(query).filter(isKept)) };
}

function buildItem(method: string, path: string, operation: Operation, { query = {}, body }: Example): object {
  const [[mediaType, answer] = ['', {}]] = Object.entries(operation.responses[200].content);
  const parameters = operation.parameters ?? [];
  const request = {
    method,
    description: operation.description,
    // An API key must not be where a browser is: card tokens take the public one.
    ...(path === '/v2/card-tokens' ? { auth: bearer('{{publicKey}}') } : {}),
    header: [
      ...parameters.filter((parameter) => parameter.in === 'header').map(buildHeader),
      ...(method === 'POST' ? [{ key: 'Content-Type', value: 'application/json' }] : []),
      { key: 'Accept', value: mediaType },
    ],
    url: {
      raw: `{{url}}${path}${queryText(query)}`,
      host: ['{{url}}'],
      path: path.slice(1).split('/'),
      query: parameters.filter((parameter) => parameter.in === 'query').map(buildQuery(query)),
    },
    ...(method === 'POST'
      ? { body: { mode: 'raw', raw: toJson(body ?? {}), options: { raw: { language: 'json' } } } }
      : {}),
  };
  const response = {
    name: 'Example',
    originalRequest: { method, url: request.url, body: request.body },
    status: 'OK',
    code: 200,
    header: [{ key: 'Content-Type', value: mediaType }],
    body: typeof answer.example === 'string' ? answer.example : toJson(answer.example),
    _postman_previewlanguage: mediaType === 'application/json' ? 'json' : 'text',
  };
  const exec = keepIds(path);
  const event = exec.length === 0 ? {} : { event: [{ listen: 'test', script: { type: 'text/javascript', exec } }] };
  return { name: operation.summary, ...event, request, response: [response] };
}

const bearer = (token: string): object => ({
  type: 'bearer',
  bearer: [{ key: 'token', value: token, type: 'string' }],
});

/** A key makes a write safe to repeat, but only for who repeats it with the same one: it is there, switched off. */
function buildHeader({ name, description }: Parameter): object {
  return { key: name, value: name === 'idempotency-key' ? '{{$guid}}' : '', description, disabled: true };
}

function queryText(query: NonNullable<Example['query']>): string {
  const values = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  // Postman puts a variable in by its braces.
  return values.size === 0 ? '' : `?${values.toString().replace(/%7B%7B(\w+)%7D%7D/g, '{{$1}}')}`;
}

/** Parameters of the example have their values, the others are switched off. */
function buildQuery(example: NonNullable<Example['query']>): (parameter: Parameter) => object {
  return ({ name, required = false, description = '', schema: { enum: choices } }) => {
    const value = example[name];
    const about = [required ? '(Required)' : '', description, choices ? `(One of ${choices.join(', ')})` : ''];
    const field = { key: name, description: about.filter(Boolean).join(' ') };
    return value === undefined ? { ...field, value: '', disabled: true } : { ...field, value: String(value) };
  };
}

function toJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
