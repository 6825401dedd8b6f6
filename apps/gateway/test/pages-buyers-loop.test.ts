import { CheckoutItem } from '@pitanga/contracts';
import { startBeforeAll } from '@pitanga/testing';
import { aBoleto, aCardCharge, aCharge, aPaidCheckout } from './messages';
import { aLink, card, checkout, formId, natal, payPageCalls, resolved, tenant, visitor } from './pay-page';
import { active, discounted, plan, withTrial } from './subscribe-page';
import { wholeApi } from './whole-api';

const pix = { brCode: '00020126PIX', qrPng: Buffer.from('png'), txid: 'tx' };
const boleto = { ...aBoleto, pix, checkoutId: 'bill_1' };
const items = [CheckoutItem.fromPartial({ productId: 'prod_1', name: 'Livro', unitPriceCents: 2_000, quantity: 1 })];
const bare = { completionUrl: undefined, returnUrl: undefined };

describe('what a payer reads', () => {
  const api = startBeforeAll(() => wholeApi({ website: 'https://www.loja.example/livros' }));
  const { answering, look, send, sent, submit } = payPageCalls(() => api);
  const show = async (answer: object, url = '/pay/bill_1', cookie?: string): Promise<string> => {
    answering({ 'checkouts.resolveCheckout': { ...resolved, ...answer } });
    return (await look(url, cookie)).payload.replaceAll(/\s+/g, ' ');
  };

  it.each([
    ['PIX', aCharge, 'Pix'],
    ['CARD', aCardCharge, 'Cartão'],
  ])(
    'once it is paid by %s: thanks, items, method, moment, receipt and the way to the store',
    async (_name, paidBy, method) => {
      const settled = { ...paidBy, status: 'CHARGE_STATUS_PAID', paidAt: new Date('2026-11-22T17:05:10Z') };
      const text = await show({ checkout: { ...aPaidCheckout, ...bare, items }, settled });
      for (const part of [
        '>Pago<',
        'Obrigado! Recebemos o seu pagamento.',
        `<dt>Forma de pagamento</dt> <dd>${method}</dd>`,
        '<dd>22 de novembro de 2026 às 14:05:10</dd>',
        '1 × Livro',
        'href="https://www.loja.example/livros" rel="noreferrer">Ir para www.loja.example<',
        'Ver comprovante',
      ])
        expect(text).toContain(part);
      // The address may be passed on.
      expect(text).not.toContain('4242');
    },
  );

  it('once a link is paid: what was bought, too', async () => {
    const payment = { ...aCardCharge, amountCents: aLink.checkout.amountCents, coupons: [] };
    const text = await show(
      { checkout: { ...aLink.checkout, items }, payment, settled: payment },
      '/pay/bill_1',
      `visitor=${visitor}`,
    );
    for (const part of ['Obrigado!', '1 × Livro', 'Fazer outro pagamento']) expect(text).toContain(part);
  });

  it('once it is refunded: no thanks, and still how and when it was paid', async () => {
    const text = await show({ checkout: aPaidCheckout, settled: { ...aCardCharge, refundedAmountCents: 500 } });
    expect([text.includes('Obrigado'), text.includes('<dt>Pago em</dt>')]).toEqual([false, true]);
  });

  it.each(['EXPIRED', 'CANCELLED'])('once it is %s: the way to the store’s own site', async (status) => {
    const text = await show({ checkout: { ...checkout, ...bare, status: `CHECKOUT_STATUS_${status}` } });
    expect(text).toContain('class="button main" href="https://www.loja.example/livros"');
  });

  it('on a form: not that a payment is awaited', async () => {
    expect(await show({}, '/pay/bill_1?method=CARD')).not.toContain('Aguardando pagamento');
    expect(await show({ openPix: aCharge })).toContain('Aguardando pagamento');
  });

  it('beside a Pix code: what to do, in steps, and who receives it', async () => {
    const text = await show({ openPix: { ...aCharge, pix } });
    expect(text).toMatch(/<ol class="steps"> <li>Abra o aplicativo.*<li>Copie o código.*quem recebe \(Loja\)/);
  });

  it('of a boleto: its Pix code first, then its line and when that is confirmed', async () => {
    answering({ 'charges.resolveCharge': { tenant, charge: boleto, merchantName: 'Loja', files: [] } });
    const { payload } = await look('/pay/bill_1?method=BOLETO&boleto=char_1');
    const order = ['00020126PIX', 'Ou pela linha digitável', '99999.99999', 'Abrir boleto', '1 a 2 dias úteis'];
    const places = order.map((part) => payload.indexOf(part));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(payload.match(/class="button [^"]*main/g)).toHaveLength(1);
  });

  it('on coming back: the boleto that this browser issued, and no other’s', async () => {
    const answers = { 'charges.resolveCharge': { tenant, charge: boleto, merchantName: 'Loja', files: [] } };
    answering({ ...answers, 'checkouts.openCheckoutBoleto': { charge: boleto } });
    const issued = await send('/pay/bill_1/boleto', { name: 'Ana Souza', taxId: card.taxId });
    const cookie = issued.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    answering(answers);
    expect((await look('/pay/bill_1', cookie)).payload).toContain('/boletos/char_1');
    expect((await look('/pay/bill_1')).payload).not.toContain('/boletos/char_1');
    const other = { ...boleto, checkoutId: 'bill_2' };
    answering({ 'charges.resolveCharge': { ...answers['charges.resolveCharge'], charge: other } });
    expect((await look('/pay/bill_1', cookie)).payload).not.toContain('/boletos/char_1');
  });

  it('of installments that cost no more: without interest', async () => {
    const text = await show(
      { checkout: { ...checkout, amountCents: 30_000, maxInstallments: 3 } },
      '/pay/bill_1?method=CARD',
    );
    expect(text).toMatch(/3x de R\$ 100,00 sem juros/);
    expect(text).toMatch(/À vista: R\$ 300,00 </);
  });

  it('of a tax id that is missing another sentence than of one that is wrong', async () => {
    answering();
    const missing = await submit('/pay/bill_1/card', { ...card, taxId: ' ' });
    expect(missing.payload).toContain('id="wrong-taxId">Informe o CPF ou CNPJ.<');
    expect((await submit('/pay/bill_1/card', { ...card, taxId: '1' })).payload).toContain('>Confira o CPF ou CNPJ.<');
  });

  it('of a coupon in the address: the way to take it away', async () => {
    answering({ 'checkouts.resolveCheckout': aLink, 'checkouts.getLinkQuote': { checkout: aLink.checkout } });
    const { payload } = await look(`/pay/bill_1?method=CARD&${natal}`, `visitor=${visitor}`);
    expect(payload).toContain('href="/pay/bill_1?method=CARD" rel="noreferrer">Remover o cupom natal<');
  });

  it.each([
    [['PAYMENT_METHOD_PIX'], '/pay/bill_1?method=PIX&pix=1'],
    [['PAYMENT_METHOD_PIX', 'PAYMENT_METHOD_CARD'], `/pay/bill_1?${natal}`],
  ])('after a coupon of a link that takes %s', async (methods, location) => {
    const link = { ...aLink.checkout, methods };
    answering({
      'checkouts.resolveCheckout': { ...aLink, checkout: link },
      'checkouts.getLinkQuote': { checkout: link },
      'checkouts.openDiscountedPix': { charge: aCharge },
    });
    const { headers } = await send('/pay/bill_1/coupons', { coupon: 'natal' }, `visitor=${visitor}`);
    expect(headers.location).toBe(location);
    expect(sent('checkouts.openDiscountedPix') !== undefined).toBe(methods.length === 1);
  });

  it.each([
    [{ ...resolved, checkout: plan }, 'Assinar por R$ 50,00 por mês'],
    [{ ...resolved, checkout: discounted }, 'Assinar por R$ 45,00 por mês'],
    [withTrial, 'Assinar com 7 dias grátis'],
    [{ ...resolved, checkout: { ...plan, dueDate: '2026-12-15' } }, '> Assinar <'],
  ])('on the button of a subscription', async (answer, label) => {
    expect(await show({ ...answer, subscription: undefined })).toContain(label);
    expect(await show({ ...answer, subscription: active }, '/pay/bill_1?subscription=subs_1')).not.toContain(formId);
  });
});
