import { testTimeoutMs, waitFor, type EfiChargesStandIn } from '@pitanga/testing';
import type { Browser } from 'playwright-core';
import { openAsaasAccount, payoutKey, type AsaasAccount } from '../merchants/asaas-account';
import { bankSettings, openBank, openEfiCharges, openEfiSending } from '../merchants/bank-account';
import { useMerchantBench } from '../merchants/merchant-bench';
import { callbackBaseUrl, type FakeBank } from '../provider-servers';
import { launchBrowser } from './chromium';
import { signUp, type Newcomer } from './newcomer';
import { openPictures } from './pictures';
import type { sizes } from './way';

/** Of the list of providers. */
interface Shown {
  readonly capabilities: readonly { readonly resting: boolean }[] | null;
}

/** From sign-up to the first money, in the dashboard alone, in Portuguese. */
describe('going live in a browser', () => {
  // A rest ends with its test: nothing here waits for its end, and it must not end before it is seen.
  const bench = useMerchantBench({ ACCOUNT_REST_MS: '600000' });
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

  const newcomer = (name: string, size: keyof typeof sizes): Promise<Newcomer> =>
    signUp({ platform: bench.platform, browser, pictureFile, problems }, name, size);

  const both = ['phone', 'desktop'] as const;
  const customer = { name: 'Bia Lima', taxId: '529.982.247-25', email: 'bia@example.com', cellphone: '11999998888' };
  const makePix = ({ call }: Newcomer) =>
    call('/v2/transparents/create', { method: 'PIX', data: { amount: 10_000, customer } });

  /** Makes a Pix and sees it paid in the list of charges. */
  async function takePix(seller: Newcomer, pay: () => Promise<unknown>): Promise<void> {
    const { page, open } = seller;
    const { id } = await makePix(seller);
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
      ana = await newcomer('ana', 'phone');
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
        await page.getByText('A chave é do ambiente Sandbox e o formulário diz Produção').waitFor();
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
        await look('asaas-connected', both);
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
        await account.send(2_920);
        await page.getByText('Pix concluído').waitFor();
        await look('first-pix-sent');
        await open('/settings/providers');
        await page.getByText('O Asaas pergunta antes de cada saída desde', { exact: false }).waitFor();
      },
      3 * testTimeoutMs,
    );

    it(
      'takes a card that the buyer types on the page of Asaas, and answers its chargeback by a file',
      async () => {
        const { page, open, look, call } = ana;
        const { id: productId } = await call('/v2/products/create', {
          externalId: 'livro',
          name: 'Livro',
          price: 30_000,
        });
        const sale = { items: [{ id: productId }], methods: ['CARD'], card: { maxInstallments: 3 } };
        const { url } = await call('/v2/checkouts/create', sale);
        const buyer = await ana.aBuyer();
        await buyer.page.goto(url);
        await buyer.page.getByLabel('Nome').fill('Bia Lima');
        await buyer.page.getByLabel('CPF ou CNPJ').fill('529.982.247-25');
        await buyer.look('asaas-card-asked', both);
        await buyer.page.getByRole('button', { name: /^Pagar|^Continuar/ }).click();
        await buyer.page.getByRole('heading', { name: 'Cobrança de R$ 300,00' }).waitFor();
        const payment = account.asaas.books.payments.at(-1);
        await buyer.page.goto(payment?.successUrl ?? '');
        await buyer.page.getByText('Ainda não recebemos', { exact: false }).waitFor();
        await buyer.look('asaas-card-unfinished', both);
        await buyer.page.getByRole('link', { name: 'Digitar o cartão' }).click();
        await buyer.page.getByLabel('Número do cartão').fill('4444 4444 4444 4444');
        await buyer.page.getByRole('button', { name: 'Pagar' }).click();
        await buyer.page.getByText('Pago', { exact: true }).waitFor();
        await buyer.look('asaas-card-paid', both);

        const chargeback = account.asaas.openChargeback(payment!);
        await account.asaas.deliverDue();
        const [{ id }] = await waitFor('the dispute', async () => {
          const disputes = await call('/v2/disputes/list');
          return disputes.length > 0 && disputes;
        });
        await open(`/disputes/${String(id)}`);
        const choosing = page.waitForEvent('filechooser');
        await page.getByRole('button', { name: 'Juntar arquivo' }).click();
        await (
          await choosing
        ).setFiles({ name: 'nota.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') });
        await page.getByRole('region', { name: 'Arquivos' }).getByText('nota.pdf').waitFor();
        await look('asaas-chargeback', both);
        await page.getByRole('button', { name: 'Enviar resposta', exact: true }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Enviar resposta' }).click();
        await page.getByText('Arquivos enviados').waitFor();
        expect(chargeback.files).toHaveLength(1);
        await look('asaas-chargeback-answered', both);
      },
      3 * testTimeoutMs,
    );
  });

  describe('with a bank, at a desk', () => {
    let bank: FakeBank;
    let efi: EfiChargesStandIn;
    let asaas: AsaasAccount;
    let bia: Newcomer;
    beforeAll(async () => {
      bank = await openBank(bench, 'EFI');
      openEfiSending(bank);
      asaas = await openAsaasAccount(bench);
      efi = await openEfiCharges(bench, bank);
      bia = await newcomer('bia', 'desktop');
    }, 3 * testTimeoutMs);
    afterAll(() => Promise.all([bank.stop(), efi.stop(), asaas.asaas.stop()]));

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
        await page.getByText("Não foi possível ler 'Chave privada (PEM)'", { exact: false }).waitFor();
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

    it(
      'sees of two accounts which is asked first, how each answers, and what it cannot do, and changes their order',
      async () => {
        const { page, open, look, call } = bia;
        const cards = { methods: ['PIX', 'BOLETO', 'CARD'], payeeCode: '0'.repeat(32), chargesBaseUrl: efi.baseUrl };
        const settings = { ...bankSettings(bank, 'EFI'), ...cards, sendsPayouts: true };
        await call('/v2/providers/connect', { provider: 'BACEN_PIX', settings });
        await call('/v2/providers/connect', { provider: 'ASAAS', settings: asaas.settings });
        // Refused at once: one that is slow would be avoided before it has failed often enough to rest.
        bank.proxy = (request) => (request.startsWith('PUT /v2/cob/') ? { status: 401, page: '' } : undefined);
        await waitFor('Efí to rest', async () => {
          await makePix(bia);
          const providers: readonly Shown[] = await call('/v2/providers/list');
          return providers.some(({ capabilities }) => capabilities?.some(({ resting }) => resting));
        });
        await open('/settings/providers');
        const accounts = page.getByRole('region', { name: 'Provedores' });
        await accounts.getByText('Em descanso', { exact: true }).waitFor();
        await accounts
          .getByText(/criou 1 de \d+ pagamentos \(\d+% de falhas\), em [\d,]+ s em média; a última falha foi/)
          .waitFor();
        await accounts.getByText('sem confirmação no banco do comprador (3-D Secure)', { exact: false }).waitFor();
        expect(await accounts.getByText('contestações de Pix (MED) não aparecem aqui', { exact: false }).count()).toBe(
          2,
        );
        await page.getByText('O que não conseguir vai para Asaas.', { exact: false }).first().waitFor();
        await page.locator('.readiness-limits summary').first().click();
        await look('two-accounts', both);
        await page.getByRole('button', { name: 'Subir Asaas' }).first().click();
        await page.getByRole('button', { name: 'Salvar ordem' }).first().click();
        await page.getByText('Ordem salva', { exact: false }).waitFor();
        await page.getByText('Quem processa é Asaas. O que não conseguir vai para Efí.', { exact: false }).waitFor();
        // Names of the API are for programs.
        const shown = await page.getByRole('main').innerText();
        expect(shown.match(/\b(?:[A-Z]+_[A-Z_]+|ASAAS|STRIPE|PAYOUT|PIX|null|undefined|NaN)\b/g)).toBeNull();
      },
      3 * testTimeoutMs,
    );
  });
});
