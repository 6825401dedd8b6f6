import { waitFor } from '@pitanga/testing';
import type { SharedPlatform } from '@pitanga/tools';
import { generate } from 'otplib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { anEmail } from '../person';
import { joinPlatform } from '../use-platform';
import { checkPage } from './check-page';
import { findInMail } from '../sent-mail';
import { launchBrowser } from './chromium';
import { openPictures } from './pictures';
import { sizes, toWay } from './way';

const password = 'uma frase bem longa';
const stepSeconds = 30;

describe('the people of the dashboard', () => {
  let platform: SharedPlatform;
  let browser: Browser;
  let page: Page;
  let secret = '';
  const problems: string[] = [];

  beforeAll(async () => {
    platform = await joinPlatform();
    browser = await launchBrowser();
    page = await visitor();
  }, 180_000);
  afterAll(() => browser.close());
  afterEach(() => {
    expect(problems).toEqual([]);
  });

  const email = anEmail('ana');
  const way = toWay('desktop light script pointer');
  const pictureFile = openPictures();
  const look = (state: string): Promise<void> => checkPage(page, { browser, pictureFile, way, state });
  const at = (path: string): string => `${platform.baseUrl}/dashboard${path}`;

  /** Another browser, which knows nobody. */
  async function visitor(): Promise<Page> {
    const context = await browser.newContext({ locale: 'pt-BR', viewport: sizes.desktop });
    const opened = await context.newPage();
    opened.on('pageerror', ({ message }) => problems.push(message));
    opened.on('console', (message) => {
      // A refused request is an answer that pages show.
      const isRefusal = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isRefusal) problems.push(message.text());
    });
    return opened;
  }

  /** The link in the newest mail to an address. */
  function linkTo(address: string, name: string): Promise<string> {
    const link = new RegExp(`http://[^"<>\\s]+/dashboard/${name}#[\\w.-]+`);
    return waitFor(`the mail to ${address}`, () => findInMail(platform.baseUrl, address, link));
  }

  async function typeSignIn(into: Page, given: string): Promise<void> {
    await into.getByRole('heading', { name: 'Entrar' }).waitFor();
    await into.getByLabel('E-mail').fill(email);
    await into.getByLabel('Senha', { exact: true }).fill(given);
    await into.keyboard.press('Enter');
  }

  /** An assistant registers itself. */
  async function register(name: string, redirect: string): Promise<string> {
    const answer = await fetch(`${platform.baseUrl}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: name, redirect_uris: [redirect] }),
    });
    return ((await answer.json()) as { client_id: string }).client_id;
  }

  /** A code of the next step: one that was used is worth nothing. */
  const nextCode = () => generate({ secret, epoch: Math.floor(Date.now() / 1000) + stepSeconds });
  const sessionOf = async (context: BrowserContext): Promise<string | undefined> =>
    (await context.cookies()).find(({ name }) => name === 'pitanga')?.value;
  const meStatus = async (token: string): Promise<number> => {
    const headers = { cookie: `pitanga=${token}`, 'x-pitanga-client': 'dashboard' };
    return (await fetch(at('/api/me'), { headers })).status;
  };

  it('sign up by the link of a mail, create their first store, and land on its home page', async () => {
    await page.goto(at('/sign-in'));
    await page.getByRole('link', { name: 'Criar conta' }).click();
    await page.getByRole('heading', { name: 'Criar conta' }).waitFor();
    await page.getByLabel('E-mail').fill(email);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Veja o seu e-mail' }).waitFor();
    await look('sign-up-sent');
    await page.goto(await linkTo(email, 'sign-up'));
    const field = page.getByLabel('Senha', { exact: true });
    await field.fill('123456789012');
    await page.keyboard.press('Enter');
    await page.getByText('A senha ainda não cumpre as regras abaixo.').waitFor();
    await look('sign-up-password');
    await field.fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Crie a sua loja' }).waitFor();
    await page.getByRole('button', { name: 'Criar loja' }).click();
    expect(await page.getByText('Preencha este campo.').count()).toBe(3);
    await look('first-store');
    await page.getByLabel('Nome da loja').fill('Doces da Ana');
    await page.getByLabel('CPF ou CNPJ').fill('11.222.333/0001-81');
    await page.getByLabel('Site').fill('doces.example');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/dashboard\/store_\w+\/test$/);
    await page.getByRole('heading', { name: 'Início' }).waitFor();
    expect(await page.getByRole('button', { name: /Doces da Ana/ }).count()).toBe(1);
  });

  it('set up an authenticator app and keep the recovery codes', async () => {
    await page.getByRole('button', { name: /^Conta:/ }).click();
    await page.getByRole('menuitem', { name: 'Segurança da conta' }).click();
    await page.getByText('Esta sessão', { exact: true }).waitFor();
    await look('account');
    await page.getByRole('button', { name: 'Configurar aplicativo' }).click();
    await page.getByLabel('Senha atual').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: /^Código QR/ }).waitFor();
    await look('enrol');
    secret = ((await page.getByRole('dialog').getByRole('code').textContent()) ?? '').replaceAll(' ', '');
    const code = page.getByLabel(/^Código de 6 dígitos/);
    await code.fill('000000');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('O código não confere.').waitFor();
    await code.fill(await generate({ secret }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Guarde os seus códigos de recuperação' }).waitFor();
    expect(await page.getByRole('dialog').getByRole('listitem').count()).toBe(10);
    await look('recovery-codes');
    await page.getByRole('button', { name: 'Guardei os códigos' }).click();
    await page.getByText('10 códigos restantes').waitFor();
  });

  it('sign in with it elsewhere, under a cookie that nobody knew before, until the session is ended here', async () => {
    const other = await visitor();
    const context = other.context();
    const planted = 'A'.repeat(43);
    await context.addCookies([{ name: 'pitanga', value: planted, url: platform.baseUrl }]);
    await other.goto(at('/'));
    await typeSignIn(other, password);
    await other.getByRole('heading', { name: 'Segundo passo' }).waitFor();
    const half = (await sessionOf(context)) ?? '';
    expect(half).not.toBe(planted);
    expect(await meStatus(half)).toBe(401);
    await other.getByLabel('Código de 6 dígitos').fill(await nextCode());
    await other.keyboard.press('Enter');
    await other.getByRole('heading', { name: 'Início' }).waitFor();
    const whole = (await sessionOf(context)) ?? '';
    expect([planted, half]).not.toContain(whole);
    expect(await Promise.all([planted, half, whole].map(meStatus))).toEqual([401, 401, 200]);

    await page.reload();
    await page.getByRole('button', { name: /^Encerrar sessão:/ }).click();
    await page.getByText('Sessão encerrada.').waitFor();
    await waitFor('the end of the session', async () => (await meStatus(whole)) === 401);
    await other.getByRole('link', { name: 'Cobranças' }).click();
    await other.getByRole('heading', { name: 'Entrar' }).waitFor();
    await context.close();
  });

  it('give an assistant access to a store after they have read who asks, and it gets a code', async () => {
    const redirect = 'http://127.0.0.1:51234/callback';
    const before = page.url();
    const clientId = await register('Claude', redirect);
    await page.route(`${redirect}*`, (route) => route.fulfill({ body: 'the assistant has it' }));
    const asked = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirect,
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
      state: 'the-state',
    });
    await page.goto(`${platform.baseUrl}/oauth/authorize?${asked.toString()}`);
    await page.getByRole('heading', { name: '“Claude” pede acesso a uma loja sua' }).waitFor();
    await page.getByText('A resposta vai para um programa neste computador (127.0.0.1:51234).').waitFor();
    await page.setViewportSize(sizes.phone);
    await checkPage(page, { browser, pictureFile, way: { ...way, size: 'phone' }, state: 'assistant' });
    await page.setViewportSize(sizes.desktop);
    await page.getByLabel('Produção').check();
    await page.getByLabel('Consultar, criar e alterar').check();
    await page.getByText('dinheiro de verdade pode sair').waitFor();
    await look('assistant-writes');
    const refusal = page.getByRole('link', { name: 'Recusar' });
    expect(await refusal.getAttribute('href')).toMatch(/^http:\/\/127\.0\.0\.1:51234\/callback\?error=access_denied&/);
    await page.getByRole('button', { name: 'Dar acesso' }).click();
    await page.getByText('the assistant has it').waitFor();
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('code'), searchParams.get('state')]).toEqual([
      expect.stringMatching(/^\w{43}$/),
      'the-state',
    ]);
    await page.goto(before);
  });

  it('accept an invitation, which says who invites to what, and are in the store', async () => {
    const { origin, pathname } = new URL(page.url());
    const invited = anEmail('bia');
    const answer = await page.request.post(at('/api/v2/members/invite'), {
      headers: {
        origin,
        'x-pitanga-client': 'dashboard',
        'x-pitanga-store': pathname.split('/')[2] ?? '',
        'x-pitanga-environment': 'dev',
      },
      data: { email: invited, role: 'FINANCE' },
    });
    expect(answer.status()).toBe(200);
    const guest = await visitor();
    const link = await linkTo(invited, 'invitation');
    await guest.goto(link);
    await guest.getByText(`${email} convidou você para a loja`).waitFor();
    await checkPage(guest, { browser, pictureFile, way, state: 'invitation' });
    await guest.getByLabel('Senha', { exact: true }).fill(password);
    await guest.keyboard.press('Enter');
    await guest.getByRole('heading', { name: 'Início' }).waitFor();
    expect(await guest.getByRole('link', { name: 'Extrato', exact: true }).count()).toBe(1);
    await guest.goto('about:blank');
    await guest.goto(link);
    await guest.getByRole('heading', { name: 'Este link não vale mais' }).waitFor();
    await guest.context().close();
  });

  it('are locked out after five wrong passwords, and are told how long', async () => {
    const guesser = await visitor();
    await guesser.goto(at('/sign-in'));
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const answered = guesser.waitForResponse(/\/auth\/sign-in$/);
      await typeSignIn(guesser, `not the password ${String(attempt)}`);
      await answered;
    }
    await typeSignIn(guesser, password);
    await guesser.getByRole('alert').getByText('Houve tentativas erradas demais.').waitFor();
    const timer = guesser.getByRole('timer');
    const before = (await timer.textContent()) ?? '';
    expect(before).toMatch(/^Você pode tentar de novo em (1:00|0:\d\d)\.$/);
    await waitFor('the next second', async () => (await timer.textContent()) !== before);
    await checkPage(guesser, { browser, pictureFile, way, state: 'sign-in-paused' });
    await guesser.context().close();
  });
});
