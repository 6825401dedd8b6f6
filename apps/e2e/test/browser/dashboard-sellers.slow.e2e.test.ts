import { waitFor } from '@pitanga/testing';
import type { SharedPlatform } from '@pitanga/tools';
import type { Browser, Page } from 'playwright-core';
import { aCpf, clientOf, type Client } from '../api';
import { joinPlatform } from '../use-platform';
import { checkPage } from './check-page';
import { launchBrowser } from './chromium';
import { openPictures } from './pictures';
import { sizes, toWay } from './way';

describe('sellers in the dashboard', () => {
  let platform: SharedPlatform;
  let api: Client;
  let browser: Browser;
  let page: Page;
  let seller: string;
  let charge: string;
  const problems: string[] = [];

  beforeAll(async () => {
    platform = await joinPlatform({ hasPerson: true });
    api = clientOf(platform.demo);
    seller = await must('/v2/sub-accounts/create', { name: 'Ana Souza', taxId: aCpf(), externalId: 'v-1' });
    const partner = await must('/v2/sub-accounts/create', { name: 'Bia Lima', taxId: aCpf(), externalId: 'v-2' });
    const splits = [
      { subAccountId: seller, percentage: 3_000 },
      { subAccountId: partner, amount: 1_500 },
    ];
    charge = await must('/v2/transparents/create', { data: { amount: 10_000, splits } });
    await must('/v2/transparents/simulate-payment', { id: charge });
    await waitFor('the part of the seller', async () => {
      return (await api.get(`/v2/sub-accounts/get?id=${seller}`)).json.data.balance.available === 3_000;
    });
    browser = await launchBrowser();
    page = await (await browser.newContext({ locale: 'pt-BR', viewport: sizes.desktop })).newPage();
    page.on('pageerror', ({ message }) => problems.push(message));
    const { email, password } = platform.demo.dashboard ?? { email: '', password: '' };
    const answer = await page.request.post(`${platform.baseUrl}/dashboard/api/auth/sign-in`, {
      data: { email, password },
      headers: { origin: new URL(platform.baseUrl).origin, 'x-pitanga-client': 'dashboard' },
    });
    expect(answer.status()).toBe(200);
  }, 240_000);
  afterAll(() => browser.close());
  afterEach(() => {
    expect(problems).toEqual([]);
  });

  async function must(path: string, body: object): Promise<string> {
    const { status, json } = await api.post(path, body);
    expect([path, status, json.error]).toEqual([path, 200, null]);
    return (json.data as { id: string }).id;
  }
  const at = (path: string): string => `${platform.baseUrl}/dashboard/${platform.demo.storeId ?? ''}/test${path}`;
  const pictureFile = openPictures();
  /** At a desk and on a phone. */
  async function look(state: string): Promise<void> {
    for (const size of ['desktop', 'phone'] as const) {
      await page.setViewportSize(sizes[size]);
      await checkPage(page, { browser, pictureFile, way: toWay(`${size} light script pointer`), state });
    }
    await page.setViewportSize(sizes.desktop);
  }

  it('are a list with what each has, and one with what moved it, from which they are paid', async () => {
    await page.goto(at('/sellers'));
    await page.getByRole('link', { name: 'Ana Souza' }).waitFor();
    await page.getByText('R$ 30,00').first().waitFor();
    await look('sellers');
    await page.getByRole('link', { name: 'Ana Souza' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ana Souza' }).waitFor();
    await page.getByText('+R$ 30,00').waitFor();
    await look('seller');
    await page.getByRole('button', { name: 'Sacar', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Valor').fill('30,01');
    await dialog.getByText('No máximo R$ 30,00').waitFor();
    await dialog.getByLabel('Valor').fill('20,00');
    await look('seller-withdraw');
    await dialog.getByRole('button', { name: 'Sacar', exact: true }).click();
    await page.getByText('Saque de R$ 20,00 pedido').waitFor();
    expect((await api.get(`/v2/sub-accounts/get?id=${seller}`)).json.data.balance.available).toBe(1_000);
  }, 120_000);

  it('stand on a charge that is split', async () => {
    await page.goto(at(`/charges/${charge}`));
    await page.getByText('Vai para vendedores').waitFor();
    await page.getByText('R$ 15,00').waitFor();
    await look('charge-split');
    await page.getByRole('link', { name: seller }).click();
    await page.getByRole('heading', { level: 1, name: 'Ana Souza' }).waitFor();
  }, 120_000);
});
