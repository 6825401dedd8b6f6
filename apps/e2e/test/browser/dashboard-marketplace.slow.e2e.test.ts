import { waitFor } from '@pitanga/testing';
import type { SharedPlatform } from '@pitanga/tools';
import type { Browser, Locator, Page } from 'playwright-core';
import { aCpf, clientOf, type Client } from '../api';
import { openMarketplace, type Marketplace } from '../marketplace';
import { joinPlatform } from '../use-platform';
import { checkPage } from './check-page';
import { launchBrowser } from './chromium';
import { openPictures } from './pictures';
import { sizes, toWay } from './way';

/** docs/behaviour/sub-accounts.md as a marketplace sees it, in Portuguese, at a desk and on a phone. */
describe('a marketplace in the dashboard', () => {
  let platform: SharedPlatform;
  let api: Client;
  let market: Marketplace;
  let browser: Browser;
  let page: Page;
  let [ana, bia, caio] = ['', '', ''];
  let fees = 0;
  const takenId = 'v-ana';
  const problems: string[] = [];

  beforeAll(async () => {
    platform = await joinPlatform({ hasPerson: true });
    api = clientOf(platform.demo);
    market = openMarketplace(platform.demo, api);
    ana = await market.createSeller('Ana Souza', takenId);
    bia = await market.createSeller('Bia Lima');
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

  const at = (path: string): string => `${platform.baseUrl}/dashboard/${platform.demo.storeId ?? ''}/test${path}`;
  const pictureFile = openPictures();
  /** At a desk and on a phone, where nothing is wider than the page. */
  async function look(state: string): Promise<void> {
    for (const size of ['desktop', 'phone'] as const) {
      await page.setViewportSize(sizes[size]);
      await checkPage(page, { browser, pictureFile, way: toWay(`${size} light script pointer`), state });
    }
    await page.setViewportSize(sizes.desktop);
  }
  const dialog = (): Locator => page.getByRole('dialog');
  async function openSeller(name: string): Promise<void> {
    await page.goto(at('/sellers'));
    await page.getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  }

  it('takes a seller, and says at the field what is wrong with one', async () => {
    await page.goto(at('/sellers'));
    await page.getByRole('button', { name: 'Cadastrar vendedor' }).click();
    await dialog().getByLabel('Nome').fill('Caio Reis');
    await dialog().getByLabel('CPF ou CNPJ').fill('123.456.789-00');
    await dialog().getByText('Os dígitos verificadores não conferem.').waitFor();
    await dialog().getByLabel('CPF ou CNPJ').fill(aCpf());
    await dialog().getByLabel('Seu identificador').fill(takenId);
    await look('seller-create');
    await dialog().getByRole('button', { name: 'Cadastrar vendedor' }).click();
    await dialog().getByText('Outro vendedor já tem este código.').waitFor();
    await dialog().getByLabel('Seu identificador').fill('v-caio');
    await dialog().getByRole('button', { name: 'Cadastrar vendedor' }).click();
    await page.getByRole('heading', { level: 1, name: 'Caio Reis' }).waitFor();
    caio = page.url().split('/').at(-1) ?? '';
  }, 120_000);

  it('sells by Pix and by card, gives back half of the one and loses the other for a while', async () => {
    const ofPix = [
      { subAccountId: ana, percentage: 3_000 },
      { subAccountId: bia, percentage: 2_000 },
      { subAccountId: caio, amount: 1_000 },
    ];
    const ofCard = [
      { subAccountId: ana, percentage: 5_000 },
      { subAccountId: caio, amount: 2_000 },
    ];
    const pix = await market.sell({ data: { amount: 10_000, splits: ofPix } });
    const card = await market.sell({
      method: 'CARD',
      data: { amount: 20_000, splits: ofCard, cardToken: 'dev_card_4242' },
    });
    fees = pix.platformFee + card.platformFee;
    await market.untilHeld(ana, { available: 3_000, pending: 10_000, blocked: 0 });

    await page.goto(at(`/charges/${pix.id}`));
    await page.getByText('Vai para vendedores').waitFor();
    await look('charge-split');
    await page.getByRole('button', { name: 'Reembolsar', exact: true }).click();
    await dialog().getByLabel('Valor').fill('50,00');
    await dialog().getByLabel('Escolher quanto é de cada vendedor').check();
    await dialog().getByLabel('Ana Souza').fill('40,00');
    await dialog().getByLabel('Bia Lima').fill('10,01');
    await dialog().getByText('As partes passam do reembolso de R$ 50,00').waitFor();
    await dialog().getByLabel('Ana Souza').fill('20,00');
    await dialog().getByLabel('Bia Lima').fill('10,00');
    await dialog().getByLabel('Caio Reis').fill('5,00');
    await dialog().getByText('Da loja: R$ 15,00').waitFor();
    await look('refund-split');
    await dialog().getByRole('button', { name: 'Reembolsar R$ 50,00' }).click();
    await dialog().waitFor({ state: 'hidden' });
    await market.untilHeld(ana, { available: 1_000, pending: 10_000, blocked: 0 });
    await market.must('/v2/transparents/simulate-dispute', { id: card.id, outcome: 'opened' });
    await market.untilHeld(ana, { available: 1_000, pending: 0, blocked: 10_000 });
    await market.untilHeld(bia, { available: 1_000, pending: 0, blocked: 0 });
    await market.untilHeld(caio, { available: 500, pending: 0, blocked: 2_000 });
  }, 120_000);

  it('pays a seller, and what the store has, out', async () => {
    await openSeller('Ana Souza');
    await page.getByRole('button', { name: 'Sacar', exact: true }).click();
    await dialog().getByLabel('Valor').fill('10,01');
    await dialog().getByText('No máximo R$ 10,00').waitFor();
    await dialog().getByLabel('Valor').fill('5,00');
    await look('seller-withdraw');
    await dialog().getByRole('button', { name: 'Sacar', exact: true }).click();
    await page.getByText('Saque de R$ 5,00 pedido').waitFor();
    const [paid] = (await api.get(`/v2/pix/list?subAccountId=${ana}`)).json.data as { platformFee: number }[];
    const ofBia = await market.must('/v2/sub-accounts/withdraw', { id: bia, amount: 400, externalId: 'bia-1' });
    const ofStore = await market.must('/v2/payouts/create', { amount: 500, externalId: 'loja-1' });
    fees += (paid?.platformFee ?? 0) + ofBia.platformFee + ofStore.platformFee;
    await waitFor('the money to arrive', async () => {
      return !((await market.sumLedger()).get('payouts_in_flight') ?? 0);
    });
    await market.untilHeld(ana, { available: 500, pending: 0, blocked: 10_000 });
    await market.untilHeld(bia, { available: 600, pending: 0, blocked: 0 });
  }, 120_000);

  it('gives a seller more, and takes some of it back for what it names', async () => {
    await openSeller('Bia Lima');
    const move = async (amount: string): Promise<void> => {
      await dialog().getByLabel('Valor').fill(amount);
      await dialog().getByRole('button', { name: 'Transferir', exact: true }).click();
      await dialog().waitFor({ state: 'hidden' });
    };
    await page.getByRole('button', { name: 'Transferir', exact: true }).click();
    await move('3,00');
    await page.getByText('Transferência recebida').waitFor();
    await page.getByRole('button', { name: 'Transferir', exact: true }).click();
    await dialog().getByText('De volta para a loja').click();
    await dialog().getByLabel('Pelo que é').selectOption({ index: 1 });
    await look('seller-transfer');
    await move('1,00');
    await page.getByText('Transferência enviada').waitFor();
    await market.untilHeld(bia, { available: 800, pending: 0, blocked: 0 });
    const moved = (await api.get(`/v2/sub-accounts/transfers/list?subAccountId=${bia}`)).json.data as object[];
    expect(moved).toMatchObject([
      { direction: 'TO_STORE', amount: 100 },
      { direction: 'TO_SUB_ACCOUNT', amount: 300 },
    ]);
    const movedIn = (await api.get('/v2/bank-statement/list?kind=DEPOSIT')).json.data as { kind: string }[];
    expect(movedIn.map(({ kind }) => kind)).toEqual(['TRANSFER', 'PAYMENT', 'PAYMENT']);
  }, 120_000);

  it('has statements that are what each has, and a ledger that adds up to nothing', async () => {
    const ledger = await market.sumLedger();
    const all = [...ledger.values()].reduce((sum, total) => sum + total, 0);
    expect(all).toBe(0);
    let theirs = 0;
    for (const seller of [undefined, ana, bia, caio]) {
      const { available, pending, blocked } = await market.held(seller);
      const accounts = ['available', 'pending', 'blocked'].map((name) =>
        seller === undefined ? name : `sub_${name}:${seller}`,
      );
      expect(accounts.map((name) => ledger.get(name) ?? 0)).toEqual([available, pending, blocked]);
      expect(await market.sumStatement(seller)).toBe(available);
      theirs += available + pending + blocked;
    }
    // R$ 300,00 were paid, of which R$ 50,00 went back.
    expect(ledger.get('fees_earned')).toBe(fees);
    expect(theirs + fees + (ledger.get('bank') ?? 0)).toBe(25_000);
  }, 60_000);

  it('shows them: the store its statement, and each seller theirs', async () => {
    const { available } = await market.held();
    await page.goto(at('/statement'));
    await page.getByRole('heading', { level: 1, name: 'Extrato' }).waitFor();
    await page.getByText(reais(available)).first().waitFor();
    await look('marketplace-statement');
    await page.goto(at('/sellers'));
    for (const shown of ['R$ 5,00', 'R$ 8,00']) await page.getByText(shown).first().waitFor();
    await look('sellers');
    await page.getByRole('link', { name: 'Ana Souza' }).click();
    await page.getByText('+R$ 30,00').waitFor();
    await page.getByText('Contestação aberta').waitFor();
    await look('seller');
    // What Ana withdrew is a Pix that was sent.
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Saque/ })
      .first()
      .click();
    await page.waitForURL(/\/pix\/tran_/);
    await page.getByText('R$ 5,00').first().waitFor();
  }, 120_000);
});

function reais(centavos: number): string {
  return (centavos / 100).toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' }).replaceAll('\u00a0', ' ');
}
