import { testTimeoutMs } from '@pitanga/testing';
import type { SharedPlatform } from '@pitanga/tools';
import type { Browser, Page } from 'playwright-core';
import { clientOf } from '../api';
import { joinPlatform } from '../use-platform';
import { checkPage } from './check-page';
import { launchBrowser } from './chromium';
import { openPictures } from './pictures';
import { sizes, toWay } from './way';

describe('sandboxes in the dashboard', () => {
  let platform: SharedPlatform;
  let browser: Browser;
  let page: Page;
  let secretKey = '';
  const name = 'Testes do checkout';
  const problems: string[] = [];
  const way = toWay('phone light script pointer');
  const pictureFile = openPictures();
  const look = (state: string): Promise<void> => checkPage(page, { browser, pictureFile, way, state });

  beforeAll(async () => {
    platform = await joinPlatform({ hasPerson: true });
    browser = await launchBrowser();
    page = await (await browser.newContext({ locale: 'pt-BR', viewport: sizes[way.size] })).newPage();
    page.on('pageerror', ({ message }) => problems.push(message));
  }, 180_000);
  afterAll(() => browser.close());
  afterEach(() => {
    expect(problems).toEqual([]);
  });

  const dashboard = (): string => `${platform.baseUrl}/dashboard`;
  const storeUrl = (storeId: string, path: string): string => `${dashboard()}/${storeId}/test${path}`;
  const ownList = (): string => storeUrl(platform.demo.storeId ?? '', '/developers/sandboxes');
  const openStoreId = (): string => /store_sbox_[^/]+/.exec(page.url())?.[0] ?? '';
  const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text });
  const dialog = () => page.getByRole('dialog');
  const api = () => clientOf({ ...platform.demo, devKey: secretKey });
  const storeOfKey = async (): Promise<string> => {
    const { json } = await api().get('/v2/store/get');
    return json.data.id as string;
  };

  it(
    'are created with keys that are shown once',
    async () => {
      const { email = '', password = '' } = platform.demo.dashboard ?? {};
      await page.goto(ownList());
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Senha', { exact: true }).fill(password);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Criar sandbox' }).first().click();
      await dialog().getByLabel('Nome').fill(name);
      await dialog().getByLabel('Com dados de exemplo').check();
      await look('create-sandbox');
      await dialog().getByRole('button', { name: 'Criar sandbox' }).click();
      await dialog().getByText('Chave pública').waitFor();
      await look('sandbox-keys');
      const [secret = '', publicKey = ''] = await dialog().locator('pre').allTextContents();
      expect(publicKey).not.toBe(secret);
      secretKey = secret.trim();
      expect(await storeOfKey()).toMatch(/^store_sbox_/);
      await page.getByRole('button', { name: 'Já guardei' }).click();
      await rowOf(name).waitFor();
      await look('sandboxes');
    },
    testTimeoutMs,
  );

  it(
    'are entered, are marked in the list of stores, and lead to no production',
    async () => {
      await page.getByRole('button', { name: `Entrar em ${name}` }).click();
      await page.getByRole('heading', { name: 'Início' }).waitFor();
      expect(openStoreId()).toBe(await storeOfKey());
      const banner = page.getByRole('banner');
      await banner.getByText('Sandbox', { exact: true }).waitFor();
      expect(await banner.getByText('Produção').count()).toBe(0);
      await banner.getByRole('button', { name: 'Loja:' }).click();
      await page.getByRole('menuitem', { name: `${name} Sandbox` }).waitFor();
      await page.keyboard.press('Escape');
      await page.goto(`${dashboard()}/${openStoreId()}/live/charges`);
      await page.waitForURL(storeUrl(openStoreId(), ''));
    },
    testTimeoutMs,
  );

  it(
    'begin anew in another store, with the same key, and the page goes on there',
    async () => {
      const before = openStoreId();
      await page.goto(storeUrl(before, '/settings'));
      await page.getByRole('button', { name: 'Recomeçar' }).click();
      await look('reset-sandbox');
      await dialog().getByRole('button', { name: 'Recomeçar' }).click();
      await page.waitForURL((url) => /store_sbox_/.test(url.pathname) && !url.pathname.includes(before));
      await page.getByRole('heading', { name: 'Configurações' }).waitFor();
      expect(openStoreId()).toBe(await storeOfKey());
      await look('sandbox-settings');
    },
    testTimeoutMs,
  );

  it(
    'say so on a page whose generation ends while it is open, and at an address of an earlier one',
    async () => {
      const before = openStoreId();
      const [own] = (await api().get('/v2/sandboxes/list')).json.data as readonly { readonly id: string }[];
      expect((await api().post('/v2/sandboxes/reset', { id: own?.id })).status).toBe(200);
      await page.getByRole('link', { name: 'Limites de saída' }).click();
      await page.getByRole('heading', { name: 'Este sandbox recomeçou ou foi excluído' }).waitFor();
      await page.goto(storeUrl(before, '/charges'));
      await page.getByRole('heading', { name: 'Este sandbox recomeçou ou foi excluído' }).waitFor();
      await look('sandbox-gone');
      await page.getByRole('link', { name: 'Ver lojas e sandboxes' }).click();
      await page.getByText('Sandbox de', { exact: false }).first().waitFor();
      await look('stores-with-sandboxes');
    },
    testTimeoutMs,
  );

  it(
    'are deleted from the list of their store, whose audit log has it all',
    async () => {
      await page.goto(ownList());
      await page.getByRole('button', { name: `Mais ações: ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Excluir' }).click();
      await dialog().getByRole('button', { name: 'Excluir' }).click();
      await rowOf(name).waitFor({ state: 'detached' });
      await page.goto(storeUrl(platform.demo.storeId ?? '', '/audit'));
      for (const act of ['Sandbox excluído', 'Sandbox recomeçado', 'Sandbox criado'])
        await rowOf(act).first().waitFor();
    },
    testTimeoutMs,
  );
});
