import { readFileSync } from 'node:fs';
import { waitFor } from '@pitanga/testing';
import type { SharedPlatform } from '@pitanga/tools';
import type { Browser, Page } from 'playwright-core';
import { clientOf, type Client } from '../api';
import { joinPlatform } from '../use-platform';
import { checkPage } from './check-page';
import { launchBrowser } from './chromium';
import { openPictures } from './pictures';
import { sizes, toWay } from './way';

/** Would run if a page took a text for HTML. */
const script = '<img src=x onerror="window.ranScript=1">';

describe('products, coupons and customers in the dashboard', () => {
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
      const isRefusal = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isRefusal) problems.push(message.text());
    });
    if (!platform.demo.dashboard) throw new Error('the demo store has no person');
    const { url, email, password } = platform.demo.dashboard;
    await page.goto(`${url}/${platform.demo.storeId ?? ''}/test/products`);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Senha', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await heading('Produtos');
  }, 180_000);
  afterAll(() => browser.close());
  afterEach(async () => {
    expect(problems).toEqual([]);
    expect(await page.evaluate('window.ranScript')).toBeUndefined();
  });

  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const row = (name: string | RegExp) => page.getByRole('row', { name });
  const field = (name: RegExp) => page.getByRole('textbox', { name });
  const way = toWay('desktop light script pointer');
  const pictureFile = openPictures();
  const look = (state: string): Promise<void> => checkPage(page, { browser, pictureFile, way, state });
  const found = async (path: string) => (await api.get(path)).json.data as Record<string, unknown>[];

  const name = `Café ${script}`;

  it('makes a product and finds it by a part of its name', async () => {
    await page.getByText('Nenhum produto ainda').waitFor();
    await look('no-products');
    await link('Criar produto').click();
    await button('Criar produto').click();
    expect(await page.getByText('Preencha este campo.').count()).toBe(2);
    await field(/^Nome/).fill(name);
    await field(/^Preço/).fill('1.234,56');
    await page.getByLabel('Cobrança').selectOption('Mensal');
    await field(/^Dias de teste/).fill('91');
    await page.getByText('São de 1 a 90 dias.').waitFor();
    await field(/^Dias de teste/).fill('7');
    await field(/^Descrição/).fill(script);
    await look('create-product');
    await button('Criar produto').click();
    await heading(name);
    const [product] = await found('/v2/products/list');
    expect(product).toMatchObject({ name, price: 123_456, cycle: 'MONTHLY', trialDays: 7, description: script });
    expect(product?.['externalId']).toMatch(/^cafe-img-src-x-onerror-window-ranscript-\w{6}$/);
    await page.getByText(script, { exact: true }).waitFor();
    await look('product');

    await api.post('/v2/products/create', { externalId: 'caneca', name: 'Caneca', price: 5_490 });
    await link('Produtos').first().click();
    await row(/Caneca.*R\$ 54,90.*Avulsa/).waitFor();
    await page.getByLabel('Nome ou código').fill('CAFE');
    await row(/Caneca/).waitFor({ state: 'detached' });
    await row(/Café <img.*R\$ 1\.234,56.*Mensal/).waitFor();
    await look('products');
  });

  it('changes a product and deletes it, saying what stays', async () => {
    await link(name).click();
    await link('Editar').click();
    await field(/^Nome/).fill('Café');
    await field(/^Preço/).fill('99');
    await field(/^Dias de teste/).fill('');
    await look('edit-product');
    await button('Salvar').click();
    await heading('Café');
    expect((await found('/v2/products/list?search=cafe'))[0]).toMatchObject({
      name: 'Café',
      price: 9_900,
      trialDays: null,
      description: script,
    });
    await button('Mais ações: Café').click();
    await page.getByRole('menuitem', { name: 'Excluir' }).click();
    await page.getByText('Não há como desfazer.', { exact: false }).waitFor();
    await look('delete-product');
    await button('Excluir').click();
    await heading('Produtos');
    expect((await found('/v2/products/list')).map(({ name: left }) => left)).toEqual(['Caneca']);
  });

  it('says whose code it is instead of making a second product', async () => {
    await link('Criar produto').click();
    await field(/^Nome/).fill('Outra caneca');
    await field(/^Preço/).fill('54,90');
    await page.getByText('Mais opções').click();
    await field(/^Código/).fill('caneca');
    await button('Criar produto').click();
    await page.getByText('Este código já é de outro produto: Caneca.').waitFor();
    expect(await found('/v2/products/list')).toHaveLength(1);
  });

  it('makes coupons in percent and in reais, exactly as typed, and switches one off', async () => {
    await link('Cupons').click();
    await page.getByText('Nenhum cupom ainda').waitFor();
    await link('Criar cupom').click();
    await field(/^Código/).fill('natal_26');
    await field(/^Percentual/).fill('0,29');
    await field(/^Limite/).fill('3');
    await look('create-coupon');
    await button('Criar cupom').click();
    await heading('natal_26');
    await page.getByText('0 de 3').waitFor();
    await link('Cupons').first().click();
    await link('Criar cupom').click();
    await field(/^Código/).fill('DEZ');
    await page.getByLabel('Tipo de desconto').selectOption('Valor fixo');
    await field(/^Valor/).fill('0,99');
    await button('Criar cupom').click();
    await page.getByText('O desconto vai de', { exact: false }).waitFor();
    await field(/^Valor/).fill('10');
    await button('Criar cupom').click();
    await heading('DEZ');
    await look('coupon');
    await button('Desativar').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Desativar' }).click();
    await page.getByText('Desativado', { exact: true }).waitFor();
    await link('Cupons').first().click();
    await row(/natal_26.*0,29%.*Ativo.*0 de 3/).waitFor();
    await row(/DEZ.*R\$ 10,00.*Desativado/).waitFor();
    await look('coupons');
    expect(await found('/v2/coupons/list')).toMatchObject([
      { code: 'DEZ', discountKind: 'FIXED', discount: 1_000, maxRedeems: -1, status: 'INACTIVE' },
      { code: 'natal_26', discountKind: 'PERCENTAGE', discount: 29, maxRedeems: 3, status: 'ACTIVE' },
    ]);
  });

  const person = `Ana ${script}`;

  it('makes a customer, whose tax id is checked as it is typed, and finds them by it', async () => {
    await link('Clientes').click();
    await page.getByText('Nenhum cliente ainda').waitFor();
    await link('Cadastrar cliente').click();
    await field(/^Nome/).fill(person);
    await field(/^E-mail/).fill('ana@example.com');
    await field(/^CPF/).fill('123.456.789-00');
    await field(/^Telefone/).fill('11987654321');
    await page.getByText('Os dígitos verificadores não conferem.').waitFor();
    await look('create-customer');
    await field(/^CPF/).fill('123.456.789-09');
    await button('Cadastrar cliente').click();
    await heading(person);
    const [customer] = await found('/v2/customers/list');
    expect(customer).toMatchObject({ name: person, email: 'ana@example.com', taxId: '12345678909' });

    await api.post('/v2/customers/create', { name: 'Bia', email: 'bia@example.com' });
    const { json } = await api.post('/v2/transparents/create', {
      method: 'PIX',
      data: { amount: 7_780, customerId: customer?.['id'] },
    });
    await api.post(`/v2/transparents/simulate-payment?id=${(json.data as { id: string }).id}`, {});
    await page.getByRole('definition').filter({ hasText: 'R$ 77,80' }).waitFor();
    await row(/R\$ 77,80.*Paga.*Pix/).waitFor();
    await look('customer');
    await link('Assinaturas').last().click();
    await page.getByText('Nenhuma assinatura deste cliente.').waitFor();
    expect(new URL(page.url()).search).toBe('?tab=subscriptions');
    await link('Clientes').first().click();
    await row(/Bia/).waitFor();
    for (const text of ['12345678909', '(11) 98765-4321', 'ana@EXAMPLE.com', 'ana <IMG']) {
      await page.getByRole('searchbox').fill('Bia');
      await row(/Ana/).waitFor({ state: 'detached' });
      await page.getByRole('searchbox').fill(text);
      await row(/Bia/).waitFor({ state: 'detached' });
      await row(/Ana <img.*123\.456\.789-09/).waitFor();
    }
    await look('customers');
  });

  it('takes notes of the team on a customer and on a charge, which no page takes for HTML, and deletes one', async () => {
    await page.getByRole('link', { name: person, exact: true }).click();
    const notes = page.getByRole('list', { name: 'Notas da equipe' });
    const write = async (text: string) => {
      await field(/^Nova nota/).fill(text);
      await button('Adicionar nota').click();
      await notes.getByText(text.split('\n')[0] ?? '').waitFor();
    };
    await page.getByText('Nenhuma nota ainda.').waitFor();
    await write(`Ligou: o número 38 ficou apertado ${script}\nQuer trocar pelo 39.`);
    await write('Troca combinada para sexta-feira.');
    expect(await field(/^Nova nota/).inputValue()).toBe('');
    await look('customer-notes');
    await row(/R\$ 77,80/)
      .getByRole('link')
      .first()
      .click();
    await page.getByText('Nenhuma nota ainda.').waitFor();
    await write('Pagou duas vezes?');
    await look('charge-notes');
    await notes.getByRole('button', { name: /^Excluir a nota de/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir', exact: true }).click();
    await page.getByText('Nenhuma nota ainda.').waitFor();
    await link('Clientes').first().click();
    await row(/Bia/).waitFor();
  });

  it('saves all that is held about a customer as a file, and erases it', async () => {
    await link(person).click();
    await button('Mais ações: Pedidos de titulares (LGPD)').click();
    await page.getByRole('menuitem', { name: 'Exportar dados pessoais' }).click();
    const download = page.waitForEvent('download');
    await button('Baixar arquivo').click();
    const file = await download;
    const saved = JSON.parse(readFileSync(await file.path(), 'utf8')) as { records: Record<string, object[]> };
    expect(file.suggestedFilename()).toMatch(/^dados-pessoais-cust_\w+\.json$/);
    expect(JSON.stringify(saved.records['customers'])).toContain('ana@example.com');
    expect(saved.records['charges']).toHaveLength(1);

    await button('Mais ações: Pedidos de titulares (LGPD)').click();
    await page.getByRole('menuitem', { name: 'Apagar dados pessoais' }).click();
    const erase = button('Apagar para sempre');
    expect(await erase.isDisabled()).toBe(true);
    await field(/^Para confirmar/).fill(person);
    await look('erase');
    await erase.click();
    await heading('Clientes');
    await page.getByText('Dados apagados', { exact: false }).waitFor();
    await row(/Bia/).waitFor();
    expect((await found('/v2/customers/list')).map(({ name }) => name)).toEqual(['Bia']);
    await waitFor('her name to leave the page', async () => (await page.getByText('Ana <img').count()) === 0);
  });
});
