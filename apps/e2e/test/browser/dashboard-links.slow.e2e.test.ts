import { readFileSync } from 'node:fs';
import type { SharedPlatform } from '@pitanga/tools';
import type { Browser, Page } from 'playwright-core';
import { clientOf, type Client } from '../api';
import { joinPlatform } from '../use-platform';
import { checkPage } from './check-page';
import { launchBrowser } from './chromium';
import { openPictures } from './pictures';
import { sizes, toWay } from './way';

describe('payment links, checkouts and the brand in the dashboard', () => {
  let platform: SharedPlatform;
  let api: Client;
  let browser: Browser;
  let page: Page;
  let buyer: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    platform = await joinPlatform({ hasPerson: true });
    api = clientOf(platform.demo);
    browser = await launchBrowser();
    page = await (await browser.newContext({ locale: 'pt-BR', viewport: sizes.desktop })).newPage();
    buyer = await (await browser.newContext({ locale: 'pt-BR', viewport: sizes.phone })).newPage();
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (message) => {
      const isRefusal = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isRefusal) problems.push(message.text());
    });
    await api.post('/v2/products/create', { externalId: 'cafe', name: 'Café torrado', price: 3_490 });
    await api.post('/v2/products/create', { externalId: 'caneca', name: 'Caneca azul', price: 5_900 });
    if (!platform.demo.dashboard) throw new Error('the demo store has no person');
    const { url, email, password } = platform.demo.dashboard;
    await page.goto(`${url}/${platform.demo.storeId ?? ''}/test/links`);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Senha', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await heading('Links de pagamento');
  }, 180_000);
  afterAll(() => browser.close());
  afterEach(() => {
    // The preview's style sheets and the frame itself are under the dashboard's policy.
    expect(problems).toEqual([]);
  });

  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const preview = () => page.frameLocator('iframe');
  const total = (text: string) => preview().locator('.total', { hasText: text }).waitFor();
  const way = toWay('desktop light script pointer');
  const pictureFile = openPictures();
  const look = (state: string): Promise<void> => checkPage(page, { browser, pictureFile, way, state });

  const pick = async (label: string, name: string): Promise<void> => {
    await page
      .getByRole('combobox', { name: label })
      .or(page.getByRole('textbox', { name: label }))
      .first()
      .fill(name);
    await page.getByRole('option', { name }).click();
  };

  it('makes a link whose page is shown while one types', async () => {
    await page.getByText('Nenhum link de pagamento ainda').waitFor();
    await page.getByRole('link', { name: 'Criar link' }).first().click();
    await button('Criar link').click();
    await page.getByText('Preencha este campo.').waitFor();
    await pick('Produto', 'Café torrado');
    await total('R$ 34,90');
    await preview().getByText('1 × Café torrado').waitFor();
    await page.getByRole('textbox', { name: 'Quantidade' }).fill('2');
    await total('R$ 69,80');
    await button('Adicionar produto').click();
    await pick('Produto 2', 'Caneca azul');
    await total('R$ 128,80');
    // The page's own style sheet holds in the frame, and the page is as wide as a phone.
    expect(await page.evaluate<number>("document.querySelector('iframe').contentWindow.innerWidth")).toBe(390);
    const radius = await page.evaluate<string>(
      "getComputedStyle(document.querySelector('iframe').contentDocument.querySelector('.button')).borderRadius",
    );
    expect(radius).toBe('10px');
    await look('link-form');
    await button('Criar link').click();
    await heading('Café torrado e mais 1');
    const { json } = await api.get('/v2/payment-links/list');
    expect(json.data).toMatchObject([{ amount: 12_880, methods: ['PIX', 'CARD'], status: 'ACTIVE' }]);
  });

  it('shows what a buyer pays by phone without a reload, and saves the QR code of the address', async () => {
    const { json } = await api.get('/v2/payment-links/list');
    const [{ url, id }] = json.data as [{ url: string; id: string }];
    await page.getByText('Nenhum pagamento ainda', { exact: false }).waitFor();
    await buyer.goto(`${url}?utm_source=instagram`);
    await buyer.getByText('2 × Café torrado').waitFor();
    await buyer.locator('img.qr').waitFor();
    await buyer.getByRole('button', { name: 'Simular pagamento' }).click();
    await buyer.getByText('Pago', { exact: true }).waitFor();
    await page.getByRole('row', { name: /R\$ 128,80.*Paga.*Pix/ }).waitFor();
    await page.getByText('R$ 128,80', { exact: true }).first().waitFor();
    for (const [name, start] of [
      ['Baixar SVG', '<svg width="1024"'],
      ['Baixar PNG', '\u0089PNG'],
    ] as const) {
      const [file] = await Promise.all([page.waitForEvent('download'), button(name).click()]);
      expect(file.suggestedFilename()).toBe(`qr-${id}.${name.slice(-3).toLowerCase()}`);
      expect(readFileSync(await file.path(), 'latin1').startsWith(start)).toBe(true);
    }
    await look('link');
  });

  it('sums the sale by where its buyer came from, on a phone, too, and saves that as CSV', async () => {
    const { json } = await api.get('/v2/payment-links/list');
    await page.getByRole('link', { name: 'Extrato', exact: true }).click();
    await page.getByRole('link', { name: 'Origem das vendas' }).click();
    await heading('Origem das vendas');
    await page.getByRole('row', { name: /instagram.*1.*R\$ 128,80.*100%/ }).waitFor();
    await look('origins');
    await page.setViewportSize(sizes.phone);
    await page.getByText('1 pagamento · 100%').first().waitFor();
    await look('origins-phone');
    await page.setViewportSize(sizes.desktop);
    const [file] = await Promise.all([page.waitForEvent('download'), button('Exportar CSV').click()]);
    expect(readFileSync(await file.path(), 'utf8')).toContain('"instagram";1;128,80;0,00;100,00');
    await page.getByRole('combobox', { name: 'Agrupar por' }).selectOption('utm_campaign');
    await page.getByRole('row', { name: /Sem utm_campaign.*R\$ 128,80/ }).waitFor();
    const [{ id }] = json.data as [{ id: string }];
    await page.goto(`${platform.demo.dashboard?.url ?? ''}/${platform.demo.storeId ?? ''}/test/links/${id}`);
    await heading('Café torrado e mais 1');
  });

  it('changes what a link accepts, and deactivates it', async () => {
    await page.getByRole('link', { name: 'Editar', exact: true }).click();
    await heading('Editar link');
    await page.getByRole('checkbox', { name: 'Cartão' }).uncheck();
    await page.getByRole('textbox', { name: 'Endereço de volta' }).fill('loja.example');
    await button('Salvar').click();
    await page.getByText('Digite um endereço completo', { exact: false }).waitFor();
    await page.getByRole('textbox', { name: 'Endereço de volta' }).fill('https://loja.example');
    await preview().getByText('Voltar').first().waitFor();
    await button('Salvar').click();
    await page.getByText('Link salvo.').waitFor();
    await button('Mais ações').click();
    await page.getByRole('menuitem', { name: 'Desativar link' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Desativar link' }).click();
    await page.getByText('Link desativado.').waitFor();
    await page.getByText('Desativado', { exact: true }).waitFor();
    const { json } = await api.get('/v2/payment-links/list');
    expect(json.data).toMatchObject([
      { status: 'CANCELLED', methods: ['PIX'], returnUrl: 'https://loja.example', paidAmount: 12_880 },
    ]);
    await page.getByRole('link', { name: 'Links de pagamento' }).first().click();
    await page.getByRole('row', { name: /Café torrado e mais 1.*Desativado/ }).waitFor();
    await look('links');
  });

  it('makes a checkout, pays it as a made-up buyer and leads to its charge', async () => {
    await page.getByRole('link', { name: 'Checkouts', exact: true }).click();
    await page.getByText('Nenhum checkout ainda').waitFor();
    await page.getByRole('link', { name: 'Criar checkout' }).first().click();
    await pick('Produto', 'Caneca azul');
    await total('R$ 59,00');
    await button('Criar checkout').click();
    await heading('Checkout de R$ 59,00');
    await look('checkout');
    await button('Simular pagamento').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Simular pagamento' }).click();
    await page.getByText('Pagamento simulado.').waitFor();
    await page.getByRole('row', { name: /R\$ 59,00.*Paga.*Pix/ }).waitFor();
    await page.getByRole('link', { name: 'R$ 59,00' }).click();
    await heading('Cobrança de R$ 59,00');
  });

  it('refuses a colour on which white text cannot be read, in words, and offers a darker one', async () => {
    await page.getByRole('link', { name: 'Configurações' }).click();
    await page.getByRole('link', { name: 'Página de pagamento' }).click();
    await page.getByRole('textbox', { name: 'Nome mostrado' }).fill('Empório da Torra');
    await preview().locator('h1', { hasText: 'Empório da Torra' }).waitFor();
    const color = page.getByRole('textbox', { name: 'Cor', exact: true });
    await color.fill('#ffd54a');
    await page.getByText('tem contraste 1,4, e são precisos 4,5', { exact: false }).waitFor();
    await button('Salvar').click();
    expect(await page.evaluate<string>('document.activeElement.name')).toBe('color');
    await look('brand');
    await page.getByRole('button', { name: /^Usar #/ }).click();
    await page.getByText(/^Contraste .*: dá para ler\.$/).waitFor();
    const { json } = await api.get('/v2/store/get');
    expect(json.data.branding).toMatchObject({ color: null, displayName: null });
  });
});
