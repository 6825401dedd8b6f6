import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkDeliveredBody, publishedExamples, silentLog, startBeforeAll } from '@pitanga/testing';
import answerExamplesFile from '../src/http/documents/answer-examples.json';
import { openApiDocuments } from '../src/openapi';
import { answerExamples } from './answer-examples';
import { storeOperation } from './operation';
import { wholeApi } from './whole-api';

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: object;
}

interface Schema {
  readonly $ref?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}
type Content = Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;
type Responses = Readonly<Record<string, { readonly content: Content }>>;

describe('the OpenAPI documents', () => {
  const api = startBeforeAll(wholeApi);

  it('are committed as the routes make them (npm run openapi writes them)', async () => {
    const documents = await openApiDocuments();
    for (const version of ['v1', 'v2', 'dashboard'] as const) {
      const committed = await readFile(join(__dirname, `../../../docs/api/${version}.openapi.json`), 'utf8');
      expect(committed).toBe(documents[version]);
    }
  });

  it.each(['v1', 'v2'])('/%s/openapi.json needs no key and describes every visible operation', async (version) => {
    const response = await api.app.inject({ url: `/${version}/openapi.json` });
    expect(response.statusCode).toBe(200);
    const { openapi, paths } = response.json<{ openapi: string; paths: Record<string, Record<string, Operation>> }>();
    expect(openapi).toBe('3.1.0');
    const operations = Object.values(paths).flatMap((path) => Object.values(path));
    for (const { operationId, summary, tags, responses } of operations) {
      expect([operationId, summary, tags?.length]).toEqual([expect.any(String), expect.any(String), 1]);
      expect(Object.keys(responses)).toEqual(['200', '4XX', '5XX']);
    }
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    expect(Object.keys(paths).every((path) => path.startsWith(`/${version}/`))).toBe(true);
    expect(Object.keys(paths)).not.toContain('/v2/checkouts/one');
  });

  it('are not written with the failure of an operation as its example', async () => {
    const { answers, ...operation } = storeOperation('/v2/store/get');
    const lacking = { ...operation, answers: { ...answers, 'ledger.getBalance': {} } };
    await expect(answerExamples([lacking], silentLog)).rejects.toThrow(
      /^GET \/v2\/store\/get has no example: it answered 500 \{/,
    );
  });

  it('have an example of every response, which is what the code answers (npm run openapi writes them)', async () => {
    const made = await answerExamples();
    expect(answerExamplesFile).toEqual(made);
    const { v1, v2 } = await openApiDocuments();
    for (const document of [v1, v2]) {
      const { paths } = JSON.parse(document) as { paths: Record<string, Record<string, Operation>> };
      const media = Object.entries(paths).flatMap(([path, operations]) =>
        Object.entries(operations).flatMap(([method, { responses }]) =>
          Object.entries(responses as Responses).flatMap(([status, { content }]) =>
            Object.entries(content).map(
              ([type, { example }]) => [`${method} ${path} ${status} ${type}`, example] as const,
            ),
          ),
        ),
      );
      expect(media.length).toBeGreaterThan(40);
      expect(media.filter(([, example]) => example === undefined).map(([name]) => name)).toEqual([]);
    }
  });

  it('name every body and every record', async () => {
    const { v1, v2 } = await openApiDocuments();
    for (const document of [v1, v2]) {
      const { paths, components } = JSON.parse(document) as {
        paths: Record<string, Record<string, Operation>>;
        components: { schemas: Record<string, Schema> };
      };
      const unnamed = Object.entries(paths).flatMap(([path, operations]) =>
        Object.entries(operations).flatMap(([method, { requestBody, responses }]) => {
          const body = requestBody?.content['application/json']?.schema;
          const answer = (responses as Responses)['200']?.content['application/json']?.schema;
          const data = answer && components.schemas[answer.$ref?.split('/').at(-1) ?? '']?.properties?.['data'];
          if (answer && data === undefined) return [`${method} ${path}`];
          return [body, data?.items ?? data].flatMap((schema) => (schema && !schema.$ref ? `${method} ${path}` : []));
        }),
      );
      expect(unnamed).toEqual([]);
    }
  });

  it('publish every event with an example that is exactly what they say of it', () => {
    const [v1, v2] = [publishedExamples('v1'), publishedExamples('v2')];
    expect([v1.length, v2.length]).toEqual([3, 29]);
    for (const example of [...v1, ...v2]) {
      expect(() => {
        checkDeliveredBody(JSON.stringify(example));
      }).not.toThrow();
      expect(() => {
        checkDeliveredBody(JSON.stringify({ ...example, more: 1 }));
      }).toThrow(/additional properties/);
    }
  });

  it('lead from what brings ids to every operation that takes one', async () => {
    const { v2 } = await openApiDocuments();
    const { components, paths } = JSON.parse(v2) as {
      components: { schemas: Record<string, Schema> };
      paths: Record<string, Record<string, Operation & { parameters?: { in: string; name: string }[] }>>;
    };
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, ...operation })),
    );
    const takesId = ({ parameters = [], requestBody }: (typeof operations)[number]): boolean => {
      const name = requestBody?.content['application/json']?.schema?.$ref?.split('/').at(-1) ?? '';
      const inBody = components.schemas[name]?.properties?.['id'] !== undefined;
      return inBody || parameters.some((parameter) => parameter.in === 'query' && parameter.name === 'id');
    };
    const linked = new Set(
      operations.flatMap(({ responses }) =>
        Object.values(
          (responses as Record<string, { links?: Record<string, { operationId: string }> }>)['200']?.links ?? {},
        ).map(({ operationId }) => operationId),
      ),
    );
    const all = new Set(operations.map(({ operationId }) => operationId));
    expect([...linked].filter((name) => !all.has(name))).toEqual([]);
    const unreached = operations.filter(
      (it) => takesId(it) && !linked.has(it.operationId ?? '') && !it.path.endsWith('/list'),
    );
    // The first takes the id of a charge, which no answer of its folder begins with; people alone, and no key, call the others.
    expect(unreached.map(({ path }) => path)).toEqual([
      '/v2/payment-links/refund',
      '/v2/payout-limit-changes/confirm',
      '/v2/payout-limit-changes/cancel',
      '/v2/members/update',
      '/v2/members/remove',
      '/v2/members/revoke-keys',
    ]);
  });

  it('ask for a public key where only a public key is taken, and there for no Idempotency-Key', async () => {
    const { components, paths } = (await api.app.inject({ url: '/v2/openapi.json' })).json<{
      components: { securitySchemes: Record<string, object> };
      paths: Record<string, Record<string, { security?: object[]; parameters?: object[]; description: string }>>;
    }>();
    expect(Object.keys(components.securitySchemes)).toEqual(['apiKey', 'publicKey']);
    const { post } = paths['/v2/card-tokens']!;
    expect(post).toMatchObject({ security: [{ publicKey: [] }], description: expect.stringContaining('`pk_…`') });
    expect(post?.parameters).toBeUndefined();
    expect(paths['/v2/card-tokens']?.['options']).toBeUndefined();
    expect(paths['/v2/customers/create']?.['post']?.security).toBeUndefined();
  });
});
