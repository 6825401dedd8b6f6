import AxeBuilder from '@axe-core/playwright';
import { testTimeoutMs } from '@pitanga/testing';
import type { Page } from 'playwright-core';
import { useBench } from './bench';
import { startCopiedShop, type CopiedShop } from './copied-shop';

/** The example shop, copied out of the repository as its README says, and paid by a buyer with a phone. */
describe('the example shop', () => {
  const bench = useBench();
  let shop: CopiedShop;
  let shopUrl: string;
  let page: Page;

  beforeAll(async () => {
    const { baseUrl, demo } = bench.platform;
    shop = await startCopiedShop(baseUrl, demo);
    shopUrl = shop.url;
  }, 3 * testTimeoutMs);
  afterAll(() => shop.close());
  beforeEach(async () => {
    page = await (await bench.browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
    await page.goto(shopUrl);
  });
  afterEach(() => page.context().close());

  const buy = (product: string): Promise<void> =>
    page.getByRole('listitem').filter({ hasText: product }).getByRole('button', { name: 'Comprar' }).click();
  const isPaid = (): Promise<void> => page.getByRole('heading', { name: 'Pedido pago' }).waitFor();
  /** The newest charge, paid as its bank would. */
  const payNewest = async (): Promise<void> => {
    const { data } = (await bench.api.get('/v2/charges/list?limit=1')).json as { data: { id: string }[] };
    await bench.api.post(`/v2/transparents/simulate-payment?id=${String(data[0]?.id)}`, {});
  };
  const typeCard = async (number: string): Promise<void> => {
    await page.getByText('Pagar com cartão').first().click();
    await page.getByLabel('Nome impresso no cartão').fill('ANA SOUZA');
    await page.frameLocator('iframe').getByLabel('Número do cartão').click();
    await page.keyboard.type(number);
    await page.keyboard.press('Tab');
    await page.keyboard.type('1239');
    await page.keyboard.press('Tab');
    await page.keyboard.type('123');
    await page.getByRole('button', { name: 'Pagar com cartão' }).click();
  };

  it('is paid by Pix, and hears of it by a signed webhook', async () => {
    await buy('Caneca');
    await page.getByRole('button', { name: 'Pagar com Pix' }).click();
    expect(await page.getByLabel('Pix copia e cola').inputValue()).toMatch(/^000201/);
    await page.getByAltText('QR Code do Pix').waitFor();
    await payNewest();
    await isPaid();
  });

  it('is paid by boleto', async () => {
    await buy('Livro');
    await page.getByText('Pagar com boleto').click();
    await page.getByLabel('Nome completo').fill('Ana Souza');
    await page.getByLabel('E-mail').fill('ana@example.com');
    await page.getByLabel('CPF ou CNPJ').fill('529.982.247-25');
    await page.getByLabel('Celular').fill('11 99999-9999');
    await page.getByRole('button', { name: 'Gerar boleto' }).click();
    expect(await page.getByLabel('Linha digitável').inputValue()).toMatch(/^\d{47}$/);
    await payNewest();
    await isPaid();
  });

  it('is paid by card, whose digits it never sees', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`));
    await buy('Cesta');
    await typeCard('4242424242424242');
    await isPaid();
    const ofShop = asked.filter((request) => request.startsWith(shopUrl)).join('\n');
    expect(ofShop).toContain('ctok_');
    expect(ofShop).not.toContain('4242424242424242');
  });

  it('tells the buyer that a card was declined, who then pays by Pix', async () => {
    await buy('Cesta');
    await typeCard('4000000000000002');
    await page.getByText('Não foi possível processar o pagamento com este cartão').waitFor();
    await page.getByRole('button', { name: 'Pagar com Pix' }).click();
    await payNewest();
    await isPaid();
  });

  it('makes one charge of an order, whatever a buyer sends again', async () => {
    await buy('Caneca');
    const order = new URL(page.url()).pathname;
    const card = { number: '4242424242424242', expMonth: 12, expYear: 2039, cvv: '123', holderName: 'ANA SOUZA' };
    const token = async (): Promise<string> =>
      (await bench.api.post('/v2/card-tokens', card, { key: bench.platform.demo.publicKey })).json.data.id;
    const pay = (body: object): Promise<Response> =>
      fetch(`${shopUrl}${order}/card`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    // At once, so that the shop knows of neither charge when it asks for the other.
    const tokens = [await token(), await token()];
    const answers = await Promise.all(tokens.map((one) => pay({ token: one })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await pay({ token: await token() })).status).toBe(200);
    await fetch(`${shopUrl}${order}/pix`, { method: 'POST', redirect: 'manual' });
    const path = `/v2/charges/list?externalId=${order.replace('/orders/', '')}`;
    const { data } = (await bench.api.get(path)).json as { data: { status: string }[] };
    expect(data.map(({ status }) => status)).toEqual(['PAID']);
  });

  it('refuses a webhook that it did not get from the platform', async () => {
    const { status } = await fetch(`${shopUrl}/webhooks`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': 'log_1',
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        'webhook-signature': `v1,${'A'.repeat(43)}=`,
      },
      body: '{"event":"transparent.completed"}',
    });
    expect(status).toBe(400);
  });

  it('says what it does not know, and what it cannot read', async () => {
    expect((await fetch(`${shopUrl}/orders/none`)).status).toBe(404);
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(`${shopUrl}/orders`, { method: 'POST', headers, body: '{' })).status).toBe(400);
    expect((await fetch(`${shopUrl}/orders`, { method: 'POST' })).status).toBe(404);
  });

  it('shows pages that axe finds nothing in, at the width of a phone', async () => {
    await buy('Caneca');
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });
});
