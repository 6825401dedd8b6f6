import { methodState, type ProviderMethod } from '../src/providers/provider';
import { readinessItems, type ReadinessFacts } from '../src/readiness/readiness-item';
import { noBranding } from '../src/stores/branding';

const now = new Date('2026-11-22T12:00:00.000Z');
const none = { active: 0, deliveredAt: undefined };
const keys = (live: number, isUsedElsewhere = false) => ({ live, isUsedElsewhere });

function method(name: ProviderMethod, isConnected: boolean) {
  const offered = ['PIX', 'CARD'] as const;
  const state = methodState(name, { offered, accounts: {}, methodsOf: () => ['PIX', 'CARD', 'PAYOUT'] }, now);
  return isConnected ? { ...state, reason: undefined, isAvailable: true } : state;
}

/** A shop in production that takes Pix, pays out, and sells by links. */
function statusOf(item: string, over: Partial<ReadinessFacts> = {}): string | undefined {
  const items = readinessItems(
    {
      devMode: false,
      website: 'https://loja.example',
      branding: { ...noBranding, displayName: 'Loja', supportEmail: 'ajuda@loja.example' },
      secretKeys: keys(0),
      webhooks: none,
      owners: { count: 1, withoutSecondFactor: 0 },
      methods: [method('PIX', true), method('CARD', false), method('PAYOUT', true)],
      providers: [],
      ...over,
    },
    now,
  );
  if (item === 'ready') return items.every(({ status }) => status !== 'MISSING') ? 'yes' : 'no';
  return items.find((one) => one.item === item)?.status;
}

describe('a shop that sells by links alone', () => {
  it('is ready without a key, a webhook and a second method', () => {
    const items = ['API_KEY', 'WEBHOOK', 'METHOD_CARD', 'ready'];
    expect(items.map((item) => statusOf(item))).toEqual(['OPTIONAL', 'OPTIONAL', 'OPTIONAL', 'yes']);
  });

  it.each<[string, Partial<ReadinessFacts>, readonly [key: string, webhook: string]]>([
    ['has a key', { secretKeys: keys(1) }, ['OK', 'MISSING']],
    ['has used one in the other environment', { secretKeys: keys(0, true) }, ['MISSING', 'MISSING']],
    ['has a webhook', { webhooks: { active: 1, deliveredAt: now } }, ['MISSING', 'OK']],
  ])('uses the API when it %s', (_when, over, expected) => {
    expect([statusOf('API_KEY', over), statusOf('WEBHOOK', over)]).toEqual(expected);
  });

  it('is not ready while it can take nothing, or take nothing out', () => {
    const methods = [method('PIX', false), method('CARD', false), method('PAYOUT', false)];
    expect(statusOf('METHOD_PIX', { methods })).toBe('MISSING');
    expect(statusOf('METHOD_CARD', { methods })).toBe('MISSING');
    expect(statusOf('METHOD_PAYOUT', { methods: [method('PIX', true), method('PAYOUT', false)] })).toBe('MISSING');
  });
});
