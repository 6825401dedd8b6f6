import type { PixBankCode } from '@pitanga/core/pix-banks';
import { bankDefaults } from './bank-settings';
import { areHeaders, findSettingFields, headersIn, settingsBody, toSettingsForm } from './provider-settings';

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
        bank: 'OTHER',
        baseUrl: 'https://bank.example/api/v2',
        certificate: '-----BEGIN\n',
        registerWebhook: true,
        reportsPayerTaxId: false,
        watchesKey: true,
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

  it('are those that the chosen bank wants, and no addresses that it has', () => {
    const namesAt = (bank: PixBankCode) =>
      findSettingFields('BACEN_PIX', bank).map(([, fields]) => fields.map(({ name }) => name));
    expect(namesAt('BANCO_DO_BRASIL')[0]).toEqual(['bank', 'clientId', 'clientSecret', 'appKey', 'pixKey']);
    expect(namesAt('SICOOB')[0]).toEqual(['bank', 'clientId', 'pixKey']);
    expect(namesAt('CAIXA')[0]).toEqual(['bank', 'baseUrl', 'tokenUrl', 'clientId', 'clientSecret', 'pixKey']);
    expect(namesAt('INTER')[0]).toEqual(['bank', 'clientId', 'clientSecret', 'contaCorrente', 'pixKey', 'pixMethods']);
    expect(namesAt('EFI')[0]).toEqual(['bank', 'clientId', 'clientSecret', 'pixKey', 'pixMethods', 'payeeCode']);
    expect(toSettingsForm({ methods: ['PIX', 'BOLETO', 'CARD'] }).pixMethods).toBe('PIX,BOLETO,CARD');
    // Only a bank by which the platform sends is asked whether it does.
    expect([namesAt('EFI')[2], namesAt('SICREDI').length]).toEqual([['sendsPayouts'], 3]);
    expect([namesAt('EFI')[3], namesAt('SICREDI')[2]].map((names) => names?.includes('sandbox'))).toEqual([
      true,
      false,
    ]);
    const ofBoletos = ['chargesBaseUrl', 'boletoAmountMin'];
    expect(namesAt('EFI')[3]).toEqual(expect.arrayContaining(ofBoletos));
    expect(namesAt('ITAU').flat()).not.toEqual(expect.arrayContaining(ofBoletos));
    const efi = { ...empty, ...bankDefaults('EFI'), bank: 'EFI', boletoAmountMin: 300 } as const;
    expect(settingsBody('BACEN_PIX', efi).settings).toMatchObject({ boletoAmountMin: 300 });
    const form = {
      ...empty,
      ...bankDefaults('ITAU'),
      bank: 'ITAU',
      clientId: 'id',
      pkcs12: 'MAA=',
      appKey: 'x',
    } as const;
    expect(settingsBody('BACEN_PIX', form).settings).toEqual({
      bank: 'ITAU',
      clientId: 'id',
      pkcs12: 'MAA=',
      registerWebhook: false,
      reportsPayerTaxId: false,
      watchesKey: true,
    });
  });

  it('start with an address only where its owner typed it', () => {
    const [baseUrl, tokenUrl] = ['https://pix-h.api.efipay.com.br/v2', 'https://pix-h.api.efipay.com.br/oauth/token'];
    expect(toSettingsForm({ bank: 'EFI', sandbox: true, baseUrl, tokenUrl })).toMatchObject({
      bank: 'EFI',
      sandbox: true,
      baseUrl: '',
      tokenUrl: '',
    });
    expect(toSettingsForm({ bank: 'EFI', baseUrl: 'https://old.example', tokenUrl })).toMatchObject({
      baseUrl: 'https://old.example',
      tokenUrl,
    });
  });

  it('reads a header from each line', () => {
    expect(headersIn(' x-a : 1\n\nx-b:two: three')).toEqual({ 'x-a': '1', 'x-b': 'two: three' });
    expect([areHeaders('x-a: 1\n'), areHeaders('no header')]).toEqual([true, false]);
  });
});
