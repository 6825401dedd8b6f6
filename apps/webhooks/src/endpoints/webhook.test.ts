import { checkWebhookInput, publicStatus, type WebhookInput } from './webhook';
import { checkSecret, generateSecret, signingKey } from './webhook-secret';

const input = (more: Partial<WebhookInput>): WebhookInput => ({
  name: 'hook',
  endpoint: 'https://example.com/',
  events: ['checkout.completed'],
  v2: true,
  legacySecretHeader: false,
  legacySecretQuery: false,
  ...more,
});

describe('a webhook', () => {
  it('keeps each event once', () => {
    const events = ['refund.failed', 'checkout.completed', 'refund.failed'];
    expect(checkWebhookInput(input({ events })).events).toEqual(['refund.failed', 'checkout.completed']);
  });

  it('has one webhookSecret in its query at most', () => {
    const endpoint = 'https://example.com/hook?x=1&webhook%53ecret=a';
    expect(() => checkWebhookInput(input({ endpoint, legacySecretQuery: true }))).toThrow(/legacySecretQuery adds it/);
    expect(checkWebhookInput(input({ endpoint })).endpoint).toBe(endpoint);
  });

  it('refuses an unknown event and lists the valid ones', () => {
    expect(() => checkWebhookInput(input({ events: ['checkout.paid'] }))).toThrow(
      /'checkout\.paid'.*checkout\.completed, checkout\.refunded.*refund\.needs_key, refund\.requested, top_up\.completed, pix_key\.received, pix_key\.refunded$/,
    );
  });

  it.each([
    ['an empty', '', "'';"],
    ['a long', 'x'.repeat(100_000), `'${'x'.repeat(100)}';`],
  ])('lists the valid events beside %s name too', (_what, event, shown) => {
    const refused = () => checkWebhookInput(input({ events: ['refund.failed', event] }));
    expect(refused).toThrow(`Property 'events' has the unknown event ${shown} valid events of a v2 webhook: checkout.`);
    expect(refused).toThrow(
      /, refund\.needs_key, refund\.requested, top_up\.completed, pix_key\.received, pix_key\.refunded$/,
    );
  });

  it('accepts the event names of its own version only', () => {
    expect(checkWebhookInput(input({ v2: false, events: ['billing.paid', 'withdraw.done'] })).events).toHaveLength(2);
    expect(() => checkWebhookInput(input({ v2: false }))).toThrow(/billing\.paid, withdraw\.done, withdraw\.failed$/);
    expect(() => checkWebhookInput(input({ events: ['billing.paid'] }))).toThrow(/valid events of a v2 webhook/);
  });

  it.each([
    ['an empty name', { name: '' }, /^Property 'name' should not be empty$/],
    ['a long name', { name: 'x'.repeat(201) }, /^Property 'name'.*200/],
    ['a long endpoint', { endpoint: `https://example.com/${'x'.repeat(2_040)}` }, /^Property 'endpoint'.*2048/],
    ['no events', { events: [] }, /^Property 'events' should not be empty/],
  ] as const)('refuses %s', (_what, more, message) => {
    expect(() => checkWebhookInput(input(more))).toThrow(message);
  });

  it('may have a name and an endpoint of exactly the greatest length', () => {
    const longest = input({ name: 'x'.repeat(200), endpoint: `https://example.com/${'x'.repeat(2_028)}` });
    expect(checkWebhookInput(longest)).toEqual(longest);
  });

  it('has a status that responses show, unless it is deleted', () => {
    expect([publicStatus('ACTIVE'), publicStatus('DISABLED')]).toEqual(['ACTIVE', 'DISABLED']);
    expect(() => publicStatus('DELETED')).toThrow(new TypeError('a deleted webhook was about to be shown'));
  });
});

describe('a secret', () => {
  it('is generated with 32 random bytes that are also its signing key', () => {
    const bytes = Uint8Array.from({ length: 32 }, (_, index) => index);
    const secret = generateSecret(() => bytes);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(signingKey(checkSecret(secret))).toEqual(Buffer.from(bytes));
  });

  it.each([
    ['7 characters', 'x'.repeat(7)],
    ['7 characters of two units each', '🔑'.repeat(7)],
    ['256 characters', 'x'.repeat(256)],
    ['a line break', `${'x'.repeat(32)}\n`],
    ['a character that no header may have', `${'x'.repeat(32)}\u0085`],
  ])('refuses %s', (_what, secret) => {
    expect(() => checkSecret(secret)).toThrow(/^Property 'secret'/);
  });

  it.each([
    ['spaces', 'a plain secret of thirty-two characters'],
    ['letters beyond ASCII', 'segredo de açaí com trinta e dois caracteres'],
    ['255 characters of two units each', '🔑'.repeat(255)],
    ['whsec_ without base64', `whsec_${'!'.repeat(32)}`],
    ['whsec_ with the alphabet of URLs', `whsec_${'-_'.repeat(20)}`],
  ])('may be any text, which is its own key: %s', (_what, secret) => {
    expect(signingKey(checkSecret(secret))).toEqual(Buffer.from(secret, 'utf8'));
  });

  it.each([20, 23, 24, 64, 65, 180])('of whsec_ and base64 is the key of %i bytes that it encodes', (size) => {
    const key = Buffer.alloc(size, 0xfb);
    const padded = key.toString('base64');
    for (const base64 of [padded, padded.replaceAll('=', '')]) {
      expect(signingKey(checkSecret(`whsec_${base64}`))).toEqual(key);
    }
  });
});
