import { AxeBuilder } from '@axe-core/playwright';
import { waitFor } from '@pitanga/testing';
import type { Browser, Page } from 'playwright-core';
import type { PictureFile } from './pictures';
import { isWhole, sizes, type Way } from './way';

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
 * Pictures of a page in both themes, in npm test in that of the way alone; no rule of axe is violated in either, whatever its level, and nothing is wider than
 * the narrowest screen.
 */
export async function checkPage(page: Page, { browser, pictureFile, way, state }: Look): Promise<void> {
  const name = `${state}-${way.size}-${way.script}`.replaceAll(' ', '-');
  const readable = way.script === 'script' ? page : await twinOf(page, browser, way);
  try {
    for (const theme of isWhole ? [other(way.theme), way.theme] : [way.theme]) {
      for (const one of new Set([page, readable])) await one.emulateMedia({ colorScheme: theme });
      await readable.evaluate(endOfTransitions);
      const path = pictureFile(`${name}-${theme}.png`);
      if (path !== undefined) {
        // What stays at the top of the window is there in the picture of the whole page, too.
        await page.evaluate('scrollTo(0, 0)');
        await page.screenshot({ path, fullPage: true });
      }
      const wrong = await violations(readable, theme === way.theme ? undefined : colorRules);
      expect([state, theme, wrong]).toEqual([state, theme, []]);
    }
  } finally {
    if (readable !== page) await readable.context().close();
  }
  await page.setViewportSize(narrowest);
  expect([state, await page.evaluate<number>('document.documentElement.scrollWidth')]).toEqual([
    state,
    narrowest.width,
  ]);
  await page.setViewportSize(sizes[way.size]);
}

/** Until then colours are between those of both themes. Scripts may hear of a theme a little after style sheets. */
const endOfTransitions = `(async () => {
  for (let quiet = 0; quiet < 5; quiet += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const isMoving = document.getAnimations().some((it) => it instanceof CSSTransition && it.playState === 'running');
    if (isMoving) quiet = -1;
  }
})()`;

/** What a theme decides; the other rules look at the same page in both. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** axe needs scripts: it looks at what a browser without them shows, in one that has them. */
async function twinOf(page: Page, browser: Browser, way: Way): Promise<Page> {
  const context = await browser.newContext({ viewport: sizes[way.size], locale: 'pt-BR' });
  await context.route(/^https?:/, (route) => route.fulfill({ body: '' }));
  const twin = await context.newPage();
  // A page that watches a payment without scripts loads itself again now and then.
  const content = await waitFor('a page that is not being loaded', () => page.content());
  await twin.setContent(asPlain(content));
  return twin;
}

function asPlain(content: string): string {
  return content
    .replaceAll(/<script\b[^>]*>[^]*?<\/script>/g, '')
    .replaceAll(/<meta http-equiv[^>]*>/g, '')
    .replaceAll(/<\/?noscript>/g, '');
}

/** All rules when none are named. The legacy mode needs no second page; frames are of others. */
async function violations(page: Page, rules: readonly string[] | undefined): Promise<string[]> {
  const builder = new AxeBuilder({ page }).setLegacyMode();
  // What passes is not described: that takes longer than to find out that it does.
  builder.options({ iframes: false, resultTypes: ['violations'] });
  if (rules) builder.withRules([...rules]);
  const results = await builder.analyze();
  return results.violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${String(impact)} ${id}: ${html} ${String(failureSummary)}`),
  );
}

function other(theme: Way['theme']): Way['theme'] {
  return theme === 'light' ? 'dark' : 'light';
}
