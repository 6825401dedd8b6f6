import { testTimeoutMs, waitFor } from '@pitanga/testing';
import { createMember, type Role, type SharedPlatform } from '@pitanga/tools';
import { Client as PgClient } from 'pg';
import type { Browser, Page } from 'playwright-core';
import { clientOf } from '../api';
import { anEmail } from '../person';
import { joinPlatform } from '../use-platform';
import { launchBrowser } from './chromium';
import { actions, type Action } from './dashboard/actions';
import { storePaths } from './dashboard/pages';
import { fillStore, type Records } from './dashboard/records';
import { sizes } from './way';

const roles = ['DEVELOPER', 'FINANCE', 'SUPPORT', 'VIEWER'] as const satisfies readonly Role[];

const keyPaymentId = 'keyp_roles';

/** A Pix without a charge in the test environment, where no bank brings one: a row, which goes with the test. */
async function plantKeyPayment({ wiring, demo }: SharedPlatform): Promise<string> {
  await inBilling(
    wiring,
    `insert into key_payments (store_id, dev_mode, id, account, end_to_end_id, status, amount_cents, is_shared, received_at,
       created_at, updated_at)
     values ($2, true, $1, 'roles', $1, 'WAITING', 1000, false, now(), now(), now())`,
    [keyPaymentId, demo.storeId],
  );
  return keyPaymentId;
}

async function inBilling(wiring: SharedPlatform['wiring'], sql: string, values: readonly unknown[]): Promise<void> {
  const client = new PgClient({ connectionString: wiring.databaseUrls.billing });
  await client.connect();
  try {
    await client.query(sql, [...values]);
  } finally {
    await client.end();
  }
}

/** One of a role in a browser of their own. */
interface Colleague {
  readonly page: Page;
  readonly permissions: ReadonlySet<string>;
  /** Requests that could have changed something. */
  readonly writes: string[];
}

describe('what a role may not do', () => {
  let platform: SharedPlatform;
  let browser: Browser;
  let records: Records;
  const colleagues = new Map<Role, Colleague>();

  beforeAll(async () => {
    platform = await joinPlatform({ hasPerson: true });
    browser = await launchBrowser();
    records = {
      ...(await fillStore(clientOf(platform.demo))),
      '/key-payments/$id': await plantKeyPayment(platform),
    };
    for (const role of roles) colleagues.set(role, await enter(role));
  }, 3 * testTimeoutMs);
  afterAll(async () => {
    await browser.close();
    await inBilling(platform.wiring, 'delete from key_payments where id = $1', [keyPaymentId]);
  }, testTimeoutMs);

  const origin = (): string => new URL(platform.baseUrl).origin;
  const headers = () => ({
    origin: origin(),
    'x-pitanga-client': 'dashboard',
    'x-pitanga-store': platform.demo.storeId ?? '',
    'x-pitanga-environment': 'dev',
  });

  async function enter(role: Role): Promise<Colleague> {
    const member = { storeId: platform.demo.storeId ?? '', email: anEmail(role.toLowerCase()), role };
    const { email, password } = await createMember(platform.wiring, member);
    const context = await browser.newContext({ locale: 'pt-BR', viewport: sizes.desktop });
    const page = await context.newPage();
    await page.request.post(`${origin()}/dashboard/api/auth/sign-in`, {
      headers: headers(),
      data: { email, password },
    });
    const me = await page.request.get(`${origin()}/dashboard/api/me`, { headers: headers() });
    const { data } = (await me.json()) as { data: { stores: { permissions: string[] }[] } };
    const writes: string[] = [];
    page.on('request', (request) => {
      if (!['GET', 'HEAD'].includes(request.method()))
        writes.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    return { page, permissions: new Set(data.stores[0]?.permissions), writes };
  }

  const colleague = (role: Role): Colleague => {
    const found = colleagues.get(role);
    if (!found) throw new Error(`nobody is ${role}`);
    return found;
  };

  /** Opens a page of the store and waits until it has loaded what it shows. */
  async function open(page: Page, path: string): Promise<void> {
    const full = path.replace('$id', records[path] ?? 'none');
    await page.goto(`${platform.baseUrl}/dashboard/${platform.demo.storeId ?? ''}/test${full}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await waitFor('the page to load', async () => (await page.locator('.skeleton').count()) === 0);
  }

  it('has a record of every kind to look at', () => {
    const missing = storePaths().filter((path) => path.includes('$id') && records[path] === undefined);
    expect(missing).toEqual([]);
  });

  it.each(roles)(
    'is not offered to %s, and all that it may do is',
    async (role) => {
      const { page, permissions } = colleague(role);
      const wrong: string[] = [];
      const byPath = Map.groupBy(actions, ({ path }) => path);
      for (const [path, ofPage] of byPath) {
        await open(page, path);
        for (const action of ofPage) {
          const isOffered = await offers(page, action);
          const isAllowed = action.needs.every((permission) => permissions.has(permission));
          if (isOffered !== isAllowed) wrong.push(`${action.name} on ${path}: ${isOffered ? 'offered' : 'missing'}`);
        }
      }
      expect(wrong).toEqual([]);
    },
    2 * testTimeoutMs,
  );

  it.each(roles)('is refused by the API to %s', async (role) => {
    const { page, permissions } = colleague(role);
    const wrong: string[] = [];
    for (const { call, needs } of actions) {
      const answer = await page.request.post(`${origin()}/dashboard/api${call}`, { headers: headers(), data: {} });
      const { code } = (await answer.json()) as { code?: string };
      const isRefused = answer.status() === 403 && code !== 'SECOND_FACTOR_REQUIRED';
      if (isRefused === needs.every((permission) => permissions.has(permission)))
        wrong.push(`${call}: ${String(code)}`);
    }
    expect(wrong).toEqual([]);
  });

  it(
    'cannot be done by VIEWER with any button of any page',
    async () => {
      const { page, writes } = colleague('VIEWER');
      const pressed: string[] = [];
      // What is the person's own: the account, and what they are notified of.
      const own = ['/account', '/settings/notifications'];
      for (const path of storePaths().filter((one) => !own.includes(one))) {
        await open(page, path);
        pressed.push(...(await pressAll(page, path)));
      }
      expect(writes).toEqual([]);
      expect(pressed.length).toBeGreaterThan(50);
    },
    4 * testTimeoutMs,
  );

  async function pressAll(page: Page, path: string): Promise<string[]> {
    const pressed: string[] = [];
    const count = await page.locator('main button:visible').count();
    for (let index = 0; index < count; index += 1) {
      const button = page.locator('main button:visible').nth(index);
      if (!(await button.isVisible()) || !(await button.isEnabled())) continue;
      // What an earlier button opened late may be in the way: the page is then opened anew.
      const isPressed = await button.click({ timeout: 5_000 }).then(
        () => true,
        () => false,
      );
      if (!isPressed) {
        await open(page, path);
        continue;
      }
      pressed.push(`${path} ${String(index)}`);
      // What opened may have buttons of its own; the last of a dialog is the one that does it.
      const inside = page.locator('[role=dialog] button[type=submit]:visible, [role=menuitem]:visible');
      if ((await inside.count()) > 0)
        await inside
          .last()
          .click({ timeout: 5_000 })
          .catch(() => undefined);
      await leave(page, path);
      if (!page.url().includes(path.split('/$id')[0] ?? path)) await open(page, path);
    }
    return pressed;
  }

  /** Closes what a button has opened; what does not close is left by opening the page anew. */
  async function leave(page: Page, path: string): Promise<void> {
    const opened = page.locator('[role=dialog]:visible, [role=menu]:visible');
    if ((await opened.count()) === 0) return;
    await page.keyboard.press('Escape');
    const isClosed = opened.first().waitFor({ state: 'hidden', timeout: 1_000 });
    await isClosed.catch(() => open(page, path));
  }

  async function offers(page: Page, { name, isInMenu = false }: Action): Promise<boolean> {
    const wanted = { name, exact: true } as const;
    if (isInMenu) {
      const menu = page
        .getByRole('main')
        .getByRole('button', { name: /^Mais ações/ })
        .first();
      if ((await menu.count()) === 0) return false;
      await menu.click();
      await page.getByRole('menu').waitFor();
      const found = (await page.getByRole('menuitem', wanted).count()) > 0;
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'hidden' });
      return found;
    }
    const main = page.getByRole('main');
    return (await main.getByRole('button', wanted).count()) + (await main.getByRole('link', wanted).count()) > 0;
  }
});
