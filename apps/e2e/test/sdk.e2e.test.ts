import { waitFor, webhookReceiver, testTimeoutMs, type WebhookReceiver } from '@pitanga/testing';
import { Pitanga, PitangaError, webhooks, type CreatedWebhook, type WebhookEvent } from '@pitanga-pay/sdk';
import { usePlatform } from './use-platform';

const events: CreatedWebhook['events'] = ['transparent.completed', 'transparent.refunded'];

describe('a merchant with @pitanga-pay/sdk', () => {
  const platform = usePlatform();
  let pitanga: Pitanga;
  let receiver: WebhookReceiver;
  let webhook: CreatedWebhook;

  beforeAll(async () => {
    pitanga = new Pitanga(platform.demo.devKey, { url: platform.baseUrl });
    receiver = await webhookReceiver();
    webhook = await pitanga.webhooks.create({ name: 'shop', endpoint: receiver.url, events });
  }, 2 * testTimeoutMs);
  afterAll(() => receiver.close(), 2 * testTimeoutMs);

  const paidCharge = async (amount: number): Promise<string> => {
    const { id } = await pitanga.charges.create({ method: 'PIX', data: { amount } });
    await pitanga.charges.simulatePayment(id);
    return id;
  };
  /** What the platform sent about a charge, not yet verified. */
  const sent = (type: WebhookEvent['event'], id: string) =>
    waitFor(`${type} of ${id}`, () =>
      Promise.resolve(receiver.seen.find(({ body }) => body.includes(id) && body.includes(`"${type}"`))),
    );
  const verified = async (type: WebhookEvent['event'], id: string, secret = webhook.secret) => {
    const { body, headers } = await sent(type, id);
    return await webhooks.verify(body, headers, secret);
  };

  it('is paid by Pix, finds the charge, hears of it, and gives the money back', async () => {
    const created = await pitanga.charges.create({ method: 'PIX', data: { amount: 12_345, externalId: 'order-7' } });
    expect(created).toMatchObject({ status: 'PENDING', amount: 12_345, brCode: expect.stringMatching(/^000201/) });
    expect(await pitanga.charges.check(created.id)).toMatchObject({ status: 'PENDING' });
    expect(await pitanga.charges.simulatePayment(created.id)).toMatchObject({ status: 'PAID' });

    const { data } = await pitanga.charges.list({ externalId: 'order-7', status: 'PAID' });
    expect(data.map(({ id }) => id)).toEqual([created.id]);
    const event = await verified('transparent.completed', created.id);
    expect(event.event === 'transparent.completed' && event.data.transparent.paidAmount).toBe(12_345);

    // The fee of the charge is not given back: other money has to cover it.
    await paidCharge(1_000);
    await waitFor('both in the balance', async () => (await pitanga.store.get()).balance.available >= 12_345);
    const refund = await pitanga.charges.refund({ id: created.id, reason: 'the buyer changed her mind' });
    expect(refund).toMatchObject({ originalId: created.id, amount: 12_345 });
    await verified('transparent.refunded', created.id);
    expect(await pitanga.charges.get(created.id)).toMatchObject({ status: 'REFUNDED', refundedAmount: 12_345 });
  });

  it('walks over all pages of a list', async () => {
    const made: string[] = [];
    for (const amount of [1_001, 1_002, 1_003, 1_004, 1_005])
      made.push((await pitanga.charges.create({ data: { amount } })).id);
    const listed: string[] = [];
    for await (const { id, amount } of pitanga.charges.list({ limit: 2, status: 'PENDING' }))
      if (amount > 1_000 && amount < 1_006) listed.push(id);
    expect(listed).toEqual(made.reverse());
  });

  it('does nothing twice under one key', async () => {
    const options = { idempotencyKey: 'order-8' };
    const first = await pitanga.charges.create({ data: { amount: 2_000 } }, options);
    expect((await pitanga.charges.create({ data: { amount: 2_000 } }, options)).id).toBe(first.id);
    const other = pitanga.charges.create({ data: { amount: 2_001 } }, options);
    await expect(other).rejects.toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it('tells refusals apart by their code', async () => {
    const error: unknown = await pitanga.charges.get('pix_char_none').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PitangaError);
    expect(error).toMatchObject({
      status: 404,
      code: 'CHARGE_NOT_FOUND',
      requestId: expect.stringMatching(/^req_/),
      docs: `${platform.baseUrl}/docs/errors#CHARGE_NOT_FOUND`,
    });
    const stranger = new Pitanga(`${platform.demo.devKey}x`, { url: platform.baseUrl });
    await expect(stranger.store.get()).rejects.toMatchObject({ status: 401, code: 'API_KEY_INVALID' });
  });

  it('reads the event stream, and misses nothing of what happens while it does not', async () => {
    const paidOf = async (wanted: string | undefined, after?: string): Promise<{ id: string; charges: string[] }> => {
      const charges: string[] = [];
      for await (const { id, event, data } of pitanga.events.stream(after === undefined ? {} : { after })) {
        if (event !== 'transparent.completed') continue;
        charges.push(data.transparent.id);
        if (wanted === undefined || data.transparent.id === wanted) return { id, charges };
      }
      throw new Error('the stream ended');
    };
    let first: string | undefined;
    const reading = paidOf(undefined).then(({ id }) => (first = id));
    // Without `after` it begins with what happens once it is open.
    await waitFor('an event of the stream', async () => first !== undefined || void (await paidCharge(3_000)));
    const missed = await paidCharge(3_001);
    const { charges } = await paidOf(missed, await reading);
    expect(charges).toEqual([...new Set(charges)]);
    expect(charges.at(-1)).toBe(missed);
  });

  it('verifies with the old and the new secret while it rotates, and refuses another', async () => {
    const rotated = await pitanga.webhooks.rotateSecret(webhook.id);
    const id = await paidCharge(4_000);
    for (const secret of [webhook.secret, rotated.secret])
      expect(await verified('transparent.completed', id, secret)).toMatchObject({ apiVersion: 2, devMode: true });
    const other = verified('transparent.completed', id, `whsec_${btoa('a secret of somebody else, not ours')}`);
    await expect(other).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
  });

  it('downloads the statement as a file', async () => {
    expect(await pitanga.bankStatement.export({ format: 'csv' })).toMatch(/^id,createdAt,/);
    expect(await pitanga.bankStatement.export({ format: 'ofx' })).toMatch(/^OFXHEADER:100/);
  });
});
