import { runInNewContext } from 'node:vm';
import { efiCardScript } from '@pitanga/core/pix-banks';
import { startBeforeAll } from '@pitanga/testing';
import { efiFormScript } from '../src/http/pages/assets/efi-form-script';
import { aCardCharge } from './messages';
import { checkout, formId, payPageCalls, resolved } from './pay-page';
import { wholeApi } from './whole-api';

const payeeCode = '0123456789abcdef0123456789abcdef';
const { url: scriptUrl, integrity } = efiCardScript;
const fields = { kind: 'CARD_FIELDS_KIND_EFI', publishableKey: '', payeeCode, isSandbox: false, scriptUrl };
const atEfi = { ...resolved, checkout: { ...checkout, devMode: false }, cardFields: fields, cardInstallmentsMax: 12 };
const token = '0123456789abcdef0123456789abcdef01234567';
const paymentMethod = `efi_${token}_visa_4242_122030`;
const form = {
  form: formId,
  name: 'ANA SOUZA',
  taxId: '529.982.247-25',
  email: 'ana@loja.example',
  cellphone: '(11) 98765-4321',
  paymentMethod,
  lastFour: '4242',
  installments: '3',
};

describe('a card form of a store at Efí', () => {
  const api = startBeforeAll(wholeApi);
  const { answering, send, sent, submit } = payPageCalls(() => api);

  it('loads Efí’s very script by its hash, and calls nobody but Efí and its protection against fraud', async () => {
    answering({ 'checkouts.resolveCheckout': atEfi });
    const { text, headers } = await api.get('/pay/bill_1?method=CARD');
    expect(text).toContain(`data-efi="${payeeCode}"`);
    expect(text).toContain(`<script src="${scriptUrl}" integrity="${integrity}" crossorigin="anonymous"></script>`);
    const policy = String(headers['content-security-policy']);
    for (const source of ['cdn.jsdelivr.net/npm/payment-token-efi@', 'https://cobrancas.api.efipay.com.br']) {
      expect(policy).toContain(source);
    }
    expect(policy).not.toContain('stripe');
    expect(policy).not.toContain('frame-src');
    expect(policy).not.toMatch(/cdn\.jsdelivr\.net(?:;| |$)/);
  });

  it('has inputs for the card that no browser sends, and asks for what Efí wants of the payer', async () => {
    answering({ 'checkouts.resolveCheckout': { ...atEfi, checkout: { ...atEfi.checkout, skipCustomer: true } } });
    const { text } = await api.get('/pay/bill_1?method=CARD');
    for (const id of ['card-number', 'card-expiry', 'card-cvv']) expect(text).toContain(`id="${id}"`);
    for (const name of ['number', 'cvv', 'expiry']) expect(text).not.toContain(`name="${name}"`);
    for (const name of ['name', 'taxId', 'email', 'cellphone', 'paymentMethod']) {
      expect(text).toContain(`name="${name}"`);
    }
  });

  it('leaves the other methods and pages without a source of Efí', async () => {
    answering({ 'checkouts.resolveCheckout': atEfi });
    const { headers } = await api.get('/pay/bill_1?method=PIX');
    expect(String(headers['content-security-policy'])).not.toMatch(/efipay|jsdelivr|clearsale/);
  });

  it('pays by what Efí’s script made of the card, with e-mail and phone', async () => {
    answering({
      'checkouts.resolveCheckout': atEfi,
      'checkouts.payCheckoutByCard': { charge: aCardCharge, actionUrl: undefined },
    });
    expect((await send('/pay/bill_1/card?method=CARD', form)).statusCode).toBe(303);
    expect(sent('checkouts.payCheckoutByCard')).toMatchObject({
      number: '',
      cvv: '',
      paymentMethod,
      installmentCount: 3,
      email: 'ana@loja.example',
      cellphone: '(11) 98765-4321',
    });
  });

  it('is shown again, with a sentence, without the phone', async () => {
    answering({ 'checkouts.resolveCheckout': atEfi });
    const { payload } = await submit('/pay/bill_1/card?method=CARD', { ...form, cellphone: '' });
    expect(payload).toContain('wrong-cellphone');
  });
});

/** As much of a page as the script touches. */
function aPage(efi: object | undefined) {
  const listeners: ((event: { preventDefault: () => void }) => void)[] = [];
  const inputs: Record<string, { value: string }> = {
    'card-number': { value: '4242 4242 4242 4242' },
    'card-expiry': { value: '12/30' },
    'card-cvv': { value: '123' },
  };
  const values: Record<string, { value: string }> = {
    name: { value: 'ANA SOUZA' },
    paymentMethod: { value: '' },
    lastFour: { value: '' },
  };
  const problem = { textContent: '', hidden: true };
  const button = { disabled: false };
  const ends: (() => void)[] = [];
  const ended = new Promise<void>((resolve) => ends.push(resolve));
  const sent: object[] = [];
  const page = {
    dataset: {
      efi: payeeCode,
      unloaded: 'Reload.',
      unsent: 'Not sent.',
      blocked: 'Blocked.',
      brand: 'Brand.',
      refused: 'Refused.',
    },
    querySelector: () => button,
    elements: { namedItem: (name: string) => values[name] },
    addEventListener: (_event: string, listener: (typeof listeners)[number]) => listeners.push(listener),
    submit: () => {
      sent.push(Object.fromEntries(Object.entries(values).map(([name, { value }]) => [name, value])));
      ends[0]?.();
    },
  };
  const told = new Proxy(problem, {
    set: (target, key, value: string & boolean) => {
      Reflect.set(target, key, value);
      if (key === 'hidden' && target.textContent !== '') ends[0]?.();
      return true;
    },
  });
  const document = { querySelector: () => page, getElementById: (id: string) => inputs[id] ?? told };
  const window = { EfiPay: efi && { CreditCard: efi } };
  runInNewContext(efiFormScript, { document, window });
  const submit = async () => {
    for (const listener of listeners) listener({ preventDefault: () => undefined });
    await ended;
  };
  return { problem, button, sent, submit };
}

function efiThat(over: object = {}) {
  const seen: object[] = [];
  const efi = {
    isScriptBlocked: () => Promise.resolve(false),
    setCardNumber: () => ({ verifyCardBrand: () => Promise.resolve('visa') }),
    setAccount: (account: string) => ({
      setEnvironment: (environment: string) => ({
        setCreditCardData: (card: object) => {
          seen.push({ account, environment, ...card });
          return { getPaymentToken: () => Promise.resolve({ payment_token: token, card_mask: 'XXXXXXXXXXXX4242' }) };
        },
      }),
    }),
    ...over,
  };
  return { efi, seen };
}

describe('the script of a card form at Efí', () => {
  it('gives the card to Efí, and the form the token and what it is of', async () => {
    const { efi, seen } = efiThat();
    const page = aPage(efi);
    await page.submit();
    expect(seen).toEqual([
      {
        account: payeeCode,
        environment: 'production',
        brand: 'visa',
        number: '4242424242424242',
        cvv: '123',
        expirationMonth: '12',
        expirationYear: '2030',
        holderName: 'ANA SOUZA',
        reuse: true,
      },
    ]);
    expect(page.sent).toEqual([{ name: 'ANA SOUZA', paymentMethod, lastFour: '4242' }]);
  });

  const refusing = (error: object) => ({
    setCardNumber: () => ({ verifyCardBrand: () => Promise.reject(Object.assign(new Error('x'), error)) }),
  });
  it.each([
    ['is not there', undefined, 'Reload.'],
    ['is blocked in part', { isScriptBlocked: () => Promise.resolve(true) }, 'Blocked.'],
    [
      'does not know the brand',
      { setCardNumber: () => ({ verifyCardBrand: () => Promise.resolve('unsupported') }) },
      'Brand.',
    ],
    ['refuses the card', refusing({ code: '3500011' }), 'Refused.'],
    ['does not reach Efí', refusing({}), 'Reload.'],
  ])('says so, and can be used again, where Efí’s script %s', async (_what, over, sentence) => {
    const page = aPage(over && efiThat(over).efi);
    await page.submit();
    expect([page.problem, page.sent, page.button]).toEqual([
      { textContent: sentence, hidden: false },
      [],
      { disabled: false },
    ]);
  });
});
