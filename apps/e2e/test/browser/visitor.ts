import type { Browser, BrowserContext, Locator, Page, Response } from 'playwright-core';
import { checkPage } from './check-page';
import type { PictureFile } from './pictures';
import { sizes, type Way } from './way';

/** The shop's own site, which sends customers to a page and gets them back. */
export const shop = 'https://loja.example';

/** One visitor: a browser of their own, that shows one page at a time. */
export interface Visitor {
  readonly page: Page;
  readonly way: Way;
  open(address: string): Promise<Response | null>;
  /** Presses a button or follows a link. */
  press(target: Locator): Promise<void>;
  type(target: Locator, text: string): Promise<void>;
  /** Chooses an option of a select by its text. */
  choose(target: Locator, option: string): Promise<void>;
  button(name: string | RegExp): Locator;
  link(name: string | RegExp): Locator;
  field(label: string | RegExp): Locator;
  sees(text: string | RegExp): Promise<void>;
  /** Takes pictures of what is shown, named by its state, and checks it in both themes. */
  look(state: string): Promise<void>;
}

interface Bench {
  readonly browser: Browser;
  readonly pictureFile: PictureFile;
}

/** Lets a visitor do something; what the browser complains about meanwhile fails. */
export async function visit(bench: Bench, way: Way, work: (visitor: Visitor) => Promise<void>): Promise<void> {
  const context = await bench.browser.newContext({
    viewport: sizes[way.size],
    colorScheme: way.theme,
    javaScriptEnabled: way.script === 'script',
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(20_000);
  try {
    const complaints = listen(context);
    await standInForOthers(context);
    await work(visitorAt(await context.newPage(), way, bench));
    expect(complaints()).toEqual([]);
  } finally {
    await context.close();
  }
}

/** What the console says of errors, violations of the policy included, and what scripts throw. */
function listen(context: BrowserContext): () => readonly string[] {
  const complaints: string[] = [];
  const refused = new Set<string>();
  context.on('response', (response) => {
    if (response.status() >= 400 && response.request().isNavigationRequest()) refused.add(response.url());
  });
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // A page of its own that says what went wrong is no failure of the page.
    const isPage = message.text().startsWith('Failed to load resource') && refused.has(message.location().url);
    if (!isPage) complaints.push(`${message.type()} at ${message.location().url}: ${message.text()}`);
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  return () => complaints;
}

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADBwIAMCbHYQAAAABJRU5ErkJggg==',
  'base64',
);

/** No request leaves the machine: the shop is a page that says so, a picture is a pixel. */
async function standInForOthers(context: BrowserContext): Promise<void> {
  await context.route(/^https:/, (route) =>
    route.request().resourceType() === 'image'
      ? route.fulfill({ contentType: 'image/png', body: pixel })
      : route.fulfill({
          contentType: 'text/html; charset=utf-8',
          body: '<!doctype html><html lang="pt-BR"><title>Loja</title><h1>De volta à loja</h1></html>',
        }),
  );
}

function visitorAt(page: Page, way: Way, { browser, pictureFile }: Bench): Visitor {
  const hand = way.hand === 'keyboard' ? keyboardOf(page) : pointerOf();
  return {
    page,
    way,
    async open(address) {
      // A page that goes on by itself, as a paid one does, would end this visit, and may do so just now.
      await page.goto('about:blank').catch(() => page.goto('about:blank'));
      return page.goto(address);
    },
    ...hand,
    button: (name) => page.getByRole('button', { name }),
    link: (name) => page.getByRole('link', { name }),
    field: (label) => page.getByLabel(label),
    sees: (text) => page.getByText(text).first().waitFor(),
    look: (state) => checkPage(page, { browser, pictureFile, way, state }),
  };
}

type Hand = Pick<Visitor, 'press' | 'type' | 'choose'>;

function pointerOf(): Hand {
  return {
    press: (target) => target.click(),
    type: (target, text) => target.fill(text),
    async choose(target, option) {
      await target.selectOption({ label: option });
    },
  };
}

/** More stops than any page has. */
const mostStops = 80;

/** Tab and keys, never the pointer. What has the focus must show it. */
function keyboardOf(page: Page): Hand {
  const hasFocus = (target: Locator): Promise<boolean> =>
    target.evaluate((it) => it === it.ownerDocument.activeElement);
  const reach = async (target: Locator): Promise<void> => {
    await target.waitFor();
    for (let stop = 0; stop < mostStops && !(await hasFocus(target)); stop += 1) await page.keyboard.press('Tab');
    expect([String(target), await hasFocus(target)]).toEqual([String(target), true]);
    const outline = await page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle');
    expect([String(target), outline]).toEqual([String(target), 'solid']);
  };
  return {
    async press(target) {
      await reach(target);
      await page.keyboard.press('Enter');
    },
    async type(target, text) {
      await reach(target);
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(text);
    },
    async choose(target, option) {
      await reach(target);
      await page.keyboard.type(option);
    },
  };
}
