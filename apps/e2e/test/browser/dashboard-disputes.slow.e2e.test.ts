import type { SharedPlatform } from '@pitanga/tools';
import type { Browser, Page } from 'playwright-core';
import { clientOf, type Client } from '../api';
import { joinPlatform } from '../use-platform';
import { checkPage } from './check-page';
import { launchBrowser } from './chromium';
import { openPictures } from './pictures';
import { sizes, toWay } from './way';

const pdf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes, 'x')]);

describe('the answer to a dispute in the dashboard', () => {
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
    if (!platform.demo.dashboard) throw new Error('the demo store has no person');
    const { url, email, password } = platform.demo.dashboard;
    await page.goto(`${url}/${platform.demo.storeId ?? ''}/test/disputes/${await aDispute()}`);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Senha', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await button('Juntar arquivo').waitFor();
  }, 180_000);
  afterAll(() => browser.close());
  afterEach(() => {
    expect(problems).toEqual([]);
  });

  async function aDispute(): Promise<string> {
    const { id } = (await api.post('/v2/transparents/create', { method: 'PIX', data: { amount: 12_300 } })).json.data;
    await api.post(`/v2/transparents/simulate-payment?id=${String(id)}`, {});
    await api.post('/v2/transparents/simulate-dispute', { id, outcome: 'opened' });
    const [dispute] = (await api.get(`/v2/disputes/list?chargeId=${String(id)}`)).json.data;
    return String(dispute.id);
  }

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const files = () => page.getByRole('region', { name: 'Arquivos' });
  const look = (state: string, width = 'desktop'): Promise<void> =>
    checkPage(page, { browser, pictureFile: openPictures(), way: toWay(`${width} light script pointer`), state });
  const choose = async (name: string, mimeType: string, buffer: Buffer): Promise<void> => {
    const chooser = page.waitForEvent('filechooser');
    await button('Juntar arquivo').click();
    await (await chooser).setFiles({ name, mimeType, buffer });
  };

  it('takes a file, shows how far it is, and refuses what is none in Portuguese', async () => {
    // The upload waits, so that its progress is seen.
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route('**/v2/disputes/add-file', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByLabel('O que o arquivo mostra').first().click();
    await page.getByRole('option', { name: 'Comprovante de entrega' }).click();
    await choose('entrega.pdf', 'application/pdf', pdf(3_000_000));
    await files().getByText('Enviando: ').waitFor();
    await look('sending-a-file');
    goOn();
    await files().getByText('entrega.pdf').waitFor();
    await page.unroute('**/v2/disputes/add-file');

    await choose('virus.exe', 'application/octet-stream', Buffer.from('MZ'));
    await page.getByText('Este arquivo não é JPEG, PNG nem PDF.').waitFor();
    await choose('grande.pdf', 'application/pdf', pdf(4_000_001));
    await page.getByText('Este arquivo é grande demais.').waitFor();
    // Its name lies, and the server looks at its bytes.
    await choose('foto.png', 'image/png', Buffer.from('<html>'));
    await page.getByText('Este arquivo não é JPEG, PNG nem PDF.').waitFor();
    await look('file-refused');
  }, 120_000);

  it('fits a telephone, lets a file be removed, and takes the other along', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await choose('recibo.pdf', 'application/pdf', pdf(10));
    await files().getByText('recibo.pdf').waitFor();
    await look('files', 'phone');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'Remover recibo.pdf' }).click();
    await files().getByText('recibo.pdf').waitFor({ state: 'detached' });
    await button('Enviar resposta').click();
    await page.getByRole('dialog').getByText('Uma resposta enviada não muda mais', { exact: false }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Enviar resposta' }).click();
    await page.getByText('Arquivos enviados').waitFor();
    const [dispute] = (await api.get('/v2/disputes/list')).json.data;
    expect(dispute).toMatchObject({
      status: 'UNDER_REVIEW',
      files: [{ kind: 'SHIPPING', name: null, status: 'SENT' }],
    });
    await look('answered', 'phone');
  }, 120_000);
});
