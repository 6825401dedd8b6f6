import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMetrics } from '@pitanga/runtime';
import { silentLog, testClock, testIds } from '@pitanga/testing';
import type { Api } from '../edge/api';
import { createServer } from '../server';
import { registerDashboardFiles } from './dashboard-files';

describe('the files of the dashboard', () => {
  let folder: string;
  let app: Api;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pitanga-dashboard-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<meta name="csp-nonce" content="__NONCE__" /><i>__PUBLIC_ORIGIN__</i>');
    writeFileSync(join(folder, 'secret.txt'), 'secret');
    for (const [ending, text] of Object.entries({ '': 'plain', '.br': 'brotli', '.gz': 'gzip' })) {
      writeFileSync(join(folder, 'assets', `index-a1.js${ending}`), text);
    }
    const metrics = createMetrics();
    app = createServer({
      log: silentLog,
      clock: testClock(),
      ids: testIds,
      metrics,
      trustedProxyHops: 0,
      publicUrl: '',
    });
    await registerDashboardFiles(app, folder, 'https://pay.example:8443/base');
    await app.ready();
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  it.each(['/dashboard', '/dashboard/', '/dashboard/store_1/test/charges/pix_char_1?tab=events'])(
    '%s is the page, never kept, with the nonce of its policy',
    async (url) => {
      const { statusCode, headers, body } = await app.inject({ url });
      expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-store',
      ]);
      const nonce = /content="([^"]+)"/.exec(body)?.[1] ?? '';
      expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
      expect(body).toContain('<i>https://pay.example:8443</i>');
      expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}';`);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect((await app.inject({ url })).body).not.toBe(body);
    },
  );

  it('leaves the page of an assistant alone the window that opened it', async () => {
    const openerOf = async (url: string) => (await app.inject({ url })).headers['cross-origin-opener-policy'];
    expect([await openerOf('/dashboard/assistant?client_id=x'), await openerOf('/dashboard/account')]).toEqual([
      'unsafe-none',
      'same-origin',
    ]);
  });

  it.each([
    ['br, gzip', 'br', 'brotli'],
    ['gzip', 'gzip', 'gzip'],
    ['identity', undefined, 'plain'],
  ])(
    'an asset is kept for good, and sent as it was compressed at build time for %j',
    async (accepted, encoding, text) => {
      const { headers, body } = await app.inject({
        url: '/dashboard/assets/index-a1.js',
        headers: { 'accept-encoding': accepted },
      });
      expect([headers['content-encoding'], body]).toEqual([encoding, text]);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers['content-type']).toMatch(/^(text|application)\/javascript/);
    },
  );

  it.each(['absent.js', '..%2fsecret.txt', '%2e%2e/secret.txt', ''])('%j is no file of the assets', async (name) => {
    const { body } = await app.inject({ url: `/dashboard/assets/${name}` });
    expect(body).not.toContain('secret');
  });

  it('an asset of another build is a 404, not the page', async () => {
    const { statusCode, body } = await app.inject({ url: '/dashboard/assets/index-b2.js' });
    expect([statusCode, body]).toEqual([404, 'There is no such file.']);
  });
});
