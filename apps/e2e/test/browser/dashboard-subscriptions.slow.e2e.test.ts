import { testTimeoutMs } from '@pitanga/testing';
import type { SharedPlatform } from '@pitanga/tools';
import type { Browser, Page } from 'playwright-core';
import { clientOf, type Client } from '../api';
import { joinPlatform } from '../use-platform';
import { checkPage } from './check-page';
import { launchBrowser } from './chromium';
import { openPictures } from './pictures';
import { sizes, toWay } from './way';

describe('subscriptions in the dashboard', () => {
  let platform: SharedPlatform;
  let api: Client;
  let browser: Browser;
  let page: Page;
  let subscriptionId: string;
  const problems: string[] = [];

  beforeAll(async () => {
    platform = await joinPlatform({ hasPerson: true });
    api = clientOf(platform.demo);
    browser = await launchBrowser();
    page = await (await browser.newContext({ locale: 'pt-BR', viewport: sizes.desktop })).newPage();
    page.on('pageerror', ({ message }) => problems.push(message));
    await aProduct('Clube mensal', 8_990, 'MONTHLY');
    await aProduct('Clube anual', 89_900, 'ANNUALLY');
    await api.post('/v2/customers/create', { name: 'Ana Souza', email: 'ana@example.com' });
    await signIn();
  }, 180_000);
  afterAll(() => browser.close());
  afterEach(() => {
    expect(problems).toEqual([]);
  });

  const aProduct = (name: string, price: number, cycle: string) =>
    api.post('/v2/products/create', { externalId: name, name, price, cycle });
  const addressOf = (path: string): string => {
    const { dashboard, storeId = '' } = platform.demo;
    if (!dashboard) throw new Error('the demo store has no person');
    return `${dashboard.url}/${storeId}/test${path}`;
  };
  const signIn = async (): Promise<void> => {
    await page.goto(addressOf('/subscriptions'));
    await page.getByLabel('E-mail').fill(platform.demo.dashboard?.email ?? '');
    await page.getByLabel('Senha', { exact: true }).fill(platform.demo.dashboard?.password ?? '');
    await page.keyboard.press('Enter');
    await page.getByText('Nenhuma assinatura ainda').waitFor();
  };
  const subscription = async () => (await api.get(`/v2/subscriptions/get?id=${subscriptionId}`)).json.data;
  const pick = async (label: string, option: RegExp): Promise<void> => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option }).click();
  };
  const inDialog = (verb: string) => page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click();
  const act = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  const way = toWay('desktop light script pointer');
  const pictureFile = openPictures();
  const look = (state: string): Promise<void> => checkPage(page, { browser, pictureFile, way, state });

  it(
    'begin with a checkout that is made and paid there',
    async () => {
      await page.getByRole('link', { name: 'Criar pedido de assinatura' }).first().click();
      await pick('Plano', /Clube mensal/);
      await page.getByText('R$ 89,90').first().waitFor();
      await pick('Cliente', /Ana Souza/);
      await look('subscription-checkout-form');
      await page.getByRole('button', { name: 'Criar pedido de assinatura' }).click();
      await page.getByRole('heading', { name: 'Clube mensal' }).waitFor();
      await page.getByText('Ninguém assinou ainda.').waitFor();
      await page.getByRole('button', { name: 'Simular pagamento' }).click();
      await inDialog('Simular pagamento');
      await page.getByRole('link', { name: 'Ana Souza' }).first().waitFor();
      await page
        .getByRole('row', { name: /Ana Souza.*Ativa/ })
        .getByRole('link')
        .click();
      await page.getByRole('heading', { name: 'Próxima cobrança' }).waitFor();
      await page.getByText('Visa •••• 4242').waitFor();
      subscriptionId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      expect(await subscription()).toMatchObject({ status: 'ACTIVE', amount: 8_990 });
    },
    2 * testTimeoutMs,
  );

  it(
    'are renewed when the test clock is advanced by a month',
    async () => {
      await page.goto(addressOf('/developers/clock'));
      await page.getByRole('button', { name: '+ 1 mês' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Avançar' }).click();
      await page.getByText('Assinaturas renovadas').waitFor();
      await page.getByRole('link', { name: 'subscription.renewed' }).waitFor();
      await look('test-clock');
      await page.goto(addressOf(`/subscriptions/${subscriptionId}`));
      await page.getByRole('row', { name: /Ciclo 1.*Pago.*R\$ 89,90/ }).waitFor();
      await page.getByText('Renovada: ciclo pago').waitFor();
      await look('subscription');
    },
    2 * testTimeoutMs,
  );

  it(
    'change their plan with the next due date, and keep it when that is undone',
    async () => {
      await page.getByRole('button', { name: 'Trocar plano' }).click();
      await pick('Plano novo', /Clube anual/);
      await page.getByRole('dialog').getByText('R$ 899,00').last().waitFor();
      await inDialog('Trocar plano');
      await page.getByText(/Passa para Clube anual em .*, por R\$\s899,00/).waitFor();
      expect(await subscription()).toMatchObject({ amount: 8_990, pendingPlanChange: { newAmount: 89_900 } });
      await page.getByRole('button', { name: 'Desfazer troca', exact: true }).click();
      await inDialog('Desfazer troca de plano');
      await page.getByText('Troca de plano desfeita.').waitFor();
      expect(await subscription()).toMatchObject({ pendingPlanChange: null });
    },
    2 * testTimeoutMs,
  );

  it('are paused, resumed and cancelled', async () => {
    await act('Pausar');
    await inDialog('Pausar');
    await page.getByText('Assinatura pausada.').waitFor();
    await page.getByText('Pausada', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Retomar' }).click();
    await inDialog('Retomar');
    await page.getByText('Assinatura retomada.').waitFor();
    expect(await subscription()).toMatchObject({ status: 'ACTIVE', pausedAt: null });
    await act('Cancelar assinatura');
    await page.getByRole('radio', { name: /^Agora/ }).check();
    await inDialog('Cancelar assinatura');
    await page.getByText('Terminou. Nada mais será cobrado.').waitFor();
    expect(await subscription()).toMatchObject({ status: 'CANCELLED' });
  });
});
