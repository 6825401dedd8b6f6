import { testTimeoutMs, waitFor, type EfiChargesStandIn } from '@pitanga/testing';
import { generate } from 'otplib';
import type { Browser, Page } from 'playwright-core';
import { openAsaasAccount, payoutKey, type AsaasAccount } from '../merchants/asaas-account';
import { bankSettings, openBank, openEfiCharges } from '../merchants/bank-account';
import { useMerchantBench } from '../merchants/merchant-bench';
import { anEmail } from '../person';
import { callbackBaseUrl, type FakeBank } from '../provider-servers';
import { checkPage } from './check-page';
import { launchBrowser } from './chromium';
import { openPictures } from './pictures';
import { sizes, toWay, type Way } from './way';

const password = 'uma frase bem longa';

/** From sign-up to the first money, in the dashboard alone, in Portuguese. */
describe('going live in a browser', () => {
  const bench = useMerchantBench();
  let browser: Browser;
  const problems: string[] = [];
  const pictureFile = openPictures();
  beforeAll(async () => {
    browser = await launchBrowser();
  }, 2 * testTimeoutMs);
  afterAll(() => browser.close());
  afterEach(() => {
    expect(problems).toEqual([]);
  });

  /** A person whose store is new; pages of their browser. */
  interface Newcomer {
    readonly page: Page;
    readonly storeId: string;
    open(path: string): Promise<void>;
    /** A call of the signed-in browser in production; its `data`. */
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    call(path: string, data?: object): Promise<any>;
    look(state: string): Promise<void>;
  }

  async function signUp(name: string, size: Way['size']): Promise<Newcomer> {
    const context = await browser.newContext({ locale: 'pt-BR', viewport: sizes[size] });
    const page = await context.newPage();
    page.setDefaultTimeout(testTimeoutMs);
    page.on('pageerror', ({ message }) => problems.push(message));
    const email = anEmail(name);
    const { baseUrl } = bench.platform;
    await page.goto(`${baseUrl}/dashboard/sign-in`);
    await page.getByRole('link', { name: 'Criar conta' }).click();
    // The page of the sign-in has an e-mail field too, and stays until the next one is loaded.
    await page.getByRole('heading', { name: 'Criar conta' }).waitFor();
    await page.getByLabel('E-mail').fill(email);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Veja o seu e-mail' }).waitFor();
    await page.goto(await linkTo(email));
    await page.getByLabel('Senha', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByLabel('Nome da loja').fill(`Loja de ${name}`);
    await page.getByLabel('CPF ou CNPJ').fill('11.222.333/0001-81');
    await page.getByLabel('Site').fill('loja.example');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/dashboard\/store_\w+\/test$/);
    const storeId = /store_\w+/.exec(page.url())?.[0] ?? '';
    const headers = {
      origin: new URL(baseUrl).origin,
      'x-pitanga-client': 'dashboard',
      'x-pitanga-store': storeId,
      'x-pitanga-environment': 'prod',
    };
    const call: Newcomer['call'] = async (path, data) => {
      const address = `${baseUrl}/dashboard/api${path}`;
      const answer = await (data
        ? page.request.post(address, { headers, data })
        : page.request.get(address, { headers }));
      if (answer.status() !== 200) throw new Error(`${path} ${String(answer.status())} ${await answer.text()}`);
      return ((await answer.json()) as { data: unknown }).data;
    };
    const { secret } = (await call('/auth/totp/enrol', { currentPassword: password })) as { secret: string };
    await call('/auth/totp/confirm', { code: await generate({ secret }) });
    const way = toWay(`${size} light script pointer`);
    return {
      page,
      storeId,
      call,
      open: async (path) => void (await page.goto(`${baseUrl}/dashboard/${storeId}/live${path}`)),
      look: (state) => checkPage(page, { browser, pictureFile, way, state }),
    };
  }

  function linkTo(address: string): Promise<string> {
    return waitFor(`the mail to ${address}`, async () => {
      const list = await (await fetch(`${bench.platform.baseUrl}/dev/mail`)).text();
      const mail = new RegExp(`href="(/dev/mail/log_\\w+)"[^]*?class="soft">${address} `).exec(list)?.[1];
      if (mail === undefined) return undefined;
      const text = await (await fetch(`${bench.platform.baseUrl}${mail}/html`)).text();
      return /http:\/\/[^"<>\s]+\/dashboard\/sign-up#[\w.-]+/.exec(text)?.[0];
    });
  }

  /** Makes a Pix and sees it paid in the list of charges. */
  async function takePix({ page, open, call }: Newcomer, pay: () => Promise<unknown>): Promise<void> {
    const customer = { name: 'Bia Lima', taxId: '529.982.247-25', email: 'bia@example.com', cellphone: '11999998888' };
    const { id } = await call('/v2/transparents/create', { method: 'PIX', data: { amount: 10_000, customer } });
    await open(`/charges/${String(id)}`);
    await page.getByText('Aguardando', { exact: true }).first().waitFor();
    await pay();
    await page.getByText('Paga', { exact: true }).first().waitFor();
  }

  describe('with Asaas, on a phone', () => {
    let account: AsaasAccount;
    let ana: Newcomer;
    beforeAll(async () => {
      account = await openAsaasAccount(bench);
      ana = await signUp('ana', 'phone');
      // The form asks for no address: the operator of this installation has a stand-in where Asaas is.
      const { apiBaseUrl, ca } = account.settings as { apiBaseUrl: string; ca: string };
      await ana.page.route('**/v2/providers/connect', async (route) => {
        const body = route.request().postDataJSON() as { settings: object };
        await route.continue({
          postData: JSON.stringify({ ...body, settings: { ...body.settings, apiBaseUrl, ca, callbackBaseUrl } }),
        });
      });
    }, 3 * testTimeoutMs);
    afterAll(() => account.asaas.stop());

    const connect = async (apiKey: string, environment: string): Promise<void> => {
      await ana.page.getByLabel('Chave de API do Asaas').fill(apiKey);
      await ana.page.getByLabel('Ambiente no Asaas').selectOption(environment);
      await ana.page.getByRole('button', { name: 'Conectar', exact: true }).click();
    };

    it(
      'says in words of theirs what is wrong with a key, and connects the right one',
      async () => {
        const { page, open, look } = ana;
        const { apiKey } = account.asaas;
        await open('/settings/providers');
        await page.getByText('Ainda não. Resolva o que falta abaixo.').waitFor();
        await look('live-empty');
        await open('/settings/providers/ASAAS');
        await connect(apiKey, 'PRODUCTION');
        await page.getByText('A chave é do ambiente SANDBOX e o formulário diz PRODUCTION').waitFor();
        await connect(`${apiKey}x`, 'SANDBOX');
        await page.getByText('O Asaas recusou a chave: está errada', { exact: false }).waitFor();
        account.asaas.failNext(/^GET \/wallets/, { status: 401 });
        await connect(apiKey, 'SANDBOX');
        await page
          .getByText('O Asaas respondeu 401 sem dizer o motivo: falta uma permissão', { exact: false })
          .waitFor();
        await look('asaas-refused');
        await page.getByLabel('Token da validação de saques').fill('validation-token-of-the-owner-32-chars');
        await connect(apiKey, 'SANDBOX');
        await page.getByText('Provedor conectado', { exact: false }).waitFor();
        expect(account.asaas.books.webhooks).toMatchObject([{ enabled: true, interrupted: false }]);
        await page.getByRole('button', { name: 'Testar agora' }).click();
        await page.getByText('Testado: funcionando.').waitFor();
        await page.getByText('O Asaas ainda não perguntou por nenhuma saída', { exact: false }).waitFor();
        await page.getByText('O Asaas nunca perguntou se o dinheiro pode sair', { exact: false }).waitFor();
        await look('asaas-connected');
      },
      3 * testTimeoutMs,
    );

    it(
      'takes the first Pix and, after the step at Asaas, sends the first money',
      async () => {
        const { page, open, look, call } = ana;
        await takePix(ana, () => account.pay());
        await look('first-charge');
        await account.setValidation({ get: (path) => call(path) });
        await open('/pix');
        await page.getByRole('button', { name: 'Enviar Pix' }).first().click();
        await page.getByLabel('Valor').fill('30,00');
        await page.getByLabel('Tipo de chave').selectOption('EMAIL');
        await page.getByLabel('Chave Pix').fill(payoutKey);
        await page.getByRole('button', { name: 'Continuar' }).click();
        await page.getByRole('button', { name: 'Enviar R$ 30,00' }).click();
        await page.getByRole('heading', { name: 'Pix de R$ 30,00' }).waitFor();
        await account.send(3_000);
        await page.getByText('Pix concluído').waitFor();
        await look('first-pix-sent');
        await open('/settings/providers');
        await page.getByText('O Asaas pergunta antes de cada saída desde', { exact: false }).waitFor();
      },
      3 * testTimeoutMs,
    );
  });

  describe('with a bank, at a desk', () => {
    let bank: FakeBank;
    let efi: EfiChargesStandIn;
    let bia: Newcomer;
    beforeAll(async () => {
      bank = await openBank(bench, 'EFI');
      efi = await openEfiCharges(bench, bank);
      bia = await signUp('bia', 'desktop');
    }, 3 * testTimeoutMs);
    afterAll(() => Promise.all([bank.stop(), efi.stop()]));

    it(
      'chooses it by name, uploads its certificate, is told what is wrong, and takes the first Pix',
      async () => {
        const { page, open, look } = bia;
        const { clientId, clientSecret, pixKey, certificate, privateKey, ca, baseUrl, tokenUrl } = bankSettings(
          bank,
          'EFI',
        );
        await open('/settings/providers/BACEN_PIX');
        await page.getByLabel('Banco', { exact: true }).selectOption({ label: 'Efí' });
        await page.getByLabel('Meios').selectOption({ label: 'Pix e boleto' });
        await page.getByLabel('Client ID').fill(clientId);
        await page.getByLabel('Client secret').fill('de outra aplicação');
        await page.getByLabel('Chave Pix da loja').fill(pixKey);
        const upload = async (label: string, text: string): Promise<void> => {
          const choosing = page.waitForEvent('filechooser');
          await page.getByLabel(label).click();
          await (await choosing).setFiles({ name: 'banco.pem', mimeType: 'text/plain', buffer: Buffer.from(text) });
        };
        await upload('Certificado (PEM)', certificate);
        await upload('Chave privada (PEM)', ca);
        await upload('Autoridade do provedor (PEM)', ca);
        await page.getByLabel('Endereço da API', { exact: true }).fill(baseUrl);
        await page.getByLabel('Endereço do token').fill(tokenUrl);
        await page.getByLabel('Endereço da API de boletos').fill(efi.baseUrl);
        await page.getByLabel('Endereço para retornos').fill(callbackBaseUrl);
        const submit = () => page.getByRole('button', { name: 'Conectar', exact: true }).click();
        await submit();
        await page.getByText("Não foi possível ler 'privateKey'", { exact: false }).waitFor();
        await upload('Chave privada (PEM)', privateKey);
        await submit();
        await page.getByText('Efí não dá o token: Client ID, Client secret', { exact: false }).waitFor();
        await look('bank-refused');
        await page.getByLabel('Client secret').fill(clientSecret);
        await submit();
        await page.getByText('Provedor conectado', { exact: false }).waitFor();
        await page.getByRole('button', { name: 'Testar agora' }).click();
        await page.getByText('Testado: funcionando.').waitFor();
        await look('bank-connected');
        await takePix(bia, () => bank.pay(bank.books.charges().at(-1) ?? ''));
      },
      3 * testTimeoutMs,
    );
  });
});
