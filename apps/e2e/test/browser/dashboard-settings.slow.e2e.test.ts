import { waitFor } from '@pitanga/testing';
import type { SharedPlatform } from '@pitanga/tools';
import { generate } from 'otplib';
import { Client as PgClient } from 'pg';
import type { Browser, Page } from 'playwright-core';
import { anEmail, personAt } from '../person';
import { joinPlatform } from '../use-platform';
import { checkPage } from './check-page';
import { launchBrowser } from './chromium';
import { openPictures } from './pictures';
import { sizes, toWay } from './way';

describe('the settings of a store', () => {
  let platform: SharedPlatform;
  let browser: Browser;
  let page: Page;
  let secret = '';
  const problems: string[] = [];
  const way = toWay('desktop light script pointer');
  const pictureFile = openPictures();
  const look = (state: string): Promise<void> => checkPage(page, { browser, pictureFile, way, state });
  const invited = anEmail('ana');

  beforeAll(async () => {
    platform = await joinPlatform({ hasPerson: true });
    browser = await launchBrowser();
    page = await (await browser.newContext({ locale: 'pt-BR', viewport: sizes.desktop })).newPage();
    page.on('pageerror', ({ message }) => problems.push(message));
  }, 180_000);
  afterAll(() => browser.close());
  afterEach(() => {
    expect(problems).toEqual([]);
  });

  const owner = () => {
    if (!platform.demo.dashboard) throw new Error('the demo store has no person');
    return platform.demo.dashboard;
  };
  const open = (path: string) => page.goto(`${owner().url}/${platform.demo.storeId ?? ''}/test${path}`);
  const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text });

  /** A call of the signed-in browser, below /dashboard/api. */
  const call = async (path: string, data: object) => {
    const { origin } = new URL(platform.baseUrl);
    const headers = {
      origin,
      'x-pitanga-client': 'dashboard',
      'x-pitanga-store': platform.demo.storeId ?? '',
      'x-pitanga-environment': 'dev',
    };
    const answer = await page.request.post(`${platform.baseUrl}/dashboard/api${path}`, { headers, data });
    return (await answer.json()) as { data: { secret: string }; code?: string };
  };

  /** A session whose second factor is an hour old, as after lunch. */
  const ageFactor = async (): Promise<void> => {
    const client = new PgClient(platform.demo.infra.postgres.gateway);
    await client.connect();
    await client.query(
      `update sessions set second_factor_at = second_factor_at - interval '1 hour'
        where user_id in (select user_id from members where store_id = $1)`,
      [platform.demo.storeId],
    );
    await client.end();
    await waitFor('the session to be old', async () => {
      const { code } = await call('/v2/members/update', { id: 'user_nobody', role: 'VIEWER' });
      return code === 'SECOND_FACTOR_REQUIRED';
    });
  };

  it('asks for a second factor before a person is invited', async () => {
    const { email, password } = owner();
    await open('/team');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Senha', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Equipe' }).waitFor();
    ({ secret } = (await call('/auth/totp/enrol', { currentPassword: password })).data);
    await call('/auth/totp/confirm', { code: await generate({ secret }) });
    await ageFactor();
    await page.reload();
    await page.getByRole('button', { name: 'Convidar pessoa' }).click();
    await page.getByRole('button', { name: 'Enviar convite' }).click();
    await page.getByText('Digite um e-mail como', { exact: false }).waitFor();
    await page.getByRole('dialog').getByLabel('E-mail').fill(invited);
    await look('invite');
    await page.getByRole('button', { name: 'Enviar convite' }).click();
    // The code of the next half minute: one that was used is not taken again.
    const code = await generate({ secret, epoch: Math.floor(Date.now() / 1_000) + 30 });
    await page.getByLabel('Código de 6 dígitos').fill(code);
    await page.keyboard.press('Enter');
    await rowOf(invited).getByText('Convidada').waitFor();
    await look('team');
  }, 150_000);

  it('has the invited person as a member once they have followed the link of their mail', async () => {
    const token = await waitFor('the mail', async () => {
      const list = await (await fetch(`${platform.baseUrl}/dev/mail`)).text();
      const [, mail] = new RegExp(`href="(/dev/mail/[^"]+)"(?:(?!</a)[^])*${invited}`).exec(list) ?? [];
      if (mail === undefined) return false;
      const text = await (await fetch(`${platform.baseUrl}${mail}`)).text();
      return /\/dashboard[^\s"#<]*#([^\s"<&]+)/.exec(text)?.[1] ?? false;
    });
    await personAt(platform.baseUrl).must('POST', '/auth/invitations/accept', {
      token,
      password: 'uma senha bem longa',
    });
    await page.reload();
    await rowOf(invited).getByText('Ativa').waitFor();
  });

  it('gives a member another role, keeps its last owner, and removes a member', async () => {
    const act = async (email: string, name: string): Promise<void> => {
      await page.getByRole('button', { name: `Mais ações: ${email}` }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await act(invited, 'Mudar papel');
    await page.getByRole('radio', { name: 'Financeiro' }).check();
    await page.getByRole('button', { name: 'Mudar papel' }).click();
    await rowOf(invited).getByText('Financeiro').waitFor();
    await act(owner().email, 'Mudar papel');
    await page.getByRole('radio', { name: 'Leitura' }).check();
    await page.getByRole('button', { name: 'Mudar papel' }).click();
    await page.getByRole('alert').getByText('A loja precisa de pelo menos um dono.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await act(invited, 'Remover da loja');
    await page.getByRole('button', { name: 'Remover da loja' }).click();
    await rowOf(invited).waitFor({ state: 'detached' });
  });

  it('renames the store', async () => {
    await open('/settings');
    await page.getByLabel('Nome').fill('Loja Renomeada');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Configurações salvas.').waitFor();
    await page.getByRole('banner').getByText('Loja Renomeada').waitFor();
    await look('store');
  });

  it('tells who did it, and what was there before', async () => {
    await page.getByRole('link', { name: 'Auditoria' }).click();
    for (const act of ['Loja alterada', 'Pessoa removida', 'Papel alterado', 'Pessoa convidada']) {
      await rowOf(act).first().waitFor();
    }
    await look('audit');
    await page.getByRole('link', { name: 'Papel alterado' }).click();
    await rowOf('Papel').getByText('Leitura').waitFor();
    await rowOf('Papel').getByText('Financeiro').waitFor();
    await look('audit-entry');
    await open('/audit?action=store.updated');
    await page.getByRole('link', { name: 'Loja alterada' }).click();
    await rowOf('Nome').getByText('Loja Renomeada').waitFor();
  });

  it('says what is simulated, what is missing, and how to test', async () => {
    await open('/settings/providers');
    await page.getByText('Aqui tudo é simulado').waitFor();
    await page.getByText('Pronta para vender?').waitFor();
    await look('providers');
    await open('/developers/testing');
    await page.getByRole('button', { name: '4242 4242 4242 4242' }).waitFor();
    await look('testing');
  });
});
