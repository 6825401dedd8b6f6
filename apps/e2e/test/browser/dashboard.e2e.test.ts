import { webhookReceiver } from '@pitanga/testing';
import type { SharedPlatform } from '@pitanga/tools';
import type { Browser, Page } from 'playwright-core';
import { clientOf, type Client } from '../api';
import { joinPlatform } from '../use-platform';
import { checkPage } from './check-page';
import { launchBrowser } from './chromium';
import { attackFrom } from './dashboard/attacks';
import { openPictures } from './pictures';
import { sizes, toWay } from './way';

describe('the dashboard', () => {
  let platform: SharedPlatform;
  let api: Client;
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    platform = await joinPlatform({ hasPerson: true });
    api = clientOf(platform.demo);
    browser = await launchBrowser();
    page = await (await browser.newContext({ locale: 'pt-BR', viewport: sizes.desktop })).newPage();
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (message) => {
      // A refused request is an answer that pages show.
      const isRefusal = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isRefusal) problems.push(message.text());
    });
  }, 180_000);
  afterAll(() => browser.close());
  afterEach(() => {
    expect(problems).toEqual([]);
  });

  const person = () => {
    if (!platform.demo.dashboard) throw new Error('the demo store has no person');
    return platform.demo.dashboard;
  };
  const way = toWay('desktop light script pointer');
  const pictureFile = openPictures();
  const look = (state: string): Promise<void> => checkPage(page, { browser, pictureFile, way, state });

  it('asks who is not signed in, says what is wrong, and goes on to where the person was going', async () => {
    const { url, email, password } = person();
    const { storeId = '' } = platform.demo;
    await page.goto(`${url}/${storeId}/test/charges?status=PAID`);
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
    await look('sign-in');
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    expect(await page.getByText('Preencha este campo.').count()).toBe(2);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Senha', { exact: true }).fill('not the password');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('E-mail ou senha incorretos.').waitFor();
    await page.getByLabel('Senha', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Cobranças' }).waitFor();
    expect(new URL(page.url()).search).toBe('?status=PAID');
    await page.getByText('Ambiente de teste', { exact: false }).waitFor();
    expect(await page.title()).toBe('Cobranças · Teste · Pitanga');
    await page.getByText('Nada encontrado com estes filtros.').waitFor();
    await page.getByRole('button', { name: 'Limpar filtros' }).click();
    await page.getByText('Nenhuma cobrança ainda').waitFor();
    await look('no-charges');
  });

  it('shows a payment without a reload, and sends half of it back', async () => {
    const { json } = await api.post('/v2/transparents/create', {
      method: 'PIX',
      data: { amount: 12_345, externalId: 'pedido-1' },
    });
    const { id } = json.data as { id: string };
    await api.post(`/v2/transparents/simulate-payment?id=${id}`, {});
    await page.getByRole('row', { name: /R\$ 123,45.*Paga/ }).waitFor();
    await look('charges');
    await page.getByRole('link', { name: 'R$ 123,45' }).click();
    await page.getByRole('heading', { name: 'Cobrança de R$ 123,45' }).waitFor();
    await page.getByRole('button', { name: 'Reembolsar' }).click();
    const amount = page.getByLabel('Valor a reembolsar');
    await amount.fill('200');
    await page.getByText('No máximo R$ 123,45.').waitFor();
    await amount.fill('61,70');
    await look('refund');
    await page.getByRole('button', { name: 'Reembolsar R$ 61,70' }).click();
    await page.getByText('Reembolso pedido.').waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: /R\$\s61,70.*Concluído/ })
      .waitFor();
    const refunds = await api.get(`/v2/refunds/list?originalId=${id}`);
    expect(refunds.json.data).toMatchObject([{ amount: 6_170 }]);
    // The charge has no customer, so its payer is no other person.
    await page.getByText('Reembolsada em parte').first().waitFor();
    expect(await page.getByText('Pago por outra pessoa').count()).toBe(0);
    await look('charge');
    await page.getByRole('link', { name: 'Cobranças' }).first().click();
    await page.getByText('1 cobrança · R$ 123,45 cobrados', { exact: false }).waitFor();
    await page.getByRole('row', { name: /R\$ 123,45.*Reembolsada em parte.*\p{Lu}/u }).waitFor();
    await page.setViewportSize(sizes.phone);
    await page.getByRole('button', { name: 'Filtros' }).click();
    await look('charges-phone');
    await page.setViewportSize(sizes.desktop);
  });

  it('tells both in the statement, with what was available after each', async () => {
    await page.getByRole('link', { name: 'Extrato' }).first().click();
    await page.getByRole('heading', { name: 'Extrato', level: 1 }).waitFor();
    // R$ 123,45 less the fee of R$ 0,80, then less the refund.
    await page.getByRole('row', { name: /Reembolso.*R\$ 60,95/ }).waitFor();
    await page.getByRole('row', { name: /Pagamento.*R\$ 122,65/ }).waitFor();
    await look('statement');
  });

  it('sends a webhook that failed again', async () => {
    let isUp = false;
    const receiver = await webhookReceiver(() => (isUp ? 200 : 500));
    const hook = { name: 'Loja', endpoint: receiver.url, events: ['transparent.completed'] };
    await api.post('/v2/webhooks/create', hook);
    const { json } = await api.post('/v2/transparents/create', { method: 'PIX', data: { amount: 5_000 } });
    await api.post(`/v2/transparents/simulate-payment?id=${(json.data as { id: string }).id}`, {});
    await page.getByRole('link', { name: 'Desenvolvedores' }).click();
    await page.getByRole('navigation', { name: 'Desenvolvedores' }).getByRole('link', { name: 'Entregas' }).click();
    await page
      .getByRole('row', { name: /Tentando/ })
      .getByRole('link')
      .first()
      .click();
    await page.getByText('500').first().waitFor();
    isUp = true;
    await page.getByRole('button', { name: 'Reenviar' }).click();
    await page.getByText('Reenvio pedido.').waitFor();
    await page.getByText('manual').first().waitFor();
    await page.getByText('Entregue').first().waitFor();
    await look('delivery');
    await receiver.close();
  });

  it('speaks English when asked to, and keeps it', async () => {
    await page.getByRole('button', { name: /^Conta:/ }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByRole('heading', { name: 'Balance' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Balance' }).waitFor();
    expect(await page.evaluate<string>('document.documentElement.lang')).toBe('en');
    await look('home');
  });

  it('is neither shown nor steered by a page of another origin, which reads nothing of the person', async () => {
    const { storeId = '' } = platform.demo;
    const reached = await attackFrom(page.context(), { baseUrl: platform.baseUrl, storeId, api });
    expect(reached).toEqual({ isFramed: false, products: [], read: 'TypeError' });
  });

  it('ends here when the session has ended elsewhere', async () => {
    const { origin } = new URL(platform.baseUrl);
    await page.request.post(`${platform.baseUrl}/dashboard/api/auth/sign-out`, {
      headers: { origin, 'x-pitanga-client': 'dashboard' },
    });
    // What the page asks by itself may end it before the click.
    const signIn = page.getByRole('heading', { name: 'Sign in' });
    await Promise.race([page.getByRole('link', { name: 'Charges' }).click(), signIn.waitFor()]);
    await signIn.waitFor();
  });
});
