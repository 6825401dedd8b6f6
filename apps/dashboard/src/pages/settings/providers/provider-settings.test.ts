import { areHeaders, headersIn, settingsBody, toSettingsForm } from './provider-settings';

const empty = toSettingsForm(undefined);

describe('the settings of a provider', () => {
  it('are those of its kind alone, without what was left empty', () => {
    const form = { ...empty, secretKey: ' rk_live_1 ', publishableKey: 'pk_live_1', baseUrl: 'https://other.example' };
    expect(settingsBody('STRIPE', form)).toEqual({
      provider: 'STRIPE',
      settings: { secretKey: 'rk_live_1', publishableKey: 'pk_live_1', methods: ['CARD', 'BOLETO'] },
      force: false,
    });
  });

  it('has addresses without a final slash, files as they are, and headers as an object', () => {
    const form = {
      ...empty,
      baseUrl: 'https://bank.example/api/v2/',
      certificate: '-----BEGIN\n',
      headers: 'x-bank: 7',
    };
    expect(settingsBody('BACEN_PIX', form)).toEqual({
      provider: 'BACEN_PIX',
      settings: {
        baseUrl: 'https://bank.example/api/v2',
        certificate: '-----BEGIN\n',
        registerWebhook: true,
        reportsPayerTaxId: false,
        headers: { 'x-bank': '7' },
      },
      force: false,
    });
  });

  it('starts from what is shown of the settings before, and from no end of a secret', () => {
    const form = toSettingsForm({ baseUrl: 'https://bank.example', clientSecret: '…tore', pixKey: '7d9f***' });
    expect([form.baseUrl, form.clientSecret, form.pixKey]).toEqual(['https://bank.example', '', '']);
    expect(toSettingsForm({ methods: ['CARD'] }).methods).toBe('CARD');
  });

  it('reads a header from each line', () => {
    expect(headersIn(' x-a : 1\n\nx-b:two: three')).toEqual({ 'x-a': '1', 'x-b': 'two: three' });
    expect([areHeaders('x-a: 1\n'), areHeaders('no header')]).toEqual([true, false]);
  });
});
