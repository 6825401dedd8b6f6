import { recordedAccounts } from './recorded-accounts';
import { pixAccount } from './v2-provider-operations';

const context = { requestId: 'req_1' };
const settings = {
  bank: 'EFI',
  clientId: 'id',
  clientSecret: 'secret',
  pixKey: 'key',
  pkcs12: 'AAAA',
  callbackBaseUrl: 'https://x.example',
  conta: '1',
  reportsPayerTaxId: true,
};

function bankOver(answers: Record<string, () => object>) {
  const { accounts, calls, given } = recordedAccounts(answers);
  return { bank: accounts.BACEN_PIX, calls, given };
}

describe('an account at a bank', () => {
  it('that sends gives billing its settings and payouts the credentials, billing first', async () => {
    const answers = {
      'pixSetup.configurePixAccount': () => ({}),
      'pixSetup.getPixAccount': () => ({ account: { ...pixAccount, updatedAt: new Date(0) } }),
      'bankPayoutSetup.configureBankPayouts': () => ({}),
    };
    const { bank, calls, given } = bankOver(answers);
    await bank.configure('store_1', JSON.stringify({ ...settings, sendsPayouts: true }), context);
    expect(calls.map(([name]) => name)).toEqual(Object.keys(answers));
    expect(given('pixSetup.configurePixAccount')).toEqual(settings);
    const { bank: code, clientId, clientSecret, pixKey, pkcs12 } = settings;
    expect(given('bankPayoutSetup.configureBankPayouts')).toEqual({
      ...{ bank: code, clientId, clientSecret, pixKey, pkcs12 },
    });
    const { callbackUrl } = pixAccount;
    expect(calls[2]?.[1]).toMatchObject({ owner: 'ACCOUNT_OWNER_MERCHANT', check: true, callbackUrl });
  });

  it('whose owner registers addresses by hand gives payouts none', async () => {
    const { bank, calls } = bankOver({
      'pixSetup.configurePixAccount': () => ({}),
      'pixSetup.getPixAccount': () => ({ account: { ...pixAccount, registersWebhook: false, updatedAt: new Date(0) } }),
      'bankPayoutSetup.configureBankPayouts': () => ({}),
    });
    await bank.configure('store_1', JSON.stringify({ ...settings, sendsPayouts: true }), context);
    expect(calls[2]?.[1]).toMatchObject({ callbackUrl: undefined });
  });

  it.each([undefined, false])('with the switch %s sends nothing from then on', async (sendsPayouts) => {
    const { bank, calls } = bankOver({ 'pixSetup.configurePixAccount': () => ({}) });
    await bank.configure('store_1', JSON.stringify({ ...settings, sendsPayouts }), context);
    expect(calls.map(([name]) => name)).toEqual([
      'bankPayoutSetup.getBankPayouts',
      'pixSetup.configurePixAccount',
      'bankPayoutSetup.removeBankPayouts',
    ]);
    expect(calls.at(-1)?.[1]).toEqual({ storeId: 'store_1', unlessOpen: true });
  });

  it('that has sent payouts which are open is not left out, and money in stays as it is', async () => {
    const { bank, calls } = bankOver({
      'bankPayoutSetup.getBankPayouts': () => ({ account: { bank: 'EFI', hasOpenPayouts: true } }),
    });
    const asked = bank.configure('store_1', JSON.stringify(settings), context);
    await expect(asked).rejects.toMatchObject({ reason: 'PAYOUTS_STILL_OPEN' });
    expect(calls.map(([name]) => name)).toEqual(['bankPayoutSetup.getBankPayouts']);
  });

  it.each([
    [{ bank: 'ITAU' }, 'the platform does not send Pix through Itaú'],
    [{ bank: undefined }, 'through a bank that is not named'],
    [{ sendsPayouts: 'yes' }, "'sendsPayouts' should be true or false"],
  ])('with %j is refused before anything is set', async (over, sentence) => {
    const { bank, calls } = bankOver({});
    const json = JSON.stringify({ ...settings, sendsPayouts: true, ...over });
    await expect(bank.configure('store_1', json, context)).rejects.toThrow(sentence);
    expect(calls).toEqual([]);
  });

  it('is shown, tested and removed in both services', async () => {
    const { bank, calls } = bankOver({
      'pixSetup.getPixAccount': () => ({ account: { ...pixAccount, bank: 'EFI', updatedAt: new Date(0) } }),
      'bankPayoutSetup.getBankPayouts': () => ({ account: { bank: 'EFI', name: 'bank:efi:1' } }),
      'pixSetup.testPixAccount': () => ({ problems: ['one', 'two'] }),
      'bankPayoutSetup.testBankPayouts': () => ({ problems: ['two', 'three'] }),
      'pixSetup.removePixAccount': () => ({}),
      'bankPayoutSetup.removeBankPayouts': () => ({}),
    });
    expect(await bank.find('store_1', context)).toMatchObject({
      methods: ['PIX', 'PAYOUT'],
      settings: { bank: 'EFI', sendsPayouts: true },
    });
    expect(await bank.test('store_1', context)).toEqual(['one', 'two', 'three']);
    await bank.remove('store_1', context);
    expect(calls.slice(-2).map(([name]) => name)).toEqual([
      'bankPayoutSetup.removeBankPayouts',
      'pixSetup.removePixAccount',
    ]);
  });
});
