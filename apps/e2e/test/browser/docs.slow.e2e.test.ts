import type { Browser, Page } from 'playwright-core';
import { usePlatform } from '../use-platform';
import { checkPage } from './check-page';
import { launchBrowser } from './chromium';
import { openPictures } from './pictures';
import { sizes, toWay } from './way';

/** One of each kind of page, in both languages together. */
const kinds = [
  '',
  'guides/pix/',
  'en/guides/webhooks/',
  'reference/v2/transparents/',
  'en/reference/events/',
  'errors/',
  'reference/configuration/',
  'en/changelog/',
  'there-is-no-such-page/',
] as const;

const phone = { width: 390, height: 844 };

/** Of this machine, which other tests keep busy; a phone on 4G is nearer to the bytes, which docs:check bounds. */
const firstPaintMsMax = 4_000;
const shiftMax = 0.1;

describe('the documentation', () => {
  const platform = usePlatform();
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];
  const pictureFile = openPictures();

  const addressOf = (path: string): string => `${platform.baseUrl}/docs/${path}`;

  beforeAll(async () => {
    browser = await launchBrowser();
    page = await (await browser.newContext({ locale: 'pt-BR', viewport: sizes.desktop })).newPage();
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (message) => {
      // The page of an unknown address is a 404 itself.
      if (message.type() === 'error' && !message.text().includes('404 (Not Found)')) problems.push(message.text());
    });
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${platform.baseUrl}/`) && !/^(data|blob):/.test(url)) problems.push(`asks ${url}`);
    });
  }, 180_000);
  afterAll(() => browser.close());
  afterEach(() => {
    // Among them what the policy of the gateway refuses.
    expect(problems.splice(0)).toEqual([]);
  });

  it.each(kinds)('/docs/%s is whole in both themes, also for axe and on a narrow screen', async (path) => {
    const way = toWay('desktop light script pointer');
    await page.goto(addressOf(path));
    await checkPage(page, { browser, pictureFile, way, state: `docs ${path.replaceAll('/', ' ')}` });
    await page.setViewportSize(phone);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(phone.width);
    await page.setViewportSize(sizes.desktop);
  });

  it('finds Pix by its search, and leads there', async () => {
    await page.goto(addressOf(''));
    await page.getByRole('button', { name: 'Pesquisar' }).click();
    await page.getByRole('dialog').getByRole('textbox').or(page.getByRole('searchbox')).first().fill('Pix');
    const result = page.locator('.pagefind-ui__result-link', { hasText: 'Pix' }).first();
    await result.click();
    await page.waitForURL((url) => url.pathname !== '/docs/');
    expect(await page.locator('main').innerText()).toContain('Pix');
  });

  it('changes the language of a page, and the theme for good', async () => {
    await page.goto(addressOf('guides/pix/'));
    await page.getByRole('banner').getByLabel('Selecionar língua').selectOption({ label: 'English' });
    await page.waitForURL(addressOf('en/guides/pix/'));
    await page.getByRole('banner').getByLabel('Select theme').selectOption('dark');
    await page.reload();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.getByRole('banner').getByLabel('Select theme').selectOption('auto');
  });

  it('leads from the code of an error to its explanation', async () => {
    const answer = await fetch(`${platform.baseUrl}/v2/customers/get?id=cust_absent`, {
      headers: { authorization: `Bearer ${platform.demo.devKey}` },
    });
    const { docs } = (await answer.json()) as { docs: string };
    expect(docs).toBe(addressOf('errors#CUSTOMER_NOT_FOUND'));
    await page.goto(docs);
    await page.locator('#CUSTOMER_NOT_FOUND').waitFor();
    const top = await page.evaluate<number>(
      'document.getElementById("CUSTOMER_NOT_FOUND").getBoundingClientRect().top',
    );
    expect(top).toBeLessThan(sizes.desktop.height);
  });

  it('is read without scripts, samples of the reference included', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: 'pt-BR', viewport: phone });
    const plain = await context.newPage();
    await plain.goto(addressOf('reference/v2/transparents/'));
    const sample = plain.getByText('pitanga.charges.create(', { exact: false }).first();
    expect(await sample.isVisible()).toBe(false);
    await plain.locator('summary', { hasText: 'TypeScript' }).first().click();
    expect(await sample.isVisible()).toBe(true);
    await plain.goto(addressOf('guides/pix/'));
    expect(await plain.locator('main').innerText()).toContain('/v2/transparents/create');
    await context.close();
  });

  it('has the Markdown of a page beside it, and an index for language models', async () => {
    await page.goto(addressOf('guides/pix/'));
    const href = await page.getByRole('link', { name: 'Esta página em Markdown' }).getAttribute('href');
    const markdown = await (await fetch(new URL(String(href), platform.baseUrl))).text();
    expect(markdown).toContain('```sh');
    const index = await (await fetch(addressOf('llms.txt'))).text();
    expect(index).toContain('(/docs/en/guides/pix.md)');
  });

  it('paints soon, and what is painted stays where it is', async () => {
    const observe =
      'window.shift = 0; new PerformanceObserver((list) => list.getEntries().forEach((it) => { window.shift += it.value })).observe({ type: "layout-shift", buffered: true })';
    const context = await browser.newContext({ locale: 'pt-BR', viewport: phone });
    const fresh = await context.newPage();
    await fresh.addInitScript(observe);
    for (const path of ['guides/pix/', 'reference/v2/transparents/']) {
      await fresh.goto(addressOf(path), { waitUntil: 'networkidle' });
      const paint = await fresh.evaluate<number>("performance.getEntriesByName('first-contentful-paint')[0].startTime");
      const shift = await fresh.evaluate<number>('window.shift');
      console.log(`/docs/${path}: first paint ${String(Math.round(paint))} ms, layout shift ${shift.toFixed(3)}`);
      expect([path, paint < firstPaintMsMax, shift < shiftMax]).toEqual([path, true, true]);
    }
    await context.close();
  });
});
