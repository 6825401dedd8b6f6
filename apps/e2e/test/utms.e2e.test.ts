import { testTimeoutMs, waitFor, webhookReceiver, type WebhookReceiver } from '@pitanga/testing';
import { aCpf } from './api';
import { usePlatform } from './use-platform';

describe('a sale that began at an advertisement', () => {
  const at = usePlatform();
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await webhookReceiver();
    const events = ['checkout.completed', 'transparent.completed'];
    await at.api.post('/v2/webhooks/create', { name: 'utms', endpoint: receiver.url, events });
  }, testTimeoutMs);
  afterAll(() => receiver.close());

  const told = (chargeId: string) =>
    waitFor('the webhook', () => {
      const sent = receiver.seen.find(({ body }) => body.includes(chargeId));
      return Promise.resolve(sent && { body: sent.body, data: JSON.parse(sent.body).data });
    });
  const charges = async (query: string) => (await at.api.get(`/v2/charges/list?${query}`)).json.data;

  it('keeps where its buyer came from, from the address of the page to the webhook', async () => {
    const product = { externalId: `livro-${aCpf()}`, name: 'Livro', price: 2_000 };
    await at.api.post('/v2/products/create', product);
    const made = await at.api.post('/v2/checkouts/create', { items: [{ id: product.externalId }], methods: ['PIX'] });
    const { id, url } = made.json.data;
    const page = await (await fetch(`${url}?utm_source=instagram&utm_campaign=Natal%20%2725&src=parceiro`)).text();
    expect(await charges(`search=${id}`)).toEqual([]);
    const action = /<form method="post" action="([^"]*\/pix\?[^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const payer = { name: 'Ana Souza', taxId: aCpf() };
    const shown = await fetch(new URL(action, url), {
      method: 'POST',
      body: new URLSearchParams(payer),
      redirect: 'manual',
    });
    expect([shown.status, shown.headers.get('location')]).toEqual([303, expect.stringContaining('src=parceiro')]);
    await at.api.post('/v2/checkouts/simulate-payment', { id });

    const utms = { source: 'instagram', medium: null, campaign: "Natal '25", term: null, content: null };
    const [charge] = await charges(`search=${id}`);
    expect(charge).toMatchObject({ status: 'PAID', utms });
    const details = await at.api.get(`/v2/charges/get?id=${charge.id}`);
    expect(details.json.data).toMatchObject({ utms, src: 'parceiro', sck: null });
    const { body, data } = await told(charge.id);
    expect(data).toMatchObject({ checkout: { id }, payerInformation: { method: 'PIX', utms } });
    expect(body).not.toContain('parceiro');
  });

  it('keeps what a store’s own site says of it', async () => {
    const data = { amount: 1_000, utm: { campaign: 'natal' } };
    const { id, utms } = (await at.api.post('/v2/transparents/create', { data })).json.data;
    expect(utms).toEqual({ source: null, medium: null, campaign: 'natal', term: null, content: null });
    await at.api.post('/v2/transparents/simulate-payment', { id });
    expect((await told(id)).data).toMatchObject({ transparent: { id, utms }, payerInformation: { utms } });
  });
});
