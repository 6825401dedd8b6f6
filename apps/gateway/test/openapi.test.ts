import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMetrics } from '@pitanga/runtime';
import { checkDeliveredBody, publishedExamples, silentLog, testClock, testIds } from '@pitanga/testing';
import { registerDocs } from '../src/http/docs';
import { errorCodeNames } from '../src/http/error-codes';
import { openApiDocuments } from '../src/http/openapi';
import { createServer } from '../src/http/server';
import { wholeApi, type WholeApi } from './whole-api';

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly responses: object;
}

describe('the OpenAPI documents', () => {
  let api: WholeApi;
  beforeAll(async () => {
    api = await wholeApi();
  });
  afterAll(() => api.app.close());

  it('are committed as the routes make them (npm run openapi writes them)', async () => {
    const documents = await openApiDocuments();
    for (const version of ['v1', 'v2'] as const) {
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

  it('publish every event with an example that is exactly what they say of it', () => {
    const [v1, v2] = [publishedExamples('v1'), publishedExamples('v2')];
    expect([v1.length, v2.length]).toEqual([3, 20]);
    for (const example of [...v1, ...v2]) {
      expect(() => {
        checkDeliveredBody(JSON.stringify(example));
      }).not.toThrow();
      expect(() => {
        checkDeliveredBody(JSON.stringify({ ...example, more: 1 }));
      }).toThrow(/additional properties/);
    }
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

  it('are shown by /docs, which loads its script from us only', async () => {
    const app = createServer({
      log: silentLog,
      clock: testClock(),
      ids: testIds,
      metrics: createMetrics(),
      trustedProxyHops: 0,
      publicUrl: 'https://pitanga.example',
    });
    await registerDocs(app);
    const redirect = await app.inject({ url: '/docs' });
    expect([redirect.statusCode, redirect.headers.location]).toEqual([301, '/docs/']);
    const page = await app.inject({ url: '/docs/' });
    expect(page.statusCode).toBe(200);
    expect(page.payload).toContain('/v2/openapi.json');
    expect(page.payload).not.toMatch(/https?:\/\//);
    expect(page.headers['content-security-policy']).toContain("connect-src 'self'");
    const script = await app.inject({ url: '/docs/js/scalar.js' });
    expect([script.statusCode, script.payload.length > 100_000]).toEqual([200, true]);
    const errors = await app.inject({ url: '/docs/errors' });
    expect(errors.statusCode).toBe(200);
    for (const code of errorCodeNames) expect(errors.payload).toContain(`id="${code}"`);
    await app.close();
  });
});
