import type { Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { aTenant, testClock, waitFor, webhookReceiver, type WebhookReceiver } from '@pitanga/testing';
import { Webhook } from 'standardwebhooks';
import { secret, startHarness, type Harness } from '../../test/harness';
import { rotateWebhookSecret } from './rotate-secret';

// Receivers refuse a signature that is five minutes old, so the clock starts at the real time.
const clock = testClock(new Date());
let harness: Harness;
let receiver: WebhookReceiver;

beforeAll(async () => {
  harness = await startHarness(clock);
  receiver = await webhookReceiver();
});
afterEach(() => harness.stopDispatchers());
afterAll(async () => {
  await receiver.close();
  await harness.stop();
});

const hourMs = 3_600_000;

/** Which of these secrets verify the next delivery of a store. */
async function verifying(tenant: Tenant, secrets: readonly (string | Webhook)[]): Promise<boolean[]> {
  const before = receiver.seen.length;
  await harness.pay(tenant);
  harness.dispatch();
  const { body, headers } = await waitFor('the webhook', () => Promise.resolve(receiver.seen[before]));
  // One that goes on would claim the next delivery at an instant of before the clock was moved.
  await harness.stopDispatchers();
  const signatures = String(headers['webhook-signature']).split(' ');
  return secrets.map((one) => {
    const id = String(headers['webhook-id']);
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    const webhook = typeof one === 'string' ? new Webhook(one) : one;
    return signatures.includes(webhook.sign(id, at, body));
  });
}

describe('rotating a secret', () => {
  it('signs with both for 24 hours to the second, and then with the new one alone', async () => {
    const tenant = aTenant();
    const { id } = await harness.register(tenant, receiver.url);
    const rotated = await transact(harness.deps, (tx) => rotateWebhookSecret(tx, tenant, id, undefined));
    expect(rotated.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(rotated.previousSecretExpiresAt).toEqual(new Date(clock.real().getTime() + 24 * hourMs));
    expect(await verifying(tenant, [secret, rotated.secret])).toEqual([true, true]);
    clock.advance(24 * hourMs - 1);
    expect(await verifying(tenant, [secret, rotated.secret])).toEqual([true, true]);
    clock.advance(1);
    expect(await verifying(tenant, [secret, rotated.secret])).toEqual([false, true]);
  });

  it('again within the 24 hours ends the oldest at once', async () => {
    const tenant = aTenant();
    const { id } = await harness.register(tenant, receiver.url);
    const second = await transact(harness.deps, (tx) => rotateWebhookSecret(tx, tenant, id, undefined));
    const third = await transact(harness.deps, (tx) => rotateWebhookSecret(tx, tenant, id, undefined));
    expect(await verifying(tenant, [secret, second.secret, third.secret])).toEqual([false, true, true]);
  });

  it('of any text or size of key signs with both as the published package verifies them', async () => {
    const tenant = aTenant();
    const plain = 'segredo de açaí com trinta e dois caracteres';
    const short = `whsec_${Buffer.alloc(20, 7).toString('base64')}`;
    const { id } = await harness.register(tenant, receiver.url, { secret: plain, legacySecretHeader: true });
    await transact(harness.deps, (tx) => rotateWebhookSecret(tx, tenant, id, short));
    const raw = new Webhook(Buffer.from(plain), { format: 'raw' });
    expect(await verifying(tenant, [raw, short])).toEqual([true, true]);
    await transact(harness.deps, (tx) => rotateWebhookSecret(tx, tenant, id, plain));
    expect(await verifying(tenant, [raw, short])).toEqual([true, true]);
    // The receiver reads a byte as a character.
    const sent = receiver.seen.at(-1)?.headers['x-webhook-secret'] as string;
    expect(Buffer.from(sent, 'latin1').toString('utf8')).toBe(plain);
  });

  it('twice at once leaves two secrets that sign', async () => {
    const tenant = aTenant();
    const { id } = await harness.register(tenant, receiver.url);
    const [one, two] = await Promise.all([
      transact(harness.deps, (tx) => rotateWebhookSecret(tx, tenant, id, undefined)),
      transact(harness.deps, (tx) => rotateWebhookSecret(tx, tenant, id, undefined)),
    ]);
    expect(await verifying(tenant, [secret, one.secret, two.secret])).toEqual([false, true, true]);
  });

  it('accepts a given one, seals it, and refuses an invalid one', async () => {
    const tenant = aTenant();
    const { id } = await harness.register(tenant, receiver.url);
    const given = 'x'.repeat(40);
    expect((await transact(harness.deps, (tx) => rotateWebhookSecret(tx, tenant, id, given))).secret).toBe(given);
    const rows = (await harness.database.db('webhook_secrets').where({ webhook_id: id })) as { sealed: Buffer }[];
    expect(rows.some(({ sealed }) => sealed.includes(given))).toBe(false);
    await expect(transact(harness.deps, (tx) => rotateWebhookSecret(tx, tenant, id, 'short'))).rejects.toThrow(
      /^Property 'secret'/,
    );
    await expect(transact(harness.deps, (tx) => rotateWebhookSecret(tx, aTenant(), id, given))).rejects.toMatchObject({
      kind: 'NOT_FOUND',
    });
  });
});
