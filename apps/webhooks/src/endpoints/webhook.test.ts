import { checkWebhookInput, type WebhookInput } from './webhook';
import { checkSecret, generateSecret, signingKeyOf } from './webhook-secret';

const input = (more: Partial<WebhookInput>): WebhookInput => ({
  name: 'hook',
  endpoint: 'https://example.com/',
  events: ['checkout.completed'],
  v2: true,
  legacySecretHeader: false,
  ...more,
});

describe('a webhook', () => {
  it('takes each event once', () => {
    const events = ['refund.failed', 'checkout.completed', 'refund.failed'];
    expect(checkWebhookInput(input({ events })).events).toEqual(['refund.failed', 'checkout.completed']);
  });

  it('refuses an unknown event and lists the valid ones', () => {
    expect(() => checkWebhookInput(input({ events: ['checkout.paid'] }))).toThrow(
      /'checkout\.paid'.*checkout\.completed, checkout\.refunded.*refund\.failed$/,
    );
  });

  it('takes the names of its own version only', () => {
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
});

describe('a secret', () => {
  it('is generated with 32 random bytes that are also its signing key', () => {
    const bytes = Uint8Array.from({ length: 32 }, (_, index) => index);
    const secret = generateSecret(() => bytes);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(signingKeyOf(checkSecret(secret))).toEqual(Buffer.from(bytes));
  });

  it.each([
    ['31 characters', 'x'.repeat(31)],
    ['257 characters', 'x'.repeat(257)],
    ['a line break', `${'x'.repeat(32)}\n`],
    ['whsec_ without base64', `whsec_${'!'.repeat(32)}`],
    ['whsec_ with a short key', `whsec_${'A'.repeat(28)}`],
  ])('refuses %s', (_what, secret) => {
    expect(() => checkSecret(secret)).toThrow(/^Property 'secret'/);
  });
});
