import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { AppError } from '@pitanga/core';
import { efiCardScript } from '@pitanga/core/pix-banks';
import { startBeforeAll } from '@pitanga/testing';
import { pitangaVersion } from '../src/http/pages/card-fields/abacatepay-script';
import { wholeApi } from './whole-api';

/**
 * What was published. A merchant's page names the hash, and its browser runs nothing else: a changed script is a new
 * version with a line of its own, and the line and the script of the one before stay.
 */
const published: Readonly<Record<string, string>> = {
  '1.1.0': 'sha384-G/aytXf2j6O6y9KXicmEPGW014IsvgwKDKOQ25UqetLy03TJXeM43RqooLvenP/f',
  '1.0.0': 'sha384-i3ODRdkHqpjWA9apiLMuwzBh8lCmPgEnpQ111wz2aMfWGZsNa0Sb2gSQfF4n8FMI',
};

const gzipBytesMax = 8_192;
const frameBytesMax = 15_360;
const publishableKey = 'pk_live_51OAbCdEfGh';

interface Releases {
  readonly releases: readonly { readonly version: string; readonly url: string; readonly integrity: string }[];
}

const directives = (headers: Record<string, unknown>): Map<string, string> =>
  new Map(
    String(headers['content-security-policy'])
      .split('; ')
      .map((directive) => [directive.split(' ')[0] ?? '', directive.split(' ').slice(1).join(' ')]),
  );

describe('the card fields for the merchant’s own site', () => {
  const api = startBeforeAll(wholeApi);

  it('come by a script of at most 8 kB gzip, which any page may load and, by its version, keep for ever', async () => {
    const newest = await api.get('/js/v1/pitanga.js');
    const pinned = await api.get(`/js/v1/${pitangaVersion}/pitanga.js`);
    expect(pinned.text).toBe(newest.text);
    expect(gzipSync(newest.text).byteLength).toBeLessThanOrEqual(gzipBytesMax);
    for (const { statusCode, headers } of [newest, pinned]) {
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      });
    }
    expect(newest.headers['cache-control']).toBe('public, max-age=300, stale-while-revalidate=86400');
    expect(pinned.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(newest.text).toContain(`Pitanga.version = '${pitangaVersion}'`);
    const zipped = await api.app.inject({ url: '/js/v1/pitanga.js', headers: { 'accept-encoding': 'br' } });
    expect([zipped.headers['content-encoding'], zipped.rawPayload.length < gzipBytesMax]).toEqual(['br', true]);
  });

  it('publish the hash of every release, and a published release never changes', async () => {
    const { releases } = (await api.get('/js/v1/releases.json')).json as Releases;
    expect(Object.fromEntries(releases.map(({ version, integrity }) => [version, integrity]))).toEqual(published);
    for (const { version, url, integrity } of releases) {
      const { text } = await api.get(new URL(url).pathname);
      expect(url).toBe(`https://pitanga.example/js/v1/${version}/pitanga.js`);
      expect(integrity).toBe(`sha384-${createHash('sha384').update(text).digest('base64')}`);
    }
    expect((await api.get('/js/v1/9.9.9/pitanga.js')).statusCode).toBe(404);
  });

  it('have types beside them', async () => {
    const { text, headers } = await api.get('/js/v1/pitanga.d.ts');
    expect(headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'access-control-allow-origin': '*' });
    expect(text).toContain('createToken(options: { holderName: string }): Promise<CardToken>');
    expect(text).toContain('create(options: AbacatePayOptions): AbacatePayCheckout');
  });

  it('are a page that any page may frame, that sends to us alone, and whose script is named by its hash', async () => {
    api.answering({ 'cards.readCardFields': {} });
    const { statusCode, text, headers } = await api.get('/js/v1/fields?key=form');
    expect([statusCode, api.calls.map(({ name }) => name)]).toEqual([200, ['cards.readCardFields']]);
    const inline = /<script>([^]*?)<\/script>/.exec(text)?.[1] ?? '';
    const digest = createHash('sha256').update(inline).digest('base64');
    expect(Object.fromEntries(directives(headers))).toEqual({
      'default-src': "'none'",
      'style-src': expect.stringMatching(/^'sha256-[^' ]+'$/) as string,
      'script-src': `'sha256-${digest}'`,
      'connect-src': "'self'",
      'form-action': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': '*',
    });
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    for (const name of ['cc-number', 'cc-exp', 'cc-csc']) expect(text).toContain(`autocomplete="${name}"`);
    expect(brotliCompressSync(text).byteLength).toBeLessThanOrEqual(frameBytesMax);
  });

  it('are Stripe’s where the store’s cards go to Stripe: no input of ours, and its script with the store’s key', async () => {
    api.answering({ 'cards.readCardFields': { fields: { kind: 'CARD_FIELDS_KIND_STRIPE', publishableKey } } });
    const { text, headers } = await api.get('/js/v1/fields?key=form');
    expect(text).toContain(`data-stripe="${publishableKey}"`);
    expect(text).toContain('<script src="https://js.stripe.com/v3/"></script>');
    expect(text).not.toContain('<input');
    const policy = directives(headers);
    expect(policy.get('connect-src')).toBe("'self' https://api.stripe.com");
    expect(policy.get('frame-src')).toBe('https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com');
  });

  it('are ours where Efí takes the card from them: its very script with its hash, and what it calls alone', async () => {
    const payeeCode = '0123456789abcdef0123456789abcdef';
    const efi = { kind: 'CARD_FIELDS_KIND_EFI', publishableKey: '', payeeCode, isSandbox: true, scriptUrl };
    api.answering({ 'cards.readCardFields': { fields: efi } });
    const { text, headers } = await api.get('/js/v1/fields?key=form');
    expect(text).toContain(`data-efi="${payeeCode}" data-sandbox`);
    expect(text).toContain(`<script src="${scriptUrl}" integrity="sha384-`);
    for (const name of ['cc-number', 'cc-exp', 'cc-csc']) expect(text).toContain(`autocomplete="${name}"`);
    const policy = directives(headers);
    expect(policy.get('script-src')).toContain(` ${scriptUrl} https://device.clearsale.com.br`);
    expect(policy.get('connect-src')).toBe(
      "'self' https://cobrancas-h.api.efipay.com.br https://tokenizer.sejaefi.com.br " +
        'https://device.clearsale.com.br https://web.fpcs-monitor.com.br',
    );
    expect(policy.get('img-src')).toBe('https://device.clearsale.com.br https://web.fpcs-monitor.com.br');
    expect(policy.has('frame-src')).toBe(false);
  });

  it.each([
    ['an unknown key', 'nobody', {}, 'invalid_key'],
    ['a secret key', 'full', {}, 'invalid_key'],
    [
      'a store whose provider takes the card on its page',
      'form',
      { fields: { kind: 'CARD_FIELDS_KIND_HOSTED', publishableKey: '' } },
      'typed_at_provider',
    ],
    ['a store without cards', 'form', unavailable('PROVIDER_NOT_CONFIGURED'), 'not_configured'],
    ['a service that is away', 'form', unavailable('SERVICE_UNAVAILABLE'), 'unavailable'],
  ])('say why there are none for %s, and tell nothing of a store', async (_what, key, answer, problem) => {
    api.answering({ 'cards.readCardFields': answer });
    const { statusCode, text, headers } = await api.get(`/js/v1/fields?key=${key}`);
    expect([statusCode, directives(headers).get('frame-ancestors')]).toEqual([200, '*']);
    expect(text).toContain(`<body data-problem="${problem}">`);
    expect(text).not.toContain('<input');
  });

  it('leave every other page unframed', async () => {
    for (const url of ['/', '/js/v1/fields', '/card-actions/card_1']) {
      expect(directives((await api.get(url)).headers).get('frame-ancestors')).toBe("'none'");
    }
  });
});

const { url: scriptUrl } = efiCardScript;

function unavailable(reason: string): () => object {
  return () => {
    throw new AppError({ kind: 'UNAVAILABLE', reason, message: 'x' });
  };
}
