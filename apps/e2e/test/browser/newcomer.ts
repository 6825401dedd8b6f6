import { testTimeoutMs, waitFor } from '@pitanga/testing';
import type { Platform } from '@pitanga/tools';
import { generate } from 'otplib';
import type { Browser, Page } from 'playwright-core';
import { anEmail } from '../person';
import { checkPage } from './check-page';
import type { PictureFile } from './pictures';
import { sizes, toWay, type Way } from './way';
import { findInMail } from '../sent-mail';

type Size = Way['size'];

/** A person in a browser, each of whose pages is checked. */
export interface Looker {
  readonly page: Page;
  /** @param at the sizes of the window, where they are others than at first */
  look(state: string, at?: readonly Size[]): Promise<void>;
}

/** A person whose store is new; pages of their browser. */
export interface Newcomer extends Looker {
  readonly storeId: string;
  open(path: string): Promise<void>;
  /** A call of the signed-in browser in production; its `data`. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  call(path: string, data?: object): Promise<any>;
  /** A buyer of the store, in a browser of their own. */
  aBuyer(): Promise<Looker>;
}

interface Place {
  readonly platform: Pick<Platform, 'baseUrl'>;
  readonly browser: Browser;
  readonly pictureFile: PictureFile;
  /** What scripts of the pages throw. */
  readonly problems: string[];
}

const password = 'uma frase bem longa';

/** Signs up by mail, in Portuguese, and adds a second factor. */
export async function signUp(place: Place, name: string, size: Size): Promise<Newcomer> {
  const { baseUrl } = place.platform;
  const looker = await openBrowser(place, size);
  const { page } = looker;
  const email = anEmail(name);
  await page.goto(`${baseUrl}/dashboard/sign-in`);
  await page.getByRole('link', { name: 'Criar conta' }).click();
  // The page of the sign-in has an e-mail field too, and stays until the next one is loaded.
  await page.getByRole('heading', { name: 'Criar conta' }).waitFor();
  await page.getByLabel('E-mail').fill(email);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Veja o seu e-mail' }).waitFor();
  await page.goto(await linkTo(baseUrl, email));
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByLabel('Nome da loja').fill(`Loja de ${name}`);
  await page.getByLabel('CPF ou CNPJ').fill('11.222.333/0001-81');
  await page.getByLabel('Site').fill('loja.example');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard\/store_\w+\/test$/);
  const storeId = /store_\w+/.exec(page.url())?.[0] ?? '';
  const call = callOf(page, baseUrl, storeId);
  const { secret } = (await call('/auth/totp/enrol', { currentPassword: password })) as { secret: string };
  await call('/auth/totp/confirm', { code: await generate({ secret }) });
  return {
    ...looker,
    storeId,
    call,
    open: async (path) => void (await page.goto(`${baseUrl}/dashboard/${storeId}/live${path}`)),
    aBuyer: () => openBrowser(place, 'phone'),
  };
}

async function openBrowser({ browser, pictureFile, problems }: Place, size: Size): Promise<Looker> {
  // A provider's own page is at an authority of the tests.
  const context = await browser.newContext({ locale: 'pt-BR', viewport: sizes[size], ignoreHTTPSErrors: true });
  const page = await context.newPage();
  page.setDefaultTimeout(testTimeoutMs);
  page.on('pageerror', ({ message }) => problems.push(message));
  return {
    page,
    look: async (state, at = [size]) => {
      for (const one of at) {
        await page.setViewportSize(sizes[one]);
        await checkPage(page, { browser, pictureFile, way: toWay(`${one} light script pointer`), state });
      }
      await page.setViewportSize(sizes[size]);
    },
  };
}

function callOf(page: Page, baseUrl: string, storeId: string): Newcomer['call'] {
  const headers = {
    origin: new URL(baseUrl).origin,
    'x-pitanga-client': 'dashboard',
    'x-pitanga-store': storeId,
    'x-pitanga-environment': 'prod',
  };
  return async (path, data) => {
    const address = `${baseUrl}/dashboard/api${path}`;
    const answer = await (data
      ? page.request.post(address, { headers, data })
      : page.request.get(address, { headers }));
    if (answer.status() !== 200) throw new Error(`${path} ${String(answer.status())} ${await answer.text()}`);
    return ((await answer.json()) as { data: unknown }).data;
  };
}

function linkTo(baseUrl: string, address: string): Promise<string> {
  const link = /http:\/\/[^"<>\s]+\/dashboard\/sign-up#[\w.-]+/;
  return waitFor(`the mail to ${address}`, () => findInMail(baseUrl, address, link));
}
