import type { SharedPlatform } from '@pitanga/tools';
import type { Browser, Page } from 'playwright-core';
import { clientOf, type Client } from '../api';
import { joinPlatform } from '../use-platform';
import { checkPage } from './check-page';
import { launchBrowser } from './chromium';
import { openPictures } from './pictures';
import { sizes, toWay } from './way';

describe('the home page and the search of the dashboard', () => {
  let platform: SharedPlatform;
  let api: Client;
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];
  const paid = { id: '', endToEndId: '' };

  beforeAll(async () => {
    platform = await joinPlatform({ hasPerson: true });
    api = clientOf(platform.demo);
    browser = await launchBrowser();
    page = await (await browser.newContext({ locale: 'pt-BR', viewport: sizes.desktop })).newPage();
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
  }, 180_000);
  afterAll(() => browser.close());
  afterEach(() => {
    expect(problems.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
  });

  const way = toWay('desktop light script pointer');
  const pictureFile = openPictures();
  const look = (state: string): Promise<void> => checkPage(page, { browser, pictureFile, way, state });
  const home = (): string => `${platform.demo.dashboard?.url ?? ''}/${platform.demo.storeId ?? ''}/test`;
  const step = (name: string, isDone: boolean) =>
    page.locator(`.steps [data-done="${isDone ? 'yes' : 'no'}"]`).filter({ hasText: name });

  it('shows a new store its first steps, and ticks one off when the API has taken it', async () => {
    const { email = '', password = '' } = platform.demo.dashboard ?? {};
    await page.goto(home());
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Senha', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Primeiros passos' }).waitFor();
    await step('Crie um link de pagamento', false).waitFor();
    await page.getByText('Nada recebido neste período').waitFor();
    await page.getByText('Tudo em ordem.', { exact: false }).waitFor();
    await look('home-new');
    const product = await api.post('/v2/products/create', { name: 'Caneca', price: 4_990, externalId: 'caneca' });
    const items = [{ id: product.json.data.id as string, quantity: 1 }];
    await api.post('/v2/payment-links/create', { items, frequency: 'MULTIPLE_PAYMENTS' });
    await step('Crie um link de pagamento', true).waitFor();
  });

  it('shows a payment in the figures without a reload, by pointer, by keyboard and as a table', async () => {
    const { json } = await api.post('/v2/transparents/create', {
      method: 'PIX',
      data: { amount: 12_345, externalId: 'pedido-77' },
    });
    paid.id = json.data.id;
    await api.post(`/v2/transparents/simulate-payment?id=${paid.id}`, {});
    const charge = await api.get(`/v2/charges/get?id=${paid.id}`);
    paid.endToEndId = charge.json.data.endToEndId;
    await page.getByRole('term').filter({ hasText: 'Bruto' }).waitFor();
    await page.locator('.totals').getByText('R$ 123,45').waitFor();
    await step('Receba um pagamento de teste', true).waitFor();
    const chart = page.getByRole('slider', { name: /Recebido por dia/ });
    await chart.focus();
    const spoken = async (): Promise<string> =>
      ((await chart.getAttribute('aria-valuetext')) ?? '').replaceAll('\u00a0', ' ');
    expect(await spoken()).toContain('Bruto R$ 123,45, Pix R$ 123,45');
    await page.locator('.chart-tip').waitFor();
    await page.keyboard.press('ArrowLeft');
    expect(await spoken()).toContain('Bruto R$ 0,00');
    await page.keyboard.press('Escape');
    await page.locator('.chart-tip').waitFor({ state: 'detached' });
    await chart.hover({ position: { x: 100, y: 100 } });
    await page.locator('.chart-tip').waitFor();
    await page
      .getByRole('table', { name: 'Recebido por dia e meio de pagamento' })
      .getByText('R$ 123,45')
      .first()
      .waitFor();
    await look('home');
    await page.getByText('7 dias', { exact: true }).click();
    await page.waitForURL(/\?period=7$/);
  });

  it('names a dispute with the days that are left, and leads to it', async () => {
    await api.post('/v2/transparents/simulate-dispute', { id: paid.id, outcome: 'opened' });
    await page.getByRole('link', { name: /^Responder: Contestação de R\$ 123,45: faltam 7 dias/ }).waitFor();
    await api.post('/v2/transparents/simulate-dispute', { id: paid.id, outcome: 'won' });
    await page.reload();
    await page.getByText('Tudo em ordem.', { exact: false }).waitFor();
  });

  it.each(['external id', 'end-to-end id'])('finds a charge by its %s and opens it by keyboard', async (kind) => {
    await page.goto(home());
    await page.getByRole('heading', { name: 'Recebido' }).waitFor();
    await page.keyboard.press('Control+k');
    const input = page.getByRole('combobox', { name: 'Buscar na loja' });
    await input.waitFor();
    await page.keyboard.type(kind === 'external id' ? 'pedido-77' : paid.endToEndId);
    const option = page.getByRole('option', { name: /pedido-77/ });
    await option.waitFor();
    expect(await option.getAttribute('aria-selected')).toBe('true');
    expect(await input.getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'));
    if (kind === 'external id') await look('search');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Cobrança de R$ 123,45' }).waitFor();
  });

  it('opens pages and what was opened before, and says when there is nothing', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: /pedido-77/ }).waitFor();
    await page.getByRole('combobox', { name: 'Buscar na loja' }).fill('nada-disso');
    await page.getByText('Nada encontrado para “nada-disso”.').waitFor();
    await look('search-none');
    await page.getByRole('combobox', { name: 'Buscar na loja' }).fill('extr');
    await page.getByRole('option', { name: 'Extrato' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Extrato', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Buscar na loja' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Buscar na loja' }).waitFor({ state: 'detached' });
  });

  it('puts the first steps away for good', async () => {
    await page.goto(home());
    await page.getByRole('button', { name: 'Dispensar' }).click();
    await page.getByRole('heading', { name: 'Primeiros passos' }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: 'Recebido' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Primeiros passos' }).count()).toBe(0);
  });

  it('says first in production that nothing can be taken, and leads to the providers', async () => {
    const live = home().replace(/test$/, 'live');
    await page.goto(live);
    await page.getByRole('heading', { name: 'Primeiros passos em produção' }).waitFor();
    await page.getByText('A loja ainda não recebe em produção', { exact: false }).waitFor();
    expect(await page.getByText('Tudo em ordem.', { exact: false }).count()).toBe(0);
    await look('home-live');
    await page.goto(`${live}/links/create`);
    await page.getByText('A loja ainda não recebe por nenhum meio.').waitFor();
    expect(await page.getByRole('checkbox', { name: /^(Pix|Boleto|Cartão)$/ }).count()).toBe(0);
    await look('link-live');
    await page.getByRole('link', { name: 'Conectar provedor' }).click();
    await page.waitForURL(/\/live\/settings\/providers$/);
  });
});
