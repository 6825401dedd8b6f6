import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { configurationPage } from '../src/generated/configuration';
import { errorsPage, type ListedError } from '../src/generated/errors';
import { wordsFor } from '../src/generated/words';
import { eventMeanings } from '../src/reference/event-meanings';
import { eventsPage } from '../src/reference/events-page';
import { resolved, type OpenApi, type Operation } from '../src/reference/openapi';
import { operationPages } from '../src/reference/operation-pages';
import { findExample } from '../src/reference/request-examples';
import examples from '../src/reference/request-examples.json';

const root = join(__dirname, '../../..');
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
const documentOf = (version: string): OpenApi => JSON.parse(textOf(`docs/api/${version}.openapi.json`)) as OpenApi;

const documents = { v1: documentOf('v1'), v2: documentOf('v2') };

interface Listed {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  readonly document: OpenApi;
}

const operations = Object.values(documents).flatMap((document) =>
  Object.entries(document.paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([verb, operation]): Listed => {
      const method = verb.toUpperCase();
      return { name: `${method} ${path}`, method, path, operation, document };
    }),
  ),
);

const queryOf = ({ operation }: Listed) => (operation.parameters ?? []).filter((each) => each.in === 'query');

describe('the reference', () => {
  it('is in Portuguese whole: no text of the documents is without a translation', () => {
    const words = wordsFor('pt', join(__dirname, '../src/words'));
    operationPages(documents.v1, 'v1', words);
    operationPages(documents.v2, 'v2', words);
    eventsPage(documents.v2, words);
    errorsPage(JSON.parse(textOf('docs/api/errors.json')) as readonly ListedError[], words);
    configurationPage(textOf('docs/configuration.md'), words);
    expect([...words.missing]).toEqual([]);
    const sections = [...documents.v1.tags, ...documents.v2.tags].map(({ name }) => name);
    expect(sections.filter((name) => name !== 'Events' && !(name in words.ui.tags))).toEqual([]);
  });

  it('says of every event when it is sent', () => {
    expect(Object.keys(eventMeanings).sort()).toEqual(Object.keys(documents.v2.webhooks).sort());
  });

  it('has every operation on a page, once in each language', () => {
    for (const language of ['pt', 'en'] as const) {
      const words = wordsFor(language, join(__dirname, '../src/words'));
      const text = (['v1', 'v2'] as const)
        .flatMap((version) => operationPages(documents[version], version, words))
        .map((page) => page.text)
        .join('\n');
      const shown = [...text.matchAll(/<b>([A-Z]+)<\/b> <code>([^<]+)<\/code>/g)].map(
        ([, method, path]) => `${method} ${path}`,
      );
      expect(shown.sort()).toEqual(operations.map(({ name }) => name).sort());
    }
  });
});

describe('the example of a request', () => {
  const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true }));
  for (const format of ['http-url', 'tax-id', 'cep', 'instant-or-day']) ajv.addFormat(format, true);

  const faultsOf = (schema: object, document: OpenApi, value: unknown): string[] =>
    ajv.validate({ ...schema, components: document.components }, value)
      ? []
      : (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${String(message)}`);

  it.each(operations.map((each) => [each.name, each] as const))('%s is what its schema takes', (_name, listed) => {
    const { method, path, operation, document } = listed;
    const { body, query = {} } = findExample(method, path);
    const schema = operation.requestBody?.content['application/json']?.schema;
    expect(schema ? faultsOf(schema, document, body ?? {}) : body).toEqual(schema ? [] : undefined);
    const fields = schema ? Object.keys(resolved(document, schema).properties ?? {}) : [];
    expect(Object.keys(body ?? {}).filter((name) => !fields.includes(name))).toEqual([]);
    const parameters = queryOf(listed);
    const names = parameters.map(({ name }) => name);
    expect(Object.keys(query).filter((name) => !names.includes(name))).toEqual([]);
    for (const { name, required = false, schema: of } of parameters) {
      const value = query[name];
      expect([name, required && value === undefined]).toEqual([name, false]);
      if (value !== undefined) expect([name, faultsOf(of, document, value)]).toEqual([name, []]);
    }
  });

  it('is of an operation that exists', () => {
    const known = new Set(operations.map(({ name }) => name));
    expect(Object.keys(examples).filter((name) => !known.has(name))).toEqual([]);
  });
});
