import { startBeforeAll } from '@pitanga/testing';
import { aCardCharge, aCharge, aPaidCheckout } from './messages';
import { card, checkout, declined, link, payPageCalls, resolved } from './pay-page';
import { wholeApi } from './whole-api';

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ');
const mainActions = (text: string): number => text.match(/class="button main"/g)?.length ?? 0;

describe('every state of the payment page has a way on', () => {
  const api = startBeforeAll(() => wholeApi({ branding: { supportEmail: 'ajuda@loja.example' } }));

  const { answering, submit } = payPageCalls(() => api);
  const show = async (seen: object, url = '/pay/bill_1') => {
    answering({ 'checkouts.resolveCheckout': { ...resolved, ...seen } });
    return plain((await api.get(url)).text);
  };
  const ask = 'href="mailto:ajuda@loja.example?subject=Cobran%C3%A7a%20bill_1"';
  const returnUrl = 'https://loja.example/carrinho';

  it.each([
    ['EXPIRED', 'peça um novo link à loja', 'Um pagamento feito depois do prazo é devolvido por inteiro.'],
    [
      'CANCELLED',
      'A loja cancelou esta cobrança',
      'Um pagamento feito depois do cancelamento é devolvido por inteiro.',
    ],
  ])('%s: what happened, what to do, whom to ask, and the way back as the one main action', async (status, ...said) => {
    const closed = { ...checkout, status: `CHECKOUT_STATUS_${status}`, returnUrl };
    const text = await show({ checkout: closed });
    for (const part of [...said, ask, `href="${returnUrl}"`]) expect(text).toContain(part);
    expect(mainActions(text)).toBe(1);
    const nowhere = await show({ checkout: { ...closed, returnUrl: undefined } });
    expect(nowhere).toMatch(/class="button main" href="mailto:ajuda@loja.example/);
  });

  const paid = { ...aPaidCheckout, completionUrl: undefined, returnUrl };
  it.each([
    ['partly refunded', paid, { refundedAmountCents: 500 }, ['Pago, com reembolso parcial', 'R$ 5,00', 'fatura']],
    [
      'refunded',
      { ...paid, status: 'CHECKOUT_STATUS_REFUNDED' },
      { status: 'CHARGE_STATUS_REFUNDED', refundedAmountCents: 12_345 },
      ['> Reembolsado <', 'R$ 123,45', 'fatura'],
    ],
    ['under dispute', paid, { status: 'CHARGE_STATUS_UNDER_DISPUTE' }, ['Contestado, em análise', 'avise o seu banco']],
    ['charged back', paid, { status: 'CHARGE_STATUS_CHARGED_BACK' }, ['Contestado e devolvido', 'devolveu o valor']],
  ])('%s: the state, what it means, the amounts and whom to ask', async (_what, seen, over, said) => {
    const text = await show({ checkout: seen, settled: { ...aCardCharge, ...over } });
    for (const part of [...said, ask]) expect(text.replaceAll('>', '> ').replaceAll('<', ' <')).toContain(part);
    expect(mainActions(text)).toBe(1);
    expect(text).not.toContain('<form');
  });

  it('paid, and nothing came of it: no amounts, no question', async () => {
    const text = await show({ checkout: paid, settled: aCardCharge });
    expect([text.includes('mailto:ajuda@loja.example?'), text.includes('Reembolsado')]).toEqual([false, false]);
  });

  it('a visitor of a link sees what became of their own payment', async () => {
    const payment = { ...aCardCharge, status: 'CHARGE_STATUS_UNDER_DISPUTE' };
    expect(await show({ checkout: link, payment })).toContain('Contestado, em análise');
  });

  it.each([
    ['INSUFFICIENT_FUNDS', 'falta saldo ou limite', undefined],
    ['LIMIT_EXCEEDED', 'falta saldo ou limite', undefined],
    ['DECLINED', 'Fale com o banco do cartão', undefined],
    ['INVALID_CARD', 'Confira o número', 'number'],
    ['EXPIRED_CARD', 'está vencido', 'expiry'],
    ['AUTHENTICATION_FAILED', 'Confira o código', 'cvv'],
    ['BANK_UNAVAILABLE', 'não respondeu', undefined],
    ['LOST_OR_STOLEN_CARD', 'com este cartão. Use outro cartão.', undefined],
    ['UNKNOWN', 'Tente de novo ou use outro cartão.', undefined],
  ])(
    'a card declined for %s: what to do, at the field that it is about, and another method',
    async (reason, said, field) => {
      const failure = { ...declined.failure, reason: `PAYMENT_FAILURE_REASON_${reason}` };
      answering({ 'checkouts.payCheckoutByCard': { charge: { ...declined, failure } } });
      const page = await submit('/pay/bill_1/card?method=CARD', card);
      const text = plain(page.payload);
      expect([page.led, text.includes(said)]).toEqual([303, true]);
      expect(/aria-describedby="wrong-(\w+)"/.exec(text)?.[1]).toBe(field);
      expect(text).toContain('href="/pay/bill_1?method=PIX" rel="noreferrer">Pagar com Pix</a>');
    },
  );

  it('a card that is never sent again is not asked for again, and why is not said', async () => {
    const failure = { ...declined.failure, declineClass: 'DECLINE_CLASS_IRREVERSIBLE' };
    for (const reason of ['DECLINED', 'SUSPECTED_FRAUD', 'UNKNOWN']) {
      const stopped = { ...failure, reason: `PAYMENT_FAILURE_REASON_${reason}` };
      answering({ 'checkouts.payCheckoutByCard': { charge: { ...declined, failure: stopped } } });
      const { payload } = await submit('/pay/bill_1/card?method=CARD', card);
      expect(payload).toContain('Não foi possível processar o pagamento com este cartão. Use outro cartão.');
    }
  });

  it('a field’s problem is said below the field, and once above the form', async () => {
    answering({});
    const { payload } = await submit('/pay/bill_1/card?method=CARD', { ...card, taxId: '1' });
    expect(payload.split('Confira o CPF ou CNPJ.')).toHaveLength(4);
    expect(plain(payload)).toMatch(/name="taxId".{0,300}id="wrong-taxId">Confira o CPF ou CNPJ\.</);
  });

  it('the simulation is apart from paying, says what it is, and is absent where money moves', async () => {
    for (const url of ['/pay/bill_1', '/pay/bill_1?method=CARD']) {
      const text = await show({ openPix: aCharge }, url);
      expect(text).toMatch(
        /<aside class="trial".*Só no ambiente de teste.*class="button quiet"[^>]*>Simular pagamento/,
      );
      expect(text.indexOf('class="trial"')).toBeGreaterThan(text.indexOf('</section>'));
    }
    const real = { ...checkout, devMode: false };
    expect(await show({ checkout: real }, '/pay/bill_1?method=CARD')).not.toMatch(/class="trial"|4242/);
  });

  it('products are shown with their pictures, and the policy allows pictures on those pages alone', async () => {
    const url = 'https://pitanga.example/files/images/abc';
    const pictures = [{ productId: checkout.items[0]?.productId, url }];
    answering({ 'checkouts.resolveCheckout': { ...resolved, pictures } });
    const page = await api.get('/pay/bill_1?method=CARD');
    expect(page.text).toContain(`<img class="item" src="${url}" alt=""`);
    expect(page.headers['content-security-policy']).toContain("img-src 'self' data: https:");
    answering({});
    const without = await api.get('/pay/bill_1?method=CARD');
    expect(without.headers['content-security-policy']).toContain("img-src 'self' data:;");
  });

  it('speaks English too', async () => {
    const text = await show({ checkout: { ...checkout, status: 'CHECKOUT_STATUS_EXPIRED' } }, '/pay/bill_1?lang=en');
    for (const part of ['Expired', 'ask the store for a new link', 'Contact the store']) expect(text).toContain(part);
  });
});
