import { waitFor } from '@pitanga/testing';
import type { SharedPlatform } from '@pitanga/tools';
import { generate } from 'otplib';
import type { Browser, Page } from 'playwright-core';
import { clientOf, type Client } from '../api';
import { anEmail } from '../person';
import { joinPlatform } from '../use-platform';
import { checkPage } from './check-page';
import { findInMail } from '../sent-mail';
import { launchBrowser } from './chromium';
import { openPictures } from './pictures';
import { sizes, toWay, type Way } from './way';

const theirPassword = 'uma frase bem longa';
const financeEmail = anEmail('bruno');
const partnerEmail = anEmail('carla');

describe('payouts that a second person approves', () => {
  let platform: SharedPlatform;
  let api: Client;
  let browser: Browser;
  let owner: Page;
  let finance: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    platform = await joinPlatform({ hasPerson: true });
    api = clientOf(platform.demo);
    browser = await launchBrowser();
    const { json } = await api.post('/v2/transparents/create', { method: 'PIX', data: { amount: 500_000 } });
    await api.post(`/v2/transparents/simulate-payment?id=${(json.data as { id: string }).id}`, {});
    await waitFor('the balance', async () => (await available()) > 400_000);
    owner = await visitor();
    finance = await visitor('phone');
  }, 240_000);
  afterAll(() => browser.close());
  afterEach(() => {
    expect(problems).toEqual([]);
  });

  const pictureFile = openPictures();
  /** Who asks sits at a desk; who decides has a phone. */
  const look = (page: Page, state: string): Promise<void> => {
    const way = toWay(`${page === owner ? 'desktop' : 'phone'} light script pointer`);
    return checkPage(page, { browser, pictureFile, way, state });
  };
  const storeId = (): string => platform.demo.storeId ?? '';
  const at = (path: string): string => `${platform.baseUrl}/dashboard/${storeId()}/test${path}`;
  const available = async (): Promise<number> => (await api.get('/v2/store/get')).json.data.balance.available;

  async function visitor(size: Way['size'] = 'desktop'): Promise<Page> {
    const context = await browser.newContext({ locale: 'pt-BR', viewport: sizes[size] });
    const opened = await context.newPage();
    opened.on('pageerror', ({ message }) => problems.push(message));
    opened.on('console', (message) => {
      // A refused request is an answer that pages show.
      const isRefusal = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isRefusal) problems.push(message.text());
    });
    return opened;
  }

  /** A call of the dashboard's routes, with the cookies of a page. */
  async function must<T>(page: Page, path: string, data: object): Promise<T> {
    const headers = {
      origin: new URL(platform.baseUrl).origin,
      'x-pitanga-client': 'dashboard',
      'x-pitanga-store': storeId(),
      'x-pitanga-environment': 'dev',
    };
    const answer = await page.request.post(`${platform.baseUrl}/dashboard/api${path}`, { data, headers });
    const body = (await answer.json()) as { data: T };
    expect([path, answer.status(), body]).toMatchObject([path, 200, {}]);
    return body.data;
  }

  async function tokenTo(address: string): Promise<string> {
    const link = /\/dashboard\/[\w/-]+#([\w.-]+)/;
    return waitFor(`the mail to ${address}`, () => findInMail(platform.baseUrl, address, link));
  }

  /** The owner invites a person, who accepts. */
  async function join(page: Page, email: string, role: string): Promise<void> {
    await must(owner, '/v2/members/invite', { email, role });
    const token = await tokenTo(email);
    await must(page, '/auth/invitations/accept', { token, password: theirPassword });
  }

  async function addAuthenticator(page: Page, currentPassword: string): Promise<void> {
    const { secret } = await must<{ secret: string }>(page, '/auth/totp/enrol', { currentPassword });
    await must(page, '/auth/totp/confirm', { code: await generate({ secret }) });
  }

  /** The owner asks for a withdrawal and sees it wait. */
  async function askFor(typed: string, amount: string): Promise<void> {
    await owner.goto(at('/payouts'));
    await owner.getByRole('button', { name: 'Sacar' }).first().click();
    await owner.getByLabel('Valor').fill(typed);
    await owner.getByRole('button', { name: 'Continuar' }).click();
    await owner.getByRole('button', { name: `Pedir aprovação de ${amount}` }).click();
    await owner.getByRole('heading', { name: `Saque de ${amount}` }).waitFor();
    await owner.getByText('Aguardando aprovação').first().waitFor();
  }

  it('are of a store with two people who may pay out, the owner of which sets the limit', async () => {
    const { email, password } = platform.demo.dashboard ?? { email: '', password: '' };
    await must(owner, '/auth/sign-in', { email, password });
    await addAuthenticator(owner, password);
    await join(finance, financeEmail, 'FINANCE');

    await owner.goto(at('/payouts'));
    await owner.getByText('Nenhum saque ainda').waitFor();
    await owner.getByRole('link', { name: 'Ver limites de saída' }).click();
    await owner.getByLabel('Precisa de aprovação acima de').fill('1.000,00');
    await owner.getByLabel('Por dia').fill('9.000,00');
    await look(owner, 'limits');
    await owner.getByRole('button', { name: 'Conferir mudança' }).click();
    await owner.getByText('a mudança vale na hora', { exact: false }).waitFor();
    await look(owner, 'limit');
    await owner.getByRole('button', { name: 'Mudar agora' }).click();
    await owner.getByText('Saiu hoje').waitFor();
    await owner.goto(at('/payouts'));
    await owner.getByText('Saques e Pix acima de R$ 1.000,00 esperam', { exact: false }).waitFor();
  });

  it('leave at once below the limit, after their total was shown', async () => {
    const before = await available();
    await owner.getByRole('link', { name: 'Pix enviados' }).click();
    await owner.getByText('Nenhum Pix enviado ainda').waitFor();
    await owner.getByRole('button', { name: 'Enviar Pix' }).first().click();
    await owner.getByLabel('Valor').fill('1000');
    await owner.getByLabel('Tipo de chave').selectOption('CPF');
    await owner.getByLabel('Chave Pix').fill('52998224724');
    await owner.getByLabel('Descrição').focus();
    await owner.getByText('Confira a chave', { exact: false }).waitFor();
    await owner.getByLabel('Chave Pix').fill('52998224725');
    await owner.getByLabel('Descrição').fill('Flores');
    expect(await owner.getByLabel('Chave Pix').inputValue()).toBe('529.982.247-25');
    await look(owner, 'new-pix');
    await owner.getByRole('button', { name: 'Continuar' }).click();
    await owner.getByText('R$ 999,20').waitFor();
    await look(owner, 'confirm-pix');
    await owner.getByRole('button', { name: 'Enviar R$ 1.000,00' }).click();
    await owner.getByRole('heading', { name: 'Pix de R$ 1.000,00' }).waitFor();
    await owner.getByText('Pix concluído').waitFor();
    await owner.getByRole('link', { name: 'Ver comprovante' }).waitFor();
    await look(owner, 'pix');
    expect(await available()).toBe(before - 100_000);
  });

  it('show no refusal of before once another key is given', async () => {
    await owner.goto(at('/payouts'));
    await owner.getByRole('button', { name: 'Sacar' }).first().click();
    const dialog = owner.getByRole('dialog');
    await dialog.getByLabel('Valor').fill('500,00');
    await owner.route('**/v2/payouts/create', (route) =>
      route.fulfill({
        status: 400,
        json: {
          data: null,
          error: 'A chave Pix não pertence ao titular da conta.',
          code: 'PIX_KEY_NOT_OWN',
          success: false,
        },
      }),
    );
    await dialog.getByRole('button', { name: 'Continuar' }).click();
    await dialog.getByRole('button', { name: 'Sacar R$ 500,00' }).click();
    await dialog.getByRole('alert').waitFor();
    await owner.unroute('**/v2/payouts/create');
    await dialog.getByRole('button', { name: 'Voltar' }).click();
    expect(await dialog.getByRole('alert').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Continuar' }).click();
    await dialog.getByRole('button', { name: 'Sacar R$ 500,00' }).waitFor();
    expect(await dialog.getByRole('alert').count()).toBe(0);
    await owner.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('wait above it: who asked cannot approve, another member does, and it completes', async () => {
    await askFor('1.500,00', 'R$ 1.500,00');
    await owner.getByText('Você pediu este pagamento', { exact: false }).waitFor();
    expect(await owner.getByRole('button', { name: 'Aprovar' }).count()).toBe(0);
    await look(owner, 'own-request');
    const path = new URL(owner.url()).pathname;
    const id = path.split('/').at(-1) ?? '';
    const own = owner.request.post(`${platform.baseUrl}/dashboard/api/v2/payouts/approve`, {
      data: { id },
      headers: {
        origin: new URL(platform.baseUrl).origin,
        'x-pitanga-client': 'dashboard',
        'x-pitanga-store': storeId(),
        'x-pitanga-environment': 'dev',
      },
    });
    expect(await (await own).json()).toMatchObject({ code: 'PAYOUT_OWN_REQUEST' });
    const byKey = await api.post('/v2/payouts/approve', { id });
    expect([byKey.status, byKey.json]).toMatchObject([403, { code: 'PERSON_REQUIRED' }]);

    await finance.goto(at('/payouts'));
    await finance.getByRole('table', { name: 'Aguardando aprovação' }).waitFor();
    await look(finance, 'waiting');
    await finance.getByRole('table', { name: 'Aguardando aprovação' }).getByRole('link').first().click();
    await finance.getByRole('button', { name: 'Aprovar', exact: true }).click();
    // What the owner sent by Pix before counts in the sum of the day, and the session is the owner's.
    await finance.getByRole('dialog').getByText('R$ 2.498,40').waitFor();
    await finance.getByRole('dialog').getByText('Chrome (Linux) · entrou em', { exact: false }).waitFor();
    await finance.getByRole('dialog').getByText('11.222.333/0001-81').waitFor();
    await look(finance, 'approve');
    await finance.getByRole('button', { name: 'Aprovar R$ 1.500,00' }).click();
    await finance.getByText('Pix concluído').waitFor();
    await owner.getByText('Pix concluído').waitFor();
    await look(owner, 'approved');
  });

  it('give their money back when they are rejected', async () => {
    const before = await available();
    await askFor('2.000,00', 'R$ 2.000,00');
    expect(await available()).toBe(before - 200_000);
    await finance.goto(owner.url());
    await finance.getByRole('button', { name: 'Recusar', exact: true }).click();
    await finance.getByRole('button', { name: 'Recusar R$ 2.000,00' }).click();
    await finance.getByText('O pedido foi recusado antes do envio.', { exact: false }).waitFor();
    await look(finance, 'rejected');
    expect(await available()).toBe(before);
    const list = await api.get('/v2/payouts/list?status=FAILED');
    expect(list.json.data).toMatchObject([{ failureReason: 'APPROVAL_REJECTED', amount: 200_000 }]);
  });

  it('have limits that an owner alone loosens a day after asking, unless it is cancelled', async () => {
    await owner.goto(at('/settings/limits'));
    await owner.getByLabel('Por dia').fill('10.000,00');
    await owner.getByRole('button', { name: 'Conferir mudança' }).click();
    await owner.getByText('antes R$ 9.000,00, depois R$ 10.000,00').waitFor();
    await look(owner, 'looser-limit');
    await owner.getByRole('button', { name: 'Pedir mudança' }).click();
    await owner.getByText('Não há outra pessoa que possa confirmar', { exact: false }).waitFor();
    expect(await owner.getByLabel('Por dia').inputValue()).toBe('9.000,00');
    await look(owner, 'open-limit-change');
    await owner.getByRole('button', { name: 'Cancelar mudança' }).click();
    await owner.getByRole('dialog').getByRole('button', { name: 'Cancelar mudança' }).click();
    await owner.getByText('Mudança em andamento').waitFor({ state: 'detached' });
    await owner.getByText('Cancelada', { exact: true }).waitFor();
  });

  it('have limits that a second owner loosens with the first, who cannot alone', async () => {
    const partner = await visitor('phone');
    await join(partner, partnerEmail, 'OWNER');
    await addAuthenticator(partner, theirPassword);
    await owner.getByLabel('Por dia').fill('10.000,00');
    await owner.getByRole('button', { name: 'Conferir mudança' }).click();
    await owner.getByRole('button', { name: 'Pedir mudança' }).click();
    await owner.getByText('Você pediu esta mudança', { exact: false }).waitFor();
    expect(await owner.getByRole('button', { name: 'Confirmar', exact: true }).count()).toBe(0);

    await partner.goto(at('/settings/limits'));
    await partner.getByText('Aguardando confirmação').first().waitFor();
    await look(partner, 'limit-to-confirm');
    await partner.getByRole('button', { name: 'Confirmar', exact: true }).click();
    await partner.getByRole('dialog').getByText('antes R$ 9.000,00, depois R$ 10.000,00').waitFor();
    await look(partner, 'confirm-limit');
    await partner.getByRole('button', { name: 'Confirmar mudança' }).click();
    await partner.getByText('Agendada').first().waitFor();
    await look(partner, 'limit-confirmed');
    expect(await partner.getByLabel('Por dia').inputValue()).toBe('9.000,00');
    await partner.getByRole('button', { name: 'Cancelar mudança' }).click();
    await partner.getByRole('dialog').getByRole('button', { name: 'Cancelar mudança' }).click();
    await partner.getByText('Mudança em andamento').waitFor({ state: 'detached' });
    await partner.context().close();
    await owner.reload();
  });

  it('go to listed keys alone once there is a list, which one person makes', async () => {
    await owner.getByRole('switch', { name: 'Enviar só para as chaves da lista' }).click();
    await owner.getByRole('button', { name: 'Adicionar chave' }).click();
    const dialog = owner.getByRole('dialog');
    await dialog.getByLabel('Chave Pix').fill('52998224724');
    await dialog.getByRole('button', { name: 'Adicionar chave' }).click();
    await dialog.getByText('Confira a chave', { exact: false }).waitFor();
    await dialog.getByLabel('Chave Pix').fill('52998224725');
    await dialog.getByRole('button', { name: 'Adicionar chave' }).click();
    await owner.getByText('CPF · 529.982.247-25').waitFor();
    await owner.getByRole('button', { name: 'Conferir mudança' }).click();
    await owner.getByText('antes qualquer chave, depois 529.982.247-25').waitFor();
    await owner.getByRole('button', { name: 'Mudar agora' }).click();
    await owner.getByText('Limites alterados.').waitFor();
    await look(owner, 'listed-keys');
    const { json } = await api.get('/v2/store/get');
    expect(json.data).toMatchObject({ payoutLimits: { allowedKeys: [{ type: 'CPF' }], perDay: 900_000 } });
  });
});
