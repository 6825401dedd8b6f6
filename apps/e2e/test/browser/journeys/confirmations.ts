import { aCpf } from '../../api';
import { journey, type Bench } from '../bench';
import { aCheckout, aSubscription } from '../till';
import type { Visitor } from '../visitor';

const ways = ['phone light script pointer', 'desktop dark script pointer'];
const codeWays = ['phone dark script pointer', 'desktop light plain keyboard'];
const withoutScript = ['phone dark plain pointer'];

const challenged = '4000 0027 6000 3184';

/** What only the providers of production ask a payer for: to confirm a card at its bank, to authorise an automatic Pix. */
export function confirmationJourneys(bench: Bench): void {
  journey(bench, 'a confirmation that fails, is given up, and passes', ways, async (visitor, { api, platform }) => {
    const { page } = visitor;
    const { url } = await aCheckout(api, { methods: ['CARD'] });
    await visitor.open(url);
    await page.frameLocator('#card-fields iframe').getByLabel('Número do cartão').waitFor();
    await visitor.look('stripe-asked');
    await payByCard(visitor);
    await visitor.press(visitor.button('Fail'));
    await page.getByRole('alert').filter({ hasText: 'cartão' }).waitFor();
    await visitor.look('3ds-failed');

    await payByCard(visitor);
    await visitor.button('Complete').waitFor();
    // The payer leaves the bank, and comes back: first by the shop's link, then by the bank's.
    await visitor.open(url);
    await visitor.sees('Seu banco pede que você confirme o pagamento com cartão.');
    await visitor.look('3ds-waiting');
    const bank = await visitor.link('Confirmar no banco').getAttribute('href');
    await visitor.open(`${platform.baseUrl}${String(bank)}?back=1`);
    await visitor.sees('O pagamento ainda não foi confirmado no seu banco.');
    await visitor.look('3ds-not-confirmed');
    await visitor.press(visitor.button('Desistir e pagar de outra forma'));
    await page.getByRole('alert').filter({ hasText: 'cartão' }).waitFor();

    await payByCard(visitor);
    await visitor.press(visitor.button('Complete'));
    await visitor.sees(/^Pago$/);
  });

  journey(bench, 'a wallet pays once its payer is named', ['phone light script pointer'], async (visitor, { api }) => {
    const { page } = visitor;
    const { url, id } = await aCheckout(api, { methods: ['PIX', 'APPLE_PAY', 'GOOGLE_PAY'] });
    await visitor.open(url);
    const wallet = page.frameLocator('#wallet-buttons iframe').getByRole('button', { name: 'Pagar com Google Pay' });
    await wallet.waitFor();
    await visitor.look('wallet');
    await wallet.click();
    await page.getByText('Informe o CPF ou CNPJ.').waitFor();
    await visitor.type(visitor.field('Nome completo ou razão social'), 'Bia Lima');
    await visitor.type(visitor.field('CPF ou CNPJ'), aCpf());
    await wallet.click();
    await visitor.sees(/^Pago$/);
    const { json: bought } = await api.get(`/v2/checkouts/get?id=${id}`);
    const [payment] = bought.data.payments;
    expect(payment).toMatchObject({ method: 'CARD', status: 'PAID' });
    const { json: charge } = await api.get(`/v2/charges/get?id=${payment.id}`);
    expect(charge.data.card).toMatchObject({ installmentCount: 1, wallet: 'GOOGLE_PAY' });
  });

  journey(bench, 'a browser without a wallet is told so', ['phone light script pointer'], async (visitor, { api }) => {
    await visitor.page.addInitScript('window.walletsHere = {}');
    const { url } = await aCheckout(api, { methods: ['APPLE_PAY'] });
    await visitor.open(url);
    await visitor.sees(/^Aqui só se paga com Apple Pay/);
    expect(await visitor.page.locator('#wallets').count()).toBe(0);
  });

  journey(bench, 'a card form that needs scripts says so', withoutScript, async (visitor, { api }) => {
    const { url } = await aCheckout(api, { methods: ['CARD', 'PIX'] });
    await visitor.open(`${url}?method=CARD`);
    await visitor.page.locator('noscript').first().waitFor({ state: 'attached' });
    await visitor.look('stripe-without-script');
  });

  journey(bench, 'an automatic Pix that is authorised before anything is paid', codeWays, async (visitor, { api }) => {
    const { url } = await aSubscription(api, { trialDays: 7 }, { methods: ['PIX'] });
    await visitor.open(url);
    await visitor.type(visitor.field('Nome completo ou razão social'), 'Bia Lima');
    await visitor.type(visitor.field('CPF ou CNPJ'), aCpf());
    await visitor.press(visitor.button(/^Assinar/));
    await visitor.sees('Nada é pago agora: o código autoriza as próximas cobranças.');
    await visitor.sees(/^000201/);
    expect(await visitor.page.getByText('Ainda não recebemos').count()).toBe(0);
    await visitor.look('automatic-pix-to-authorise');
  });
}

async function payByCard(visitor: Visitor): Promise<void> {
  const card = visitor.page.frameLocator('#card-fields iframe');
  await card.getByLabel('Número do cartão').fill(challenged);
  await card.getByLabel('Validade').fill('12/39');
  await card.getByLabel('CVC').fill('739');
  await visitor.type(visitor.field('Nome impresso no cartão'), 'Bia Lima');
  await visitor.type(visitor.field('CPF ou CNPJ'), aCpf());
  await visitor.press(visitor.button(/^Pagar R\$/));
}
