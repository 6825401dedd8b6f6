import { systemClock } from '@pitanga/core';
import { waitFor } from '@pitanga/testing';
import type { SharedPlatform } from '@pitanga/tools';
import { generate } from 'otplib';
import type { Browser, Page } from 'playwright-core';
import { bankSettings, startFakeBank, type FakeBank } from '../provider-servers';
import { joinPlatform } from '../use-platform';
import { checkPage } from './check-page';
import { launchBrowser } from './chromium';
import { openPictures } from './pictures';
import { sizes, toWay } from './way';

const ana = { cpf: '52998224725', nome: 'Ana Souza' };

describe('Pix without a charge in the dashboard', () => {
  let platform: SharedPlatform;
  let bank: FakeBank;
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    [platform, bank] = await Promise.all([joinPlatform({ hasPerson: true }), startFakeBank(() => systemClock.real())]);
    bank.deliver = async (url, body) => {
      const headers = { 'content-type': 'application/json' };
      const sent = { method: 'POST', headers, body: JSON.stringify(body) };
      await fetch(platform.baseUrl + new URL(url).pathname, sent);
    };
    browser = await launchBrowser();
    page = await (await browser.newContext({ locale: 'pt-BR', viewport: sizes.desktop })).newPage();
    page.on('pageerror', ({ message }) => problems.push(message));
    const { email, password } = platform.demo.dashboard ?? { email: '', password: '' };
    await must('/auth/sign-in', { email, password });
    const { secret } = await must<{ secret: string }>('/auth/totp/enrol', { currentPassword: password });
    await must('/auth/totp/confirm', { code: await generate({ secret }) });
    await must('/v2/providers/connect', { provider: 'BACEN_PIX', settings: bankSettings(bank) });
  }, 180_000);
  afterAll(async () => {
    await Promise.all([browser.close(), bank.stop()]);
  });
  afterEach(() => {
    expect(problems).toEqual([]);
  });

  const storeId = (): string => platform.demo.storeId ?? '';
  const at = (path: string, environment = 'live'): string =>
    `${platform.baseUrl}/dashboard/${storeId()}/${environment}${path}`;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const look = (state: string, width = 'desktop'): Promise<void> =>
    checkPage(page, { browser, pictureFile: openPictures(), way: toWay(`${width} light script pointer`), state });

  const headers = () => ({
    origin: new URL(platform.baseUrl).origin,
    'x-pitanga-client': 'dashboard',
    'x-pitanga-store': storeId(),
    'x-pitanga-environment': 'prod',
  });
  const address = (path: string): string => `${platform.baseUrl}/dashboard/api${path}`;

  async function must<T>(path: string, data: object): Promise<T> {
    const answer = await page.request.post(address(path), { data, headers: headers() });
    const body = (await answer.json()) as { data: T };
    expect([path, answer.status(), body]).toMatchObject([path, 200, {}]);
    return body.data;
  }

  /** Money arrives on the key, the bank says so, and it is recorded. */
  async function receive(valor: string): Promise<string> {
    const { endToEndId } = bank.books.receive({ valor, pagador: ana });
    const callback = bank.books.webhooks.get(bank.books.pixKey) ?? '';
    await bank.deliver(`${callback}/pix`, { pix: [{ endToEndId, valor }] });
    await waitFor('the Pix', async () => {
      const path = address(`/v2/key-payments/list?search=${endToEndId}`);
      const list = (await (await page.request.get(path, { headers: headers() })).json()) as { data: unknown[] };
      return list.data.length === 1;
    });
    return endToEndId;
  }

  it('is a task on the home page, and becomes the payment of the charge that is suggested', async () => {
    const { id } = await must<{ id: string }>('/v2/transparents/create', { method: 'PIX', data: { amount: 12_300 } });
    await page.goto(at('/key-payments', 'test'));
    await page.getByText('No ambiente de teste não há banco', { exact: false }).waitFor();
    await page.goto(at('/key-payments'));
    await page.getByText('Nenhum Pix sem cobrança').waitFor();
    await look('none');
    await receive('123.00');
    await page.goto(at('/'));
    const task = page.getByRole('link', { name: /^Decidir: Um Pix de R\$\s123,00 chegou sem cobrança/ });
    await task.click();
    await page.getByRole('heading', { name: /^Pix de R\$\s123,00$/ }).waitFor();
    await page.getByText('Ana Souza').waitFor();
    await page.getByRole('button', { name: `Ligar: Sem cliente, ${id}` }).waitFor();
    await look('waiting');
    await page.getByRole('button', { name: `Ligar: Sem cliente, ${id}` }).click();
    await button('Ligar R$ 123,00').waitFor();
    await look('attach');
    await button('Ligar R$ 123,00').click();
    await page.getByText('Este Pix é o pagamento de uma cobrança', { exact: false }).waitFor();
    await look('attached');
    await page.getByRole('link', { name: id }).click();
    await page.getByText('Paga', { exact: true }).first().waitFor();
  }, 180_000);

  it('is found by the search on a telephone, says why a charge cannot take it, and goes back', async () => {
    const { id } = await must<{ id: string }>('/v2/transparents/create', { method: 'PIX', data: { amount: 500 } });
    await page.setViewportSize({ width: 390, height: 844 });
    const endToEndId = await receive('7.00');
    await page.goto(at('/key-payments?status=WAITING'));
    await page.getByText('Ana Souza').waitFor();
    await look('list', 'phone');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Buscar na loja' }).fill(endToEndId);
    await page.getByRole('option', { name: /Ana Souza/ }).click();
    await page.getByText('Nenhuma cobrança em aberto tem este valor.').waitFor();
    const data = { id: page.url().split('/').at(-1), chargeId: id };
    const refused = await page.request.post(address('/v2/key-payments/attach'), { data, headers: headers() });
    expect(await refused.json()).toMatchObject({ code: 'KEY_PAYMENT_AMOUNT' });
    await look('nothing-fits', 'phone');
    await button('Devolver').click();
    await button('Devolver R$ 7,00').waitFor();
    await look('return', 'phone');
    await button('Devolver R$ 7,00').click();
    await page.getByText('O dinheiro voltou para quem pagou.').waitFor({ timeout: 60_000 });
    await look('returned', 'phone');
    expect(bank.books.returns()).toHaveLength(1);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  }, 180_000);
});
