import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import type { PictureFile } from './pictures';
import { sizes, type Way } from './way';

interface Look {
  readonly browser: Browser;
  readonly pictureFile: PictureFile;
  readonly way: Way;
  /** Names what is shown. */
  readonly state: string;
}

/** The narrowest screen of WCAG 2.2 (1.4.10): 1280 px at 400 %. */
const narrowest = { width: 320, height: 640 };

/**
 * Pictures of a page in both themes; no rule of axe is violated in either, whatever its level, and nothing is wider than
 * the narrowest screen.
 */
export async function checkPage(page: Page, { browser, pictureFile, way, state }: Look): Promise<void> {
  const name = `${state}-${way.size}-${way.script}`.replaceAll(' ', '-');
  for (const theme of [other(way.theme), way.theme]) {
    await page.emulateMedia({ colorScheme: theme });
    const path = pictureFile(`${name}-${theme}.png`);
    if (path !== undefined) await page.screenshot({ path, fullPage: true });
    const wrong = await violations(page, browser, { ...way, theme }, theme === way.theme ? undefined : colorRules);
    expect([state, theme, wrong]).toEqual([state, theme, []]);
  }
  await page.setViewportSize(narrowest);
  expect([state, await page.evaluate<number>('document.documentElement.scrollWidth')]).toEqual([
    state,
    narrowest.width,
  ]);
  await page.setViewportSize(sizes[way.size]);
}

/** What a theme decides; the other rules look at the same page in both. */
const colorRules = ['color-contrast', 'link-in-text-block'];

async function violations(
  page: Page,
  browser: Browser,
  way: Way,
  rules: readonly string[] | undefined,
): Promise<string[]> {
  if (way.script === 'script') return axe(page, rules);
  // axe needs scripts: it looks at what a browser without them shows, in one that has them.
  const context = await browser.newContext({ viewport: sizes[way.size], colorScheme: way.theme, locale: 'pt-BR' });
  try {
    await context.route(/^https?:/, (route) => route.fulfill({ body: '' }));
    const twin = await context.newPage();
    await twin.setContent(asPlain(await page.content()));
    return await axe(twin, rules);
  } finally {
    await context.close();
  }
}

function asPlain(content: string): string {
  return content
    .replaceAll(/<script\b[^>]*>[^]*?<\/script>/g, '')
    .replaceAll(/<meta http-equiv[^>]*>/g, '')
    .replaceAll(/<\/?noscript>/g, '');
}

/** All rules when none are named. The legacy mode needs no second page; frames are of others. */
async function axe(page: Page, rules: readonly string[] | undefined): Promise<string[]> {
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ iframes: false });
  if (rules) builder.withRules([...rules]);
  const results = await builder.analyze();
  return results.violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${String(impact)} ${id}: ${html} ${String(failureSummary)}`),
  );
}

function other(theme: Way['theme']): Way['theme'] {
  return theme === 'light' ? 'dark' : 'light';
}
