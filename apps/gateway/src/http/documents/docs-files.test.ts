import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createMetrics } from '@pitanga/runtime';
import { silentLog, testClock, testIds, waitFor } from '@pitanga/testing';
import type { Api } from '../edge/api';
import { createServer } from '../server';
import { registerDashboardFiles } from '../dashboard/dashboard-files';
import { registerDocs } from './docs-files';

const files = {
  'docs/index.html': 'first page',
  'docs/errors/index.html': 'errors',
  'docs/errors.md': '# Errors',
  'docs/llms.txt': '# Pitanga',
  'docs/404.html': 'no such page',
  'docs/_astro/page.a1.js': 'plain',
  'docs/_astro/page.a1.js.br': 'brotli',
  'docs/_astro/page.a1.js.gz': 'gzip',
  'docs/policy.json': '{"scripts":["sha256-one","sha256-two"]}',
  'packages/pitanga-pay.tar.gz': 'an archive',
  'packages/pitanga_pay-0.1.0.tar.gz': 'an archive',
  'packages/pitanga-pay-sdk.tgz': 'between releases',
  'packages/pitanga-pay-sdk-0.1.0-dev.0123456789ab.tgz': 'between releases',
  'packages/asyncapi.yaml': 'a document',
  'packages/go/pitanga-pay.alt/pitanga/@latest': '{"Version":"v0.1.0"}',
  'packages/go/pitanga-pay.alt/pitanga/@v/list': 'v0.1.0',
  'packages/go/pitanga-pay.alt/pitanga/@v/v0.1.0.zip': 'a module',
  'secret.txt': 'secret',
};

describe('the files of the documentation', () => {
  let folder: string;
  let app: Api;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pitanga-docs-'));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    app = createServer({
      log: silentLog,
      clock: testClock(),
      ids: testIds,
      metrics: createMetrics(),
      trustedProxyHops: 0,
      publicUrl: '',
    });
    // In the order of the gateway; both serve files.
    await registerDocs(app, folder);
    await registerDashboardFiles(app, join(folder, 'dashboard'), 'http://127.0.0.1:8080');
    await app.ready();
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['/docs', 'first page'],
    ['/docs/', 'first page'],
    ['/docs/errors', 'errors'],
    ['/docs/errors/', 'errors'],
  ])('%s is a page, kept for minutes, whose scripts the policy names', async (url, text) => {
    const { statusCode, headers, body } = await app.inject({ url });
    expect([statusCode, headers['content-type'], body]).toEqual([200, 'text/html; charset=utf-8', text]);
    expect(headers['cache-control']).toBe('public, max-age=300');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval' 'sha256-one' 'sha256-two';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe-inline');
    const again = await app.inject({ url, headers: { 'if-none-match': String(headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it.each([
    ['br, gzip', 'br', 'brotli'],
    ['gzip', 'gzip', 'gzip'],
    ['identity', undefined, 'plain'],
  ])('an asset is kept for good, and sent as it was compressed for %j', async (accepted, encoding, text) => {
    const { headers, body } = await app.inject({
      url: '/docs/_astro/page.a1.js',
      headers: { 'accept-encoding': accepted },
    });
    expect([headers['content-encoding'], body]).toEqual([encoding, text]);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('the Markdown of a page is text', async () => {
    const { headers, body } = await app.inject({ url: '/docs/errors.md' });
    expect([headers['content-type'], body]).toEqual(['text/markdown; charset=utf-8', '# Errors']);
  });

  it.each(['/llms.txt', '/docs/llms.txt'])('%s is where a language model begins', async (url) => {
    const { statusCode, headers, body } = await app.inject({ url });
    expect([statusCode, headers['content-type'], body]).toEqual([200, 'text/plain; charset=utf-8', '# Pitanga']);
  });

  it.each(['/docs/absent', '/docs/_astro/page.b2.js', '/docs/policy.json', '/docs/..%2fsecret.txt'])(
    '%s is a 404 with the page that says so, not kept',
    async (url) => {
      const { statusCode, headers, body } = await app.inject({ url });
      expect([statusCode, headers['cache-control'], body]).toEqual([404, 'no-store', 'no such page']);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    },
  );

  it('has the files and the policy of another build that took its place', async () => {
    expect((await app.inject({ url: '/docs/guides/pix/' })).statusCode).toBe(404);
    mkdirSync(join(folder, 'docs/guides/pix'), { recursive: true });
    writeFileSync(join(folder, 'docs/guides/pix/index.html'), 'Pix');
    writeFileSync(join(folder, 'docs/policy.json'), '{"scripts":["sha256-three"]}');
    utimesSync(join(folder, 'docs/policy.json'), 1, 1);
    const { statusCode, headers } = await app.inject({ url: '/docs/guides/pix/' });
    expect(statusCode).toBe(200);
    expect(headers['content-security-policy']).toContain("'sha256-three'");
  });

  it('has what a cache of builds put there after the rest', async () => {
    const statusOf = async (url: string): Promise<number> => (await app.inject({ url })).statusCode;
    expect(await statusOf('/docs/guides/late/')).toBe(404);
    mkdirSync(join(folder, 'docs/guides/late'), { recursive: true });
    writeFileSync(join(folder, 'docs/guides/late/index.html'), 'Late');
    await waitFor('the late page', async () => (await statusOf('/docs/guides/late/')) === 200);
  });

  it('serves the packages that guides install, and only those', async () => {
    const found = await app.inject({ url: '/docs/packages/pitanga-pay.tar.gz' });
    expect([found.statusCode, found.body, found.headers['content-encoding']]).toEqual([200, 'an archive', undefined]);
    expect((await app.inject({ url: '/docs/packages/..%2fsecret.txt' })).statusCode).toBe(404);
    const absent = await app.inject({ url: '/docs/packages/pitanga_pay-0.0.9.tar.gz' });
    expect([absent.statusCode, absent.body]).toEqual([404, expect.stringContaining('pitanga_pay-0.1.0.tar.gz')]);
  });

  it.each(['pitanga_pay-0.1.0.tar.gz', 'pitanga-pay-sdk-0.1.0-dev.0123456789ab.tgz'])(
    'keeps %s for good: a name with a version or its content is of the same bytes for ever',
    async (name) => {
      const { headers } = await app.inject({ url: `/docs/packages/${name}` });
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers).not.toHaveProperty('content-location');
    },
  );

  it.each([
    ['pitanga-pay.tar.gz', '/docs/packages/pitanga_pay-0.1.0.tar.gz'],
    ['pitanga-pay-sdk.tgz', '/docs/packages/pitanga-pay-sdk-0.1.0-dev.0123456789ab.tgz'],
    ['asyncapi.yaml', undefined],
  ])('keeps %s for minutes, and names the package that it stands for', async (name, lasting) => {
    const { headers } = await app.inject({ url: `/docs/packages/${name}` });
    expect([headers['cache-control'], headers['content-location']]).toEqual(['public, max-age=300', lasting]);
  });

  it.each([
    ['@latest', 'public, max-age=300'],
    ['@v/list', 'public, max-age=300'],
    ['@v/v0.1.0.zip', 'public, max-age=31536000, immutable'],
  ])('is a proxy of the Go module, whose versions stay: %s', async (name, cacheControl) => {
    const { statusCode, headers } = await app.inject({ url: `/docs/packages/go/pitanga-pay.alt/pitanga/${name}` });
    expect([statusCode, headers['cache-control']]).toEqual([200, cacheControl]);
  });

  it.each(['golang.org/x/text/@v/list', 'pitanga-pay.alt/pitanga/@v/v0.0.9.zip', '..%2f..%2fsecret.txt', ''])(
    'has no other module, so that go asks the next proxy: %s',
    async (name) => {
      expect((await app.inject({ url: `/docs/packages/go/${name}` })).statusCode).toBe(404);
    },
  );
});
