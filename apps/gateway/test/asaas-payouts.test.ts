import { methodState, type ProviderAccount } from '../src/providers/provider';
import { readinessItems } from '../src/readiness/readiness-item';
import { noBranding } from '../src/stores/branding';
import { recordedAccounts } from './recorded-accounts';

const context = { requestId: 'req_1' };
const now = new Date('2026-11-28T12:00:00.000Z');
const payouts = {
  name: 'asaas:48548710',
  validationTokenEnds: 'oken',
  validationUrl: 'https://pitanga.example/callbacks/asaas-withdrawals/x',
  allowsOwnTransfers: false,
  askedAt: undefined as Date | undefined,
  stoppedAt: undefined as Date | undefined,
  updatedAt: now,
  owner: 'ACCOUNT_OWNER_MERCHANT',
  apiKeyEnds: 'apik',
  hasOpenPayouts: false,
};
const moneyIn = {
  accountId: '48548710',
  environment: 'PRODUCTION',
  apiKeyEnds: 'apik',
  methods: ['PIX'],
  host: 'api.asaas.com',
  callbackUrl: 'https://pitanga.example/callbacks/asaas/x',
  updatedAt: now,
  owner: 'ACCOUNT_OWNER_MERCHANT',
};

function asaasOver(answers: Record<string, () => object>) {
  const { accounts, calls, given } = recordedAccounts(answers);
  return { asaas: accounts.ASAAS, calls, given };
}

describe('an account at Asaas', () => {
  const settings = { apiKey: 'k', environment: 'PRODUCTION', methods: ['PIX'] };

  it('gives billing and payouts each its own settings, and both the key', async () => {
    const { asaas, calls, given } = asaasOver({
      'asaasSetup.configureAsaasAccount': () => ({}),
      'asaasPayoutSetup.configureAsaasPayouts': () => ({}),
    });
    const withPayouts = { ...settings, validationToken: 't', ownTransfers: 'REFUSE' };
    await asaas.configure('store_1', JSON.stringify(withPayouts), context);
    expect(calls.map(([name]) => name)).toEqual([
      'asaasSetup.configureAsaasAccount',
      'asaasPayoutSetup.configureAsaasPayouts',
    ]);
    expect(given('asaasSetup.configureAsaasAccount')).toEqual(settings);
    expect(given('asaasPayoutSetup.configureAsaasPayouts')).toEqual({
      apiKey: 'k',
      environment: 'PRODUCTION',
      validationToken: 't',
      ownTransfers: 'REFUSE',
    });
  });

  it('sends no payouts where its settings leave the token out', async () => {
    const { asaas, calls } = asaasOver({ 'asaasSetup.configureAsaasAccount': () => ({}) });
    await asaas.configure('store_1', JSON.stringify(settings), context);
    expect(calls.map(([name]) => name)).toEqual([
      'asaasPayoutSetup.getAsaasPayouts',
      'asaasSetup.configureAsaasAccount',
      'asaasPayoutSetup.removeAsaasPayouts',
    ]);
    expect(calls.at(-1)?.[1]).toEqual({ storeId: 'store_1', unlessOpen: true });
  });

  it('keeps all of its settings where the token is left out while payouts are open', async () => {
    const { asaas, calls } = asaasOver({
      'asaasPayoutSetup.getAsaasPayouts': () => ({ account: { ...payouts, hasOpenPayouts: true } }),
    });
    await expect(asaas.configure('store_1', JSON.stringify(settings), context)).rejects.toMatchObject({
      reason: 'PAYOUTS_STILL_OPEN',
    });
    expect(calls).toHaveLength(1);
  });

  it.each([
    ['key', { apiKeyEnds: 'elsx' }],
    ['account', { name: 'asaas:another' }],
  ])('cannot send where half of new settings was refused, and another %s is left', async (_what, over) => {
    const { asaas } = asaasOver({
      'asaasSetup.getAsaasAccount': () => ({ account: moneyIn }),
      'asaasPayoutSetup.getAsaasPayouts': () => ({ account: { ...payouts, ...over } }),
    });
    const account = await asaas.find('store_1', context);
    if (!account) throw new Error('no account');
    const state = (method: 'PIX' | 'PAYOUT') =>
      methodState(method, { offered: ['PIX'], accounts: { ASAAS: account }, methodsOf: () => ['PIX', 'PAYOUT'] }, now);
    expect([state('PAYOUT').isAvailable, state('PIX').isAvailable]).toEqual([false, true]);
    expect(state('PAYOUT').reason).toMatch(/^Payouts leave by another key or account at Asaas/);
  });

  it('is shown with both, with either alone, and not at all without', async () => {
    const billing = { 'asaasSetup.getAsaasAccount': () => ({ account: moneyIn }) };
    const paying = { 'asaasPayoutSetup.getAsaasPayouts': () => ({ account: payouts }) };
    const find = (answers: Record<string, () => object>) => asaasOver(answers).asaas.find('store_1', context);
    expect(await find({ ...billing, ...paying })).toMatchObject({
      methods: ['PIX', 'PAYOUT'],
      callbackUrl: moneyIn.callbackUrl,
      settings: { validationToken: '…oken', ownTransfers: 'REFUSE', apiKey: '…apik' },
      validation: { url: payouts.validationUrl, askedAt: undefined, stoppedAt: undefined },
    });
    expect((await find(billing))?.validation).toBeUndefined();
    expect(await find(paying)).toMatchObject({ methods: ['PAYOUT'], owner: 'MERCHANT' });
    expect(await find({})).toBeUndefined();
  });

  it('is tested and removed in both', async () => {
    const { asaas, calls } = asaasOver({
      'asaasSetup.testAsaasAccount': () => ({ problems: ['one', 'two'] }),
      'asaasPayoutSetup.testAsaasPayouts': () => ({ problems: ['two', 'three'] }),
      'asaasSetup.removeAsaasAccount': () => ({}),
      'asaasPayoutSetup.removeAsaasPayouts': () => ({}),
    });
    expect(await asaas.test('store_1', context)).toEqual(['one', 'two', 'three']);
    await asaas.remove('store_1', context);
    expect(calls.map(([name]) => name)).toContain('asaasSetup.removeAsaasAccount');
    await expect(asaasOver({}).asaas.remove('store_1', context)).rejects.toMatchObject({ kind: 'NOT_FOUND' });
  });
});

describe('the checklist about payouts through Asaas', () => {
  const item = (validation: ProviderAccount['validation']) => {
    const account: ProviderAccount = {
      settings: {},
      host: 'api.asaas.com',
      methods: ['PAYOUT'],
      owner: 'MERCHANT',
      callbackUrl: 'https://pitanga.example/callbacks/asaas/x',
      certificateExpiresAt: undefined,
      updatedAt: now,
      validation,
    };
    const facts = {
      devMode: false,
      website: 'https://loja.example',
      branding: noBranding,
      secretKeys: { live: 1, isUsedElsewhere: false },
      webhooks: { active: 1, deliveredAt: now },
      owners: { count: 1, withoutSecondFactor: 0 },
      methods: [methodState('PAYOUT', { offered: [], accounts: { ASAAS: account }, methodsOf: () => ['PAYOUT'] }, now)],
      providers: [{ provider: 'ASAAS' as const, account, capabilities: [], test: { at: now, problems: [] } }],
    };
    return readinessItems(facts, now).find((line) => line.item === 'METHOD_PAYOUT');
  };
  const url = payouts.validationUrl;

  it('warns until Asaas has asked, and misses it once money left unasked', () => {
    expect(item({ url, askedAt: undefined, stoppedAt: undefined })).toMatchObject({ status: 'WARNING' });
    expect(item({ url, askedAt: now, stoppedAt: undefined })).toMatchObject({ status: 'OK' });
    expect(item({ url, askedAt: undefined, stoppedAt: now })).toMatchObject({
      status: 'MISSING',
      sentence: expect.stringContaining('payouts are stopped') as string,
    });
  });
});
