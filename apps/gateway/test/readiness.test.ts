import type { ProviderAccount } from '../src/providers/provider';
import { methodState, type MethodsOf, type ProviderKind, type ProviderMethod } from '../src/providers/provider';
import { readinessItems, type ReadinessFacts } from '../src/readiness/readiness-item';
import { noBranding } from '../src/stores/branding';

const now = new Date('2026-11-22T12:00:00.000Z');
const inDays = (days: number): Date => new Date(now.getTime() + days * 86_400_000);

function anAccount(over: Partial<ProviderAccount> = {}): ProviderAccount {
  return {
    settings: {},
    host: 'pix.bank.example',
    methods: ['PIX'],
    owner: 'MERCHANT',
    callbackUrl: 'https://pitanga.example/callbacks/x',
    certificateExpiresAt: inDays(365),
    updatedAt: inDays(-1),
    ...over,
  };
}

const abilities: Readonly<Record<ProviderKind, readonly ProviderMethod[]>> = {
  BACEN_PIX: ['PIX'],
  STRIPE: ['CARD', 'BOLETO'],
  HTTP_PAYOUTS: ['PAYOUT'],
  ASAAS: ['PIX', 'BOLETO', 'PAYOUT'],
};
const methodsOf: MethodsOf = (kind) => abilities[kind];

const well = { at: now, problems: [] };
const all = {
  method: 'PIX',
  position: 1,
  resting: false,
  failedAt: undefined,
  restingSince: undefined,
  restingUntil: undefined,
  failure: undefined,
  asked: 0,
  failed: 0,
  averageMs: undefined,
  refunds: true,
  refundNeedsKey: false,
  refundsOnePartADay: false,
  installmentsMax: undefined,
  renews: undefined,
  verifies: undefined,
  confirms: undefined,
  typedAtProvider: undefined,
  wallets: false,
  showsDisputes: true,
  disputeAnswers: 'TEXTS',
  disputeDrafts: false,
  isReconciled: true,
} as const;

function facts(over: Partial<ReadinessFacts> = {}): ReadinessFacts {
  const account = anAccount();
  return {
    devMode: false,
    website: 'https://loja.example',
    branding: { ...noBranding, displayName: 'Loja', supportEmail: 'ajuda@loja.example' },
    secretKeys: { live: 1, isUsedElsewhere: false },
    webhooks: { active: 1, deliveredAt: inDays(-1) },
    owners: { count: 1, withoutSecondFactor: 0 },
    methods: [methodState('PIX', { offered: ['PIX'], accounts: { BACEN_PIX: account }, methodsOf }, now)],
    providers: [{ provider: 'BACEN_PIX', account, capabilities: [], test: well }],
    ...over,
  };
}

const stateOf = (item: string, over: Partial<ReadinessFacts> = {}) =>
  readinessItems(facts(over), now).find((line) => line.item === item);

describe('the checklist of a store', () => {
  it('is all OK, without an action, where nothing is left to do', () => {
    const items = readinessItems(facts(), now);
    expect(items.filter(({ status, action }) => status !== 'OK' || action !== undefined)).toEqual([]);
    expect(items.map(({ item }) => item)).toEqual([
      'WEBSITE',
      'BRANDING',
      'API_KEY',
      'WEBHOOK',
      'METHOD_PIX',
      'CERTIFICATE_BACEN_PIX',
      'SECOND_FACTOR',
    ]);
  });

  it('names the bank of an account', () => {
    const efi = anAccount({ settings: { bank: 'EFI' }, certificateExpiresAt: inDays(3) });
    const providers = [{ provider: 'BACEN_PIX', account: efi, capabilities: [], test: well }] as const;
    const methods = [methodState('PIX', { offered: ['PIX'], accounts: { BACEN_PIX: efi }, methodsOf }, now)];
    expect(stateOf('METHOD_PIX', { providers, methods })?.sentence).toBe(
      'PIX is taken through Efí (BACEN_PIX), which answers as it should.',
    );
    expect(stateOf('CERTIFICATE_BACEN_PIX', { providers })?.sentence).toBe(
      'The certificate of Efí (BACEN_PIX) ends in 3 days.',
    );
    const broken = { ...providers[0], test: { at: now, problems: ['Efí gives no token'] } };
    expect(stateOf('METHOD_PIX', { providers: [broken], methods })).toMatchObject({
      sentence: 'Efí gives no token.',
      action: 'Repair the settings of Efí (BACEN_PIX), and connect it again.',
    });
  });

  it('says the order of the accounts of a method, and which rests or failed, when and why', () => {
    const [efi, asaas] = [anAccount({ settings: { bank: 'EFI' } }), anAccount()];
    const methods = [
      methodState('PIX', { offered: ['PIX'], accounts: { BACEN_PIX: efi, ASAAS: asaas }, methodsOf }, now),
    ];
    const of = (over: object) => [{ ...all, ...over }];
    const over = (first: object) => ({
      methods,
      providers: [
        { provider: 'ASAAS', account: asaas, capabilities: of({ position: 2 }), test: well },
        { provider: 'BACEN_PIX', account: efi, capabilities: of({ position: 1, ...first }), test: well },
      ] as const,
    });
    const next = 'What it cannot make goes to ASAAS.';
    const taken = `PIX is taken through Efí (BACEN_PIX), which answers as it should. ${next}`;
    expect(stateOf('METHOD_PIX', over({}))).toMatchObject({ status: 'OK', sentence: taken });
    expect(stateOf('METHOD_PIX', over({ resting: true, restingSince: now, failure: 'SLOW' }))).toMatchObject({
      status: 'WARNING',
      sentence: `Efí (BACEN_PIX) rests since ${now.toISOString()}: its answers come too late. PIX is taken through Efí (BACEN_PIX). ${next}`,
    });
    const failing = { asked: 9, failed: 4, averageMs: 1_260, failedAt: now, failure: 'NO_ANSWER' };
    expect(stateOf('METHOD_PIX', over(failing))).toMatchObject({
      status: 'OK',
      sentence: `${taken} Efí (BACEN_PIX) made 5 of 9 payments of the last minutes, in 1.3 s on average. Efí (BACEN_PIX) last failed at ${now.toISOString()}: it gave no answer that can be read.`,
    });
    expect(readinessItems(facts(over({ resting: true })), now).some(({ status }) => status === 'MISSING')).toBe(false);
  });

  it('says of each account of a method, the first one first, what it cannot do, by code and in words', () => {
    const account = anAccount();
    const methods = [
      methodState('PIX', { offered: ['PIX'], accounts: { BACEN_PIX: account, ASAAS: account }, methodsOf }, now),
      methodState('CARD', { offered: ['PIX'], accounts: { ASAAS: account }, methodsOf }, now),
    ];
    const providers = [
      {
        provider: 'ASAAS',
        account,
        capabilities: [
          { ...all, position: 2, showsDisputes: false, disputeAnswers: 'NONE' },
          { ...all, method: 'CARD', isReconciled: false },
        ],
        test: well,
      },
      { provider: 'BACEN_PIX', account, capabilities: [{ ...all, isReconciled: false }], test: well },
    ] as const;
    const sentence = expect.stringMatching(/\.$/) as string;
    expect(stateOf('METHOD_PIX', { methods, providers })?.limits).toEqual([
      { provider: 'BACEN_PIX', code: 'NOT_RECONCILED', sentence },
      { provider: 'ASAAS', code: 'DISPUTES_UNSEEN', sentence },
    ]);
    // What the store does not take has no limits.
    expect(stateOf('METHOD_CARD', { methods, providers })?.limits).toEqual([]);
    expect(stateOf('WEBSITE')?.limits).toBeUndefined();
  });

  it('says of the account that sends what it does not do with what leaves', () => {
    const accounts = {
      BACEN_PIX: anAccount({ methods: ['PIX', 'PAYOUT'] }),
      ASAAS: anAccount({ methods: ['PAYOUT'] }),
    };
    const methods = [
      methodState(
        'PAYOUT',
        { offered: [], accounts, methodsOf: () => ['PAYOUT'], sendingOrder: ['BACEN_PIX', 'ASAAS'] },
        now,
      ),
    ];
    const able = { paysCodes: true, paysBankAccounts: true, showsReturns: true };
    const can = { bank: undefined, ownerCheck: 'LOOKUP', ...able } as const;
    const providers = [
      {
        provider: 'ASAAS',
        account: accounts.ASAAS,
        capabilities: [],
        test: well,
        payouts: { ...can, kind: 'ASAAS', isReconciled: true },
      },
      {
        provider: 'BACEN_PIX',
        account: accounts.BACEN_PIX,
        capabilities: [],
        test: well,
        payouts: { ...can, kind: 'BACEN_PIX', isReconciled: false },
      },
    ] as const;
    expect(stateOf('METHOD_PAYOUT', { methods, providers })?.limits).toMatchObject([
      { provider: 'BACEN_PIX', code: 'NOT_RECONCILED' },
    ]);
  });

  const account = anAccount();
  const cases: readonly (readonly [string, string, Partial<ReadinessFacts>, string])[] = [
    ['WEBSITE', 'MISSING', { website: 'http://loja.example' }, 'no https address'],
    ['BRANDING', 'WARNING', { branding: noBranding }, 'no address for questions'],
    ['BRANDING', 'WARNING', { branding: { ...noBranding, supportEmail: 'a@b.example' } }, 'name of the store alone'],
    ['API_KEY', 'MISSING', { secretKeys: { live: 0, isUsedElsewhere: false } }, 'no secret key'],
    ['WEBHOOK', 'MISSING', { webhooks: { active: 0, deliveredAt: inDays(-1) } }, 'No webhook is active'],
    ['WEBHOOK', 'MISSING', { webhooks: { active: 1, deliveredAt: undefined } }, 'has taken an event'],
    ['WEBHOOK', 'MISSING', { webhooks: { active: 1, deliveredAt: inDays(-31) } }, 'has taken an event'],
    [
      'METHOD_PIX',
      'MISSING',
      { methods: [methodState('PIX', { offered: ['PIX'], accounts: {}, methodsOf }, now)] },
      'connect BACEN_PIX',
    ],
    [
      'METHOD_PIX',
      'OK',
      { methods: [methodState('PIX', { offered: ['CARD'], accounts: {}, methodsOf }, now)] },
      'PIX is not offered',
    ],
    [
      'METHOD_PIX',
      'MISSING',
      {
        providers: [
          {
            provider: 'BACEN_PIX',
            account,
            capabilities: [],
            test: { at: now, problems: ['The bank gives no token'] },
          },
        ],
      },
      'The bank gives no token.',
    ],
    [
      'CERTIFICATE_BACEN_PIX',
      'WARNING',
      {
        providers: [
          {
            provider: 'BACEN_PIX',
            account: anAccount({ certificateExpiresAt: inDays(29.5) }),
            capabilities: [],
            test: well,
          },
        ],
      },
      'ends in 29 days',
    ],
    [
      'CERTIFICATE_BACEN_PIX',
      'MISSING',
      {
        providers: [
          { provider: 'BACEN_PIX', account: anAccount({ certificateExpiresAt: now }), capabilities: [], test: well },
        ],
      },
      'ended at',
    ],
    ['SECOND_FACTOR', 'WARNING', { owners: { count: 0, withoutSecondFactor: 0 } }, 'No person owns'],
    ['SECOND_FACTOR', 'MISSING', { owners: { count: 2, withoutSecondFactor: 1 } }, '1 of 2 owners'],
  ];
  it.each(cases)('says of %s that it is %s (%#)', (item, status, over, sentence) => {
    expect(stateOf(item, over)).toMatchObject({ status, sentence: expect.stringContaining(sentence) as string });
    if (status !== 'OK') expect(stateOf(item, over)?.action).toMatch(/\.$/);
  });

  it('asks nothing about people in dev mode', () => {
    expect(stateOf('SECOND_FACTOR', { devMode: true })).toBeUndefined();
  });
});

describe('whether a store can take a method', () => {
  it.each([
    ['BOLETO', ['PIX', 'BOLETO'], {}, 'No provider for BOLETO is connected: connect STRIPE or ASAAS'],
    ['CARD', ['CARD'], { STRIPE: anAccount({ methods: ['BOLETO'] }) }, 'The settings of STRIPE leave CARD out'],
    ['PIX', ['PIX'], { BACEN_PIX: anAccount({ certificateExpiresAt: now }) }, 'The certificate of BACEN_PIX ended'],
    ['PIX', ['CARD'], { BACEN_PIX: anAccount() }, 'This store does not offer PIX'],
    ['PIX', ['PIX'], { ASAAS: anAccount({ methods: ['BOLETO'] }) }, 'The settings of ASAAS leave PIX out'],
    [
      'CARD',
      ['CARD'],
      { ASAAS: anAccount({ methods: ['PIX', 'BOLETO'] }) },
      'No provider for CARD is connected: connect STRIPE',
    ],
    ['PAYOUT', [], {}, 'No provider for PAYOUT is connected: connect HTTP_PAYOUTS'],
  ] as const)('%s of %j says why not', (method, offered, accounts, reason) => {
    const state = methodState(method, { offered, accounts, methodsOf }, now);
    expect(state).toMatchObject({ isAvailable: false, reason: expect.stringContaining(reason) as string });
  });

  it('says no reason where it can', () => {
    const accounts = { HTTP_PAYOUTS: anAccount({ methods: ['PAYOUT'], certificateExpiresAt: undefined }) };
    expect(methodState('PAYOUT', { offered: [], accounts, methodsOf }, now)).toMatchObject({
      isAvailable: true,
      reason: undefined,
    });
  });
});
