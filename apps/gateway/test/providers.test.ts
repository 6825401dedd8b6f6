import { createReadiness, type ReadinessDeps } from '../src/readiness/readiness';
import { noBranding } from '../src/stores/branding';
import { toTenant, notFound, unavailable } from '@pitanga/core';
import { testClock } from '@pitanga/testing';
import type { AuditFact } from '../src/audit/audit-entry';
import { toNotice } from '../src/audit/notice-kinds';
import { readConnectable } from '../src/providers/connectable';
import type { ProviderTest } from '../src/providers/provider';
import { createProviders, type ProviderRequest } from '../src/providers/providers';
import { pixAccount } from './v2-provider-operations';
import { stubClients } from './stub-clients';

const tenant = toTenant('store_1', false);
const request: ProviderRequest = {
  tenant,
  actor: { kind: 'USER', id: 'user_1' },
  context: { requestId: 'req_1', idempotency: { key: 'k', operation: 'o', fingerprint: 'f' } },
};
const settings = { clientSecret: 'hush', certificate: 'pem' };

function providersOver(answers: Record<string, () => object>, listed?: string) {
  const clock = testClock();
  const calls: string[] = [];
  const facts: AuditFact[] = [];
  const kept = new Map<string, ProviderTest>();
  const clients = stubClients((name, _asked, context) => {
    expect(context).toEqual({ requestId: 'req_1' });
    calls.push(name);
    const answer = answers[name];
    if (!answer) throw notFound('none');
    return answer();
  });
  const providers = createProviders({
    clock,
    clients,
    tests: {
      find: (storeId, provider) => Promise.resolve(kept.get(`${storeId} ${provider}`)),
      save: (storeId, provider, test) => void kept.set(`${storeId} ${provider}`, test),
      forget: (storeId, provider) => Promise.resolve(void kept.delete(`${storeId} ${provider}`)),
    },
    connectable: readConnectable(listed, 'closed'),
    offered: () => Promise.resolve(['PIX', 'CARD']),
    record: (_scope, fact) => Promise.resolve(void facts.push(fact)),
  });
  return { providers, clock, calls, facts };
}

const adapters = [
  { provider: 'bacen-pix', methods: ['PAYMENT_METHOD_PIX'] },
  { provider: 'asaas', methods: ['PAYMENT_METHOD_PIX', 'PAYMENT_METHOD_BOLETO'] },
  { provider: 'stripe', methods: ['PAYMENT_METHOD_CARD'] },
];

/** The order in which they send. */
const sending = [
  { provider: 'HTTP_PAYOUTS', ownerCheck: 'OWNER_CHECK_LOOKUP', paysCodes: true },
  { provider: 'BACEN_PIX', bank: 'EFI', ownerCheck: 'OWNER_CHECK_AT_SENDING', paysCodes: true },
  { provider: 'BACEN_PIX', bank: 'INTER', ownerCheck: 'OWNER_CHECK_TAX_ID_KEYS', paysCodes: true, showsReturns: false },
  { provider: 'ASAAS', ownerCheck: 'OWNER_CHECK_LOOKUP', paysCodes: true },
];

const connected = {
  'payoutCapabilities.getPayoutCapabilities': () => ({ adapters: sending }),
  'capabilities.getCapabilities': () => ({
    methods: [{ method: 'PAYMENT_METHOD_PIX', provider: 'bacen-pix', wallets: [], refunds: true }],
    adapters,
  }),
  'pixSetup.getPixAccount': () => ({ account: { ...pixAccount, updatedAt: new Date(0) } }),
  'pixSetup.configurePixAccount': () => ({}),
  'pixSetup.testPixAccount': () => ({ problems: [] }),
  'pixSetup.removePixAccount': () => ({}),
};

const now = new Date(0);

describe('the providers of a store', () => {
  it('say what they can do, as their adapters declare it', async () => {
    const disputes = { drafts: false, texts: false, filesMax: 11, fileBytesMax: 4_000_000, bytesMax: 10_000_000 };
    const pix = { provider: 'bacen-pix', refunds: true, wallets: [], refundNeedsKey: false };
    const { providers } = providersOver({
      ...connected,
      'capabilities.getCapabilities': () => ({
        methods: [{ ...pix, method: 'PAYMENT_METHOD_PIX', disputes }],
        adapters,
      }),
    });
    const { providers: known, methods } = await providers.list(request);
    const [bank, stripe] = known;
    // The bank of this account sends nothing.
    expect(known.map(({ able }) => able)).toEqual([['PIX'], ['CARD'], ['PAYOUT'], ['PIX', 'BOLETO', 'PAYOUT']]);
    expect(methods.find(({ method }) => method === 'CARD')?.reason).toMatch(/connect STRIPE$/);
    expect(bank?.capabilities).toMatchObject([
      // A billing of before says neither whether disputes are seen nor whether it is reconciled.
      { method: 'PIX', refunds: true, disputeAnswers: 'FILES', showsDisputes: true, isReconciled: true },
    ]);
    // What is not connected has none.
    expect(stripe?.capabilities).toBeUndefined();
    expect(bank?.payouts).toBeUndefined();
    const payout = methods.find(({ method }) => method === 'PAYOUT');
    expect(payout).toMatchObject({ provider: 'HTTP_PAYOUTS', isAvailable: false });
    expect(payout?.reason).toMatch(/connect HTTP_PAYOUTS or ASAAS$/);
  });

  it('say how what leaves by them is checked, and that of several the first one sends', async () => {
    const efi = () => ({ account: { ...pixAccount, bank: 'EFI', updatedAt: new Date(0) } });
    const answers = { ...connected, 'pixSetup.getPixAccount': efi };
    const isOff = await providersOver(answers).providers.list(request);
    expect(isOff.providers[0]?.able).toEqual(['PIX', 'PAYOUT']);
    expect(isOff.methods.find(({ method }) => method === 'PAYOUT')?.reason).toBe(
      'The settings of Efí (BACEN_PIX) leave PAYOUT out: connect it again',
    );
    const own = { 'bankPayoutSetup.getBankPayouts': () => ({ account: { bank: 'EFI' } }) };
    const isOn = await providersOver({ ...answers, ...own }).providers.list(request);
    expect(isOn.providers[0]).toMatchObject({
      account: { methods: ['PIX', 'PAYOUT'], settings: { sendsPayouts: true } },
      payouts: { ownerCheck: 'AT_SENDING', paysCodes: true, paysBankAccounts: false, showsReturns: true },
    });
    expect(isOn.methods.find(({ method }) => method === 'PAYOUT')).toMatchObject({
      provider: 'BACEN_PIX',
      isAvailable: true,
    });
    const both = await providersOver({
      ...answers,
      ...own,
      'payoutSetup.getPayoutAccount': () => ({
        account: { baseUrl: 'https://payouts.example', updatedAt: new Date(0) },
      }),
    }).providers.list(request);
    expect(both.methods.find(({ method }) => method === 'PAYOUT')?.provider).toBe('HTTP_PAYOUTS');
  });

  it('name for each method the account that billing asks first, whatever the order of the kinds is', async () => {
    const declared = { method: 'PAYMENT_METHOD_PIX', refunds: true, refundNeedsKey: false, wallets: [] };
    const { providers } = providersOver({
      ...connected,
      'asaasSetup.getAsaasAccount': () => ({ account: { methods: ['PIX'], updatedAt: now } }),
      'capabilities.getCapabilities': () => ({
        methods: [
          {
            ...declared,
            ...{ provider: 'asaas', position: 1, isResting: true, failedAt: now, restingSince: now, restingUntil: now },
            ...{ failure: 'ACCOUNT_FAILURE_SLOW', asked: 7, failed: 5, averageMs: 3_000 },
          },
          { ...declared, provider: 'bacen-pix', position: 2, isResting: false },
        ],
        adapters,
      }),
    });
    const { providers: known, methods } = await providers.list(request);
    expect(methods.find(({ method }) => method === 'PIX')?.provider).toBe('ASAAS');
    expect(known.find(({ provider }) => provider === 'ASAAS')?.capabilities).toMatchObject([
      {
        ...{ position: 1, resting: true, failedAt: now, restingSince: now, restingUntil: now, failure: 'SLOW' },
        ...{ asked: 7, failed: 5, averageMs: 3_000 },
      },
    ]);
  });

  it('in dev mode are simulated: nothing is called, connected, tested or removed', async () => {
    const { providers, calls, facts } = providersOver(connected);
    const dev = { ...request, tenant: toTenant('store_1', true) };
    expect((await providers.list(dev)).methods.map(({ isAvailable }) => isAvailable)).toEqual([true, true, true, true]);
    const refused = { kind: 'INVALID_ARGUMENT', reason: 'PROVIDERS_SIMULATED' };
    await expect(providers.connect(dev, 'BACEN_PIX', settings)).rejects.toMatchObject(refused);
    await expect(providers.test(dev, 'STRIPE')).rejects.toMatchObject(refused);
    await expect(providers.remove(dev, 'HTTP_PAYOUTS')).rejects.toMatchObject(refused);
    expect([calls, facts]).toEqual([[], []]);
  });

  it('let nobody but the operator override what is under way, and a person leave an account that is in use', async () => {
    const { providers, calls, facts } = providersOver({
      ...connected,
      'stripeSetup.configureStripeAccount': () => ({}),
      'asaasSetup.configureAsaasAccount': () => ({}),
    });
    const key: ProviderRequest = { ...request, actor: { kind: 'KEY', id: 'key_1' } };
    for (const asked of [request, key]) {
      const forced = providers.connect(asked, 'HTTP_PAYOUTS', { ...settings, force: true });
      await expect(forced).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
    }
    const replaced = (asked: ProviderRequest, kind: 'STRIPE' | 'ASAAS') =>
      providers.connect(asked, kind, { replaceAccount: true });
    await expect(replaced(key, 'STRIPE')).rejects.toMatchObject({ reason: 'PERSON_REQUIRED' });
    await expect(replaced(key, 'ASAAS')).rejects.toMatchObject({ reason: 'PERSON_REQUIRED' });
    expect([calls, facts]).toEqual([[], []]);
    await replaced(request, 'STRIPE');
    await replaced(request, 'ASAAS');
    expect(calls).toContain('stripeSetup.configureStripeAccount');
    expect(calls).toContain('asaasSetup.configureAsaasAccount');
  });

  it('leave an entry for each change and test, with who asked and without any setting that gives access', async () => {
    const { providers, facts } = providersOver(connected);
    await providers.connect(request, 'BACEN_PIX', settings);
    await providers.test(request, 'BACEN_PIX');
    await providers.remove(request, 'BACEN_PIX');
    expect(facts.map(({ action, actor, target }) => [action, actor.id, target.id])).toEqual([
      ['provider.connection_requested', 'user_1', 'BACEN_PIX'],
      ['provider.connected', 'user_1', 'BACEN_PIX'],
      ['provider.tested', 'user_1', 'BACEN_PIX'],
      ['provider.removal_requested', 'user_1', 'BACEN_PIX'],
      ['provider.removed', 'user_1', 'BACEN_PIX'],
    ]);
    expect(facts[1]?.after).toMatchObject({ host: 'pix.bank.example', owner: 'MERCHANT' });
    expect(JSON.stringify(facts)).not.toMatch(/hush|pem|callbacks/);
  });

  it('tell owners once of each change that was made, and of a new order which account is asked first', async () => {
    const { providers, facts } = providersOver({ ...connected, 'capabilities.orderAccounts': () => ({}) });
    const told = async (change: Promise<unknown>) => {
      await change;
      return facts.splice(0).flatMap((fact) => toNotice(fact) ?? []);
    };
    const kind = 'PROVIDER_CHANGED';
    expect(await told(providers.connect(request, 'BACEN_PIX', settings))).toEqual([{ kind, about: 'BACEN_PIX' }]);
    expect(await told(providers.order(request, 'PIX', ['ASAAS', 'BACEN_PIX']))).toEqual([
      { kind, about: 'PIX: 1. ASAAS, 2. BACEN_PIX' },
    ]);
    expect(await told(providers.test(request, 'BACEN_PIX'))).toEqual([]);
    expect(await told(providers.remove(request, 'BACEN_PIX'))).toEqual([{ kind, about: 'BACEN_PIX' }]);
  });

  it('that only the operator connects are refused before anything is called or noted', async () => {
    const { providers, calls, facts } = providersOver(connected, 'STRIPE');
    await expect(providers.connect(request, 'BACEN_PIX', settings)).rejects.toMatchObject({
      kind: 'PERMISSION_DENIED',
      reason: 'PROVIDER_NOT_ALLOWED',
    });
    expect([calls, facts]).toEqual([[], []]);
  });

  it('leave their intent alone when the settings were refused, or the answer was lost', async () => {
    const failing = () => {
      throw unavailable('The bank gives no token', 'PROVIDER_TEST_FAILED');
    };
    const { providers, facts } = providersOver({ ...connected, 'pixSetup.configurePixAccount': failing });
    await expect(providers.connect(request, 'BACEN_PIX', settings)).rejects.toThrow('no token');
    expect(facts.map(({ action }) => action)).toEqual(['provider.connection_requested']);
  });

  it('are called at most once a minute for the checklist, each read once, and at once after new settings', async () => {
    const { providers, clock, calls } = providersOver(connected);
    const tested = () => calls.filter((name) => name === 'pixSetup.testPixAccount').length;
    const read = () => calls.filter((name) => name === 'pixSetup.getPixAccount').length;
    const clients = {
      webhooks: { listWebhooks: () => Promise.resolve({ webhooks: [] }) },
      deliveries: { listDeliveries: () => Promise.resolve({ deliveries: [] }) },
    } as unknown as ReadinessDeps['clients'];
    const facts = {
      website: '',
      branding: noBranding,
      secretKeys: { live: 0, isUsedElsewhere: false },
      owners: { count: 0, withoutSecondFactor: 0 },
    };
    const checklist = createReadiness({ clock, clients, providers, storeFacts: () => Promise.resolve(facts) });
    const check = async () => {
      const before = read();
      await checklist(request.tenant, request.context);
      expect(read() - before).toBe(1);
    };
    await check();
    clock.advance(60_000);
    await check();
    expect(tested()).toBe(1);
    clock.advance(1);
    await check();
    expect(tested()).toBe(2);
    await providers.connect(request, 'BACEN_PIX', settings);
    await check();
    expect(tested()).toBe(3);
  });

  it('show a test only of the settings that they have now', async () => {
    let updatedAt = new Date(0);
    const account = () => ({ account: { ...pixAccount, updatedAt } });
    const { providers, clock } = providersOver({ ...connected, 'pixSetup.getPixAccount': account });
    const lastTest = async () => (await providers.list(request)).providers[0]?.lastTest;
    const test = await providers.test(request, 'BACEN_PIX');
    expect(await lastTest()).toEqual(test);
    updatedAt = new Date(clock.real().getTime() + 1);
    expect(await lastTest()).toBeUndefined();
  });

  it('say for each method whether it can be taken', async () => {
    const { providers } = providersOver(connected);
    const { methods, providers: known } = await providers.list(request);
    expect(methods.map(({ method, reason }) => [method, reason?.split(':')[0]])).toEqual([
      ['PIX', undefined],
      ['BOLETO', 'This store does not offer BOLETO'],
      ['CARD', 'No provider for CARD is connected'],
      ['PAYOUT', 'No provider for PAYOUT is connected'],
    ]);
    expect(known.map(({ account }) => account !== undefined)).toEqual([true, false, false, false]);
  });
});
