import type { Capabilities, PayoutCapabilities } from '../providers/capabilities';
import {
  daysLeft,
  toProviderName,
  type MethodState,
  type ProviderAccount,
  type ProviderKind,
  type ProviderTest,
} from '../providers/provider';
import type { Branding } from '../stores/branding';
import { findLimits, sayHealth, sayNext, sayRests, type AccountLimit } from './account-order';

export const readinessStatuses = ['OK', 'OPTIONAL', 'WARNING', 'MISSING'] as const;
export type ReadinessStatus = (typeof readinessStatuses)[number];

/** One line of the checklist. A store with something MISSING is not ready; a WARNING can wait, what is OPTIONAL for ever. */
export interface ReadinessItem {
  /** E.g. WEBHOOK, METHOD_PIX, CERTIFICATE_BACEN_PIX. */
  readonly item: string;
  readonly status: ReadinessStatus;
  readonly sentence: string;
  /** What to do about it; undefined when it is OK. */
  readonly action: string | undefined;
  /** Of a method: what its accounts cannot do with its payments. */
  readonly limits?: readonly AccountLimit[];
}

/** What the checklist is made from. */
export interface ReadinessFacts {
  readonly devMode: boolean;
  readonly website: string;
  readonly branding: Branding;
  /** Live ones of this environment, and whether one of the other was ever used: then this environment is to follow. */
  readonly secretKeys: { readonly live: number; readonly isUsedElsewhere: boolean };
  /** Webhooks that are active, and when one of them last took an event. */
  readonly webhooks: { readonly active: number; readonly deliveredAt: Date | undefined };
  readonly owners: { readonly count: number; readonly withoutSecondFactor: number };
  readonly methods: readonly MethodState[];
  readonly providers: readonly {
    readonly provider: ProviderKind;
    readonly account: ProviderAccount;
    readonly test: ProviderTest;
    readonly capabilities: readonly Capabilities[];
    /** Of what leaves by it. */
    readonly payouts?: PayoutCapabilities | undefined;
  }[];
}

const dayMs = 86_400_000;
/** A webhook that took nothing for longer may be gone. */
const deliveredWithinMs = 30 * dayMs;
const certificateDaysMin = 30;

export function readinessItems(facts: ReadinessFacts, now: Date): readonly ReadinessItem[] {
  return [
    website(facts),
    brandingItem(facts),
    secretKey(facts),
    webhook(facts, now),
    ...facts.methods.map((state) => ({ ...method(state, facts), limits: findLimits(state, facts.providers) })),
    ...facts.providers.flatMap(({ provider, account }) => certificate(provider, account, now)),
    ...(facts.devMode ? [] : [secondFactor(facts)]),
  ];
}

const fine = (item: string, sentence: string): ReadinessItem => ({ item, status: 'OK', sentence, action: undefined });
const missing = (item: string, sentence: string, action: string): ReadinessItem => ({
  item,
  status: 'MISSING',
  sentence,
  action,
});
const warning = (item: string, sentence: string, action: string): ReadinessItem => ({
  item,
  status: 'WARNING',
  sentence,
  action,
});

const optional = (item: string, sentence: string, action: string): ReadinessItem => ({
  item,
  status: 'OPTIONAL',
  sentence,
  action,
});

/** A store that sells by links and the dashboard alone needs no key and no webhook. */
function usesApi({ secretKeys, webhooks }: ReadinessFacts): boolean {
  return secretKeys.live > 0 || secretKeys.isUsedElsewhere || webhooks.active > 0;
}

function website({ website: address }: ReadinessFacts): ReadinessItem {
  return /^https:\/\/[^/]+\.[^/]+/.test(address)
    ? fine('WEBSITE', 'The store has a website that customers can open.')
    : missing('WEBSITE', 'The website of the store is no https address.', 'Set the website of the store.');
}

function brandingItem({ branding: { displayName, logoUrl, color, supportEmail } }: ReadinessFacts): ReadinessItem {
  if (supportEmail === undefined) {
    const sentence = 'Payment pages and receipts name no address for questions of customers.';
    return warning('BRANDING', sentence, 'Set supportEmail in the branding of the store.');
  }
  return displayName === undefined && logoUrl === undefined && color === undefined
    ? warning('BRANDING', 'Payment pages show the name of the store alone.', 'Set the branding of the store.')
    : fine('BRANDING', 'Payment pages show the branding of the store.');
}

function secretKey(facts: ReadinessFacts): ReadinessItem {
  if (facts.secretKeys.live > 0) return fine('API_KEY', 'The store has a secret key of this environment.');
  const ifOpen = usesApi(facts) ? missing : optional;
  return ifOpen('API_KEY', 'The store has no secret key of this environment.', 'Create a key.');
}

function webhook(facts: ReadinessFacts, now: Date): ReadinessItem {
  const { active, deliveredAt } = facts.webhooks;
  if (active === 0) {
    const sentence = 'No webhook is active: your systems do not hear of payments.';
    const ifOpen = usesApi(facts) ? missing : optional;
    return ifOpen('WEBHOOK', sentence, 'Create a webhook, and send it a test event.');
  }
  if (deliveredAt === undefined || now.getTime() - deliveredAt.getTime() > deliveredWithinMs) {
    const sentence = 'No active webhook has taken an event in the last 30 days.';
    return missing('WEBHOOK', sentence, 'Send a test event to the webhook, and look at the log of deliveries.');
  }
  return fine('WEBHOOK', `A webhook last took an event at ${deliveredAt.toISOString()}.`);
}

function method({ method: name, isOffered, provider, reason }: MethodState, facts: ReadinessFacts): ReadinessItem {
  const item = `METHOD_${name}`;
  if (provider === 'SIMULATOR') return fine(item, `${name} is simulated in dev mode.`);
  // What a store does not want to take, it need not be able to.
  if (!isOffered) return fine(item, `${name} is not offered.`);
  const known = facts.providers.find((one) => one.provider === provider);
  if (reason !== undefined) {
    const ifOpen = known === undefined && takesAnother(name, facts) ? optional : missing;
    return ifOpen(item, `${reason}.`, `Connect ${provider}.`);
  }
  const problem = known?.test.problems[0];
  const who = toProviderName(provider, known?.account);
  const validation = name === 'PAYOUT' ? known?.account.validation : undefined;
  if (problem === undefined && validation && validation.askedAt === undefined) return neverAsked(item);
  if (problem === undefined) {
    const rests = sayRests(name, facts.providers);
    // It answers its test, and fails payments.
    const isWell = rests.length === 0;
    const taken = `${name} is taken through ${who}${isWell ? ', which answers as it should' : ''}.`;
    const said = [...rests, taken, ...sayNext(name, facts.providers), ...sayHealth(name, facts.providers)].join(' ');
    if (isWell) return fine(item, said);
    const action = 'Nothing while another account takes the payments: look at the account at its provider if it lasts.';
    return warning(item, said, action);
  }
  return missing(item, `${problem}.`, `Repair the settings of ${who}, and connect it again.`);
}

/** Whether a payment method can be done without, as the store takes another. */
function takesAnother(name: MethodState['method'], { methods }: ReadinessFacts): boolean {
  const payments = methods.filter(({ method: other, isOffered }) => isOffered && other !== 'PAYOUT');
  return name !== 'PAYOUT' && payments.some(({ reason }) => reason === undefined);
}

/** Only what happens shows whether its owner has set Asaas up to ask. */
function neverAsked(item: string): ReadinessItem {
  return warning(
    item,
    'Asaas has never asked whether money may leave: payouts stop when one leaves unasked.',
    'Set the address and the token at Asaas as the validation of withdrawals, and withdraw any amount there: it is refused, and ' +
      'shows that Asaas asks.',
  );
}

function certificate(provider: ProviderKind, account: ProviderAccount, now: Date): readonly ReadinessItem[] {
  const endsAt = account.certificateExpiresAt;
  if (endsAt === undefined) return [];
  const item = `CERTIFICATE_${provider}`;
  const days = daysLeft(endsAt, now);
  const who = toProviderName(provider, account);
  const action = `Get a new certificate, and connect ${who} again with it.`;
  if (endsAt <= now) return [missing(item, `The certificate of ${who} ended at ${endsAt.toISOString()}.`, action)];
  const sentence = `The certificate of ${who} ends in ${String(days)} days.`;
  return [days < certificateDaysMin ? warning(item, sentence, action) : fine(item, sentence)];
}

function secondFactor({ owners: { count, withoutSecondFactor } }: ReadinessFacts): ReadinessItem {
  const item = 'SECOND_FACTOR';
  if (count === 0) {
    return warning(item, 'No person owns the store yet.', 'The operator invites one with `stores invite`.');
  }
  if (withoutSecondFactor === 0) return fine(item, 'Every owner signs in with a second factor.');
  const sentence = `${String(withoutSecondFactor)} of ${String(count)} owners sign in with a password alone.`;
  return missing(item, sentence, 'Each owner adds an authenticator or a passkey.');
}
