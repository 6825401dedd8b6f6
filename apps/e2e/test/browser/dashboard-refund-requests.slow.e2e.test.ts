import type { SharedPlatform } from '@pitanga/tools';
import type { Browser, Page } from 'playwright-core';
import { aCpf, clientOf, type Answer, type Client } from '../api';
import { askInPortal } from '../customer-portal';
import { joinPlatform } from '../use-platform';
import { checkPage } from './check-page';
import { launchBrowser } from './chromium';
import { openPictures } from './pictures';
import { sizes, toWay } from './way';

/** What customers ask for in their portals, as a person of the store decides it. */
describe('refund requests in the dashboard', () => {
  let platform: SharedPlatform;
  let api: Client;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    platform = await joinPlatform({ hasPerson: true });
    api = clientOf(platform.demo);
    browser = await launchBrowser();
    page = await (await browser.newContext({ locale: 'pt-BR', viewport: sizes.desktop })).newPage();
    const { email, password } = platform.demo.dashboard ?? { email: '', password: '' };
    const origin = new URL(platform.baseUrl).origin;
    const headers = { origin, 'x-pitanga-client': 'dashboard' };
    const signIn = { data: { email, password }, headers };
    const answer = await page.request.post(`${platform.baseUrl}/dashboard/api/auth/sign-in`, signIn);
    expect(answer.status()).toBe(200);
  }, 180_000);
  afterAll(() => browser.close());

  const at = (path: string): string => `${platform.baseUrl}/dashboard/${platform.demo.storeId ?? ''}/test${path}`;
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const look = (state: string, size = 'desktop'): Promise<void> =>
    checkPage(page, { browser, pictureFile: openPictures(), way: toWay(`${size} light script pointer`), state });
  const post = async (path: string, body: object): Promise<Answer['json']> => {
    const { status, json } = await api.post(path, body);
    expect([path, status, json.error]).toEqual([path, 200, null]);
    return json.data;
  };

  /** @returns the id of the customer */
  async function aRequest(reason: string): Promise<string> {
    const email = `ana-${aCpf()}@example.com`;
    const { id } = await post('/v2/customers/create', { name: 'Ana Souza', email, taxId: aCpf() });
    await askInPortal(post, { id, email }, reason);
    return id;
  }
  const requestOf = async (customerId: string) =>
    (await api.get(`/v2/refund-requests/list?customerId=${customerId}`)).json.data[0];

  it('are a task on the home page, and one is approved with a part of the money', async () => {
    const customerId = await aRequest('Veio com defeito');
    await page.goto(at('/'));
    await page.getByText('Um cliente pede reembolso de R$ 25,00: decida.').waitFor();
    await page.getByRole('link', { name: /^Decidir: Um cliente pede/ }).click();
    await page.getByText('Veio com defeito').waitFor();
    // Nothing has a tooltip where the pointer was.
    await page.mouse.move(0, 0);
    await look('refund-request');
    await button('Aprovar…').click();
    await page.getByLabel('Valor a reembolsar').fill('10');
    await button('Reembolsar R$ 10,00').click();
    await page.getByText('Reembolso pedido.').waitFor();
    await page.getByText('Veio com defeito').waitFor({ state: 'detached' });
    const { status, refundId } = await requestOf(customerId);
    const refund = (await api.get(`/v2/refunds/get?id=${String(refundId)}`)).json.data;
    expect([status, refund.amount, refund.requestedBy.kind]).toEqual(['APPROVED', 1_000, 'USER']);
  });

  it('are refused once more asked, and the list shows both', async () => {
    const customerId = await aRequest('Não quero mais');
    await page.goto(at('/refund-requests?status=OPEN'));
    await page
      .getByRole('row', { name: /Não quero mais/ })
      .getByRole('link')
      .click();
    await button('Recusar').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Recusar', exact: true }).click();
    await page.getByText('Pedido recusado').waitFor();
    expect((await requestOf(customerId)).status).toBe('REFUSED');
    await page.goto(at('/refund-requests'));
    await page.getByRole('row', { name: /Recusado/ }).waitFor();
    await page.getByRole('row', { name: /Aprovado/ }).waitFor();
    await look('refund-requests');
    await page.setViewportSize(sizes.phone);
    await look('refund-requests', 'phone');
  });
});
