import { systemClock } from '@pitanga/core';
import { pixBankCodes, pixBanks } from '@pitanga/core/pix-banks';
import { callAddress, dialectHeaders, findBank } from '@pitanga/provider-account/bank';
import { checkedAccount, efiCallbackUrl } from '../src/pix-accounts/pix-account';
import { testIds } from '@pitanga/testing';
import { bankCertificates } from './fake-bank';

const { client } = bankCertificates();
const typed = { clientId: 'id', clientSecret: 'a-secret', pixKey: 'k', ...client };
const settingsOf = (over: object) =>
  checkedAccount(JSON.stringify({ ...typed, ...over }), systemClock.real(), []).settings;
const asked = (code: (typeof pixBankCodes)[number]) => ({
  bank: code,
  ...(code === 'BANCO_DO_BRASIL' && { appKey: 'app' }),
  ...(code === 'SICOOB' && { clientSecret: undefined }),
});
const known = pixBankCodes.filter((code) => pixBanks[code].production !== undefined);

describe('the settings of an account', () => {
  test.each(known)('at %s need no address', (code) => {
    const { baseUrl, tokenUrl, registerWebhook } = settingsOf(asked(code));
    expect({ baseUrl, tokenUrl }).toMatchObject({
      baseUrl: pixBanks[code].production?.baseUrl,
      tokenUrl: pixBanks[code].production?.tokenUrl,
    });
    expect(registerWebhook).toBe(code !== 'ITAU');
    expect(settingsOf({ ...asked(code), registerWebhook: code === 'ITAU' }).registerWebhook).toBe(code === 'ITAU');
  });

  test('are those of the sandbox when they say so, and typed addresses go before both', () => {
    expect(settingsOf({ bank: 'EFI', sandbox: true }).baseUrl).toBe('https://pix-h.api.efipay.com.br/v2');
    const baseUrl = 'https://pix.bank.example/v2';
    expect(settingsOf({ bank: 'EFI', sandbox: true, baseUrl }).baseUrl).toBe(baseUrl);
  });

  test('of Efí have the address of its API of charges where it takes boletos', () => {
    expect(settingsOf({ bank: 'EFI' }).chargesBaseUrl).toBeUndefined();
    const of = (over: object) => settingsOf({ bank: 'EFI', methods: ['PIX', 'BOLETO'], ...over }).chargesBaseUrl;
    expect(of({})).toBe('https://cobrancas.api.efipay.com.br');
    expect(of({ sandbox: true })).toBe('https://cobrancas-h.api.efipay.com.br');
  });

  test('give Efí an address to call only where that has TLS', () => {
    const of = (publicUrl: string, callbackBaseUrl?: string) =>
      efiCallbackUrl({ segment: 'x', settings: { callbackBaseUrl } }, publicUrl);
    expect(of('https://pay.example', 'https://mtls.example')).toBe('https://pay.example/callbacks/efi/x');
    expect(of('http://pay.example')).toBeUndefined();
    expect(of('http://pay.example', 'https://in.example')).toBe('https://in.example/callbacks/efi/x');
  });

  const addresses = { baseUrl: 'https://pix.bank.example/v2', tokenUrl: 'https://pix.bank.example/token' };
  test.each([
    ['an unknown bank', { bank: 'NUBANK', ...addresses }, "Property 'bank' "],
    ['no bank and no address', {}, "Property 'baseUrl' is missing"],
    [
      'Caixa without the addresses of its contract',
      { bank: 'CAIXA' },
      'the address of Caixa is not known here, ask the bank',
    ],
    ['a sandbox that is not known', { bank: 'SICREDI', sandbox: true }, 'the address of the sandbox of Sicredi is not'],
    ['no application key where one is asked', { bank: 'BANCO_DO_BRASIL' }, "'appKey' is missing: Banco do Brasil asks"],
    [
      'an application key elsewhere',
      { bank: 'EFI', appKey: 'x' },
      "'appKey' should be absent: Efí does not ask for it",
    ],
    ['boletos at a bank that takes none', { bank: 'ITAU', methods: ['BOLETO'] }, 'without BOLETO: Itaú takes PIX here'],
    ['what is of boletos without them', { bank: 'EFI', boletoAmountMin: 1 }, "'boletoAmountMin' should be absent"],
    [
      'a private address of boletos',
      { bank: 'EFI', methods: ['BOLETO'], chargesBaseUrl: 'https://10.0.0.1' },
      "'chargesBaseUrl' should be a public address",
    ],
    ['no secret', { bank: 'EFI', clientSecret: undefined }, "Property 'clientSecret' is missing: Efí asks for it"],
    [
      'automatic Pix at Itaú',
      { bank: 'ITAU', conta: '1', tipoConta: 'CORRENTE' },
      "'conta' should be absent: Itaú takes no automatic Pix here",
    ],
    [
      'a private address of automatic Pix',
      { bank: 'EFI', automaticBaseUrl: 'https://10.0.0.8/v1' },
      "'automaticBaseUrl'",
    ],
  ])('with %s are refused in one sentence', (_what, over, sentence) => {
    expect(() => settingsOf(over)).toThrow(sentence);
  });

  test('without a bank are the free form of before', () => {
    const settings = settingsOf(addresses);
    expect(settings).toEqual({ ...typed, ...addresses, headers: {}, query: {}, registerWebhook: true });
    expect(findBank(settings)).toEqual(pixBanks.OTHER);
  });
});

describe('a call', () => {
  const addressOf = (over: object, method: string, path: string) => {
    const settings = settingsOf(over);
    return callAddress(settings, findBank(settings).dialect, { method, path });
  };

  test('goes where its bank has it', () => {
    const conta = { conta: '1', tipoConta: 'CORRENTE' };
    expect([
      addressOf({ bank: 'SANTANDER' }, 'PUT', '/cob/a'),
      addressOf({ bank: 'SANTANDER' }, 'PATCH', '/cob/a'),
      addressOf({ bank: 'BRADESCO', ...conta }, 'GET', '/rec/a'),
      addressOf({ bank: 'BRADESCO', ...conta }, 'GET', '/cob/a'),
      addressOf({ bank: 'BANCO_DO_BRASIL', appKey: 'a b' }, 'GET', '/pix?txid=1'),
      addressOf({ bank: 'EFI', query: { extra: '1' } }, 'GET', '/cob/a'),
    ]).toEqual([
      'https://trust-pix.santander.com.br/api/v1/cob/a',
      'https://trust-pix.santander.com.br/api/v2/cob/a',
      'https://apipix.bradesco.com.br/v1/rec/a',
      'https://qrpix.bradesco.com.br/v2/cob/a',
      'https://api-pix.bb.com.br/pix/v2/pix?txid=1&gw-dev-app-key=a+b',
      'https://pix.api.efipay.com.br/v2/cob/a?extra=1',
    ]);
  });

  test('has the headers of its bank, and none of a setting that is absent', () => {
    const headersAt = (over: object) => {
      const settings = settingsOf(over);
      return dialectHeaders(settings, findBank(settings).dialect, testIds);
    };
    expect(headersAt({ bank: 'INTER' })).toEqual({});
    expect(headersAt({ bank: 'INTER', contaCorrente: '77' })).toEqual({ 'x-conta-corrente': '77' });
    expect(headersAt({ bank: 'ITAU' })).toEqual({
      'x-itau-apikey': 'id',
      'x-itau-correlationID': expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as string,
    });
  });
});
