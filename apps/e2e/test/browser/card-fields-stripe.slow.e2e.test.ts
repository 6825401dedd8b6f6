import type { Browser, Page } from 'playwright-core';
import { openMerchant, type Merchant } from '../crashes/merchant';
import type { Bench } from './bench';
import { launchBrowser } from './chromium';
import { confirmationJourneys } from './journeys/confirmations';
import { openPictures } from './pictures';
import { spyScript, startMerchantSite, type MerchantSite } from './merchant-site';

const challenged = '4000002760003184';

describe('a store whose cards go to Stripe', () => {
  const bench: { -readonly [K in keyof Bench]?: Bench[K] } = {};
  let merchant: Merchant;
  let site: MerchantSite;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    merchant = await openMerchant();
    const { api, publicKey, platform } = merchant;
    site = await startMerchantSite(api, { baseUrl: platform.baseUrl, publicKey, spy: spyScript });
    browser = await launchBrowser();
    Object.assign(bench, { platform, api, browser, pictureFile: openPictures() });
    page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  }, 240_000);
  afterAll(async () => {
    await browser.close();
    await site.stop();
    await merchant.stop();
  });

  it('has card fields that give the card to Stripe alone, and the bank’s confirmation is inside the shop’s page', async () => {
    const withCard: string[] = [];
    page.on('request', (request) => {
      if (`${request.url()} ${request.postData() ?? ''}`.includes(challenged)) withCard.push(request.url());
    });
    await page.goto(site.origin);
    await page.getByLabel('Nome impresso no cartão').fill('BIA LIMA');
    const card = page.frameLocator('#card iframe').frameLocator('iframe');
    await card.getByLabel('Número do cartão').fill(challenged);
    await card.getByLabel('Validade').fill('12/39');
    await card.getByLabel('CVC').fill('739');
    await page.getByRole('button', { name: 'Pagar' }).click();
    const bank = page.frameLocator('dialog iframe');
    await bank.getByRole('button', { name: 'Complete' }).click();
    await page.getByText('Pago', { exact: true }).waitFor();
    expect(await page.locator('dialog').count()).toBe(0);
    expect(page.url()).toBe(`${site.origin}/`);

    expect(withCard).toEqual([`${merchant.stripe.origin}/v1/payment_methods`]);
    expect(JSON.stringify(await page.evaluate('window.heard'))).not.toContain(challenged);
    const [intent] = merchant.stripe.books.all('payment_intent').slice(-1);
    expect(intent?.['status']).toBe('succeeded');
  });

  describe('has pages on which a bank asks for', () => {
    confirmationJourneys(bench as Bench);
  });
});
