import { testInfra, testTimeoutMs, waitFor } from '@pitanga/testing';
import { startPlatform, type Platform } from '@pitanga/tools';
import type { Browser, Page } from 'playwright-core';
import { clientOf } from '../api';
import { checkPage } from './check-page';
import { launchBrowser } from './chromium';
import { storePaths } from './dashboard/pages';
import { fillStore, type Records } from './dashboard/records';
import { openPictures } from './pictures';
import { sizes, toWay } from './way';

/** What a page may take on a quiet machine, ms (`npm run proof -- --only dashboard-pages`). */
const firstPaintMs = 1_500;
const interactionMs = 100;

const measurePaint = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0`;
const measureInteractions = `Math.max(0, ...(window.interactions ?? []))`;
/** Durations of what a person did, as the browser counts them: from the input to the next paint. */
const observer = `
  window.interactions = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.interactionId) window.interactions.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });`;

describe('every page of the dashboard', () => {
  let platform: Platform;
  let browser: Browser;
  let page: Page;
  let records: Records;

  beforeAll(async () => {
    platform = await startPlatform({ infra: testInfra(), hasPerson: true });
    browser = await launchBrowser();
    records = await fillStore(clientOf(platform.demo));
    page = await (await browser.newContext({ locale: 'pt-BR', viewport: sizes.desktop })).newPage();
    await page.addInitScript(observer);
    const { email = '', password = '', url = '' } = platform.demo.dashboard ?? {};
    await page.goto(`${url}/sign-in`);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Senha', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Início' }).waitFor();
  }, 3 * testTimeoutMs);
  afterAll(async () => {
    await browser.close();
    await platform.stop();
  }, testTimeoutMs);

  const open = async (path: string): Promise<void> => {
    const full = path.replace('$id', records[path] ?? 'none').replace('$provider', 'STRIPE');
    await page.goto(`${platform.baseUrl}/dashboard/${platform.demo.storeId ?? ''}/test${full}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await waitFor('the page to load', async () => (await page.locator('.skeleton').count()) === 0);
  };

  it.each(storePaths())(
    '%s has no violation of axe in either theme, and fits the narrowest screen',
    async (path) => {
      await open(path);
      const way = toWay('desktop light script pointer');
      await checkPage(page, { browser, pictureFile: openPictures(), way, state: path.slice(1).replaceAll('/', '-') });
    },
    testTimeoutMs,
  );

  it(
    'paints in time, and answers what a person does in time',
    async () => {
      const slow: string[] = [];
      for (const path of [
        '/',
        '/charges',
        '/charges/$id',
        '/subscriptions',
        '/statement',
        '/customers',
        '/developers/keys',
      ]) {
        await open(path);
        const paint = await waitFor(
          'the first paint',
          async () => (await page.evaluate<number>(measurePaint)) || false,
        );
        const buttons = page.getByRole('main').getByRole('searchbox');
        if ((await buttons.count()) > 0) await buttons.first().pressSequentially('ana', { delay: 60 });
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox').first().waitFor();
        await page.keyboard.press('Escape');
        const interaction = await page.evaluate<number>(measureInteractions);
        console.log(
          `${path}: first paint ${String(Math.round(paint))} ms, slowest interaction ${String(interaction)} ms`,
        );
        if (paint > firstPaintMs || interaction > interactionMs) slow.push(path);
      }
      expect(slow).toEqual([]);
    },
    2 * testTimeoutMs,
  );
});
