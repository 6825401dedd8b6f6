import { invalidArgument, type AccountOwner, type AppError } from '@pitanga/core';
import { isPixBankCode, pixBanks } from '@pitanga/core/pix-banks';
import type { CallContext } from '@pitanga/rpc';
import type { PaymentMethod } from '../stores/store';

/** What a production store can be connected to. */
export const providerKinds = ['BACEN_PIX', 'STRIPE', 'HTTP_PAYOUTS', 'ASAAS'] as const;
export type ProviderKind = (typeof providerKinds)[number];

/** What money comes in by, and PAYOUT: what it leaves by. */
export const providerMethods = ['PIX', 'BOLETO', 'CARD', 'PAYOUT'] as const;
export type ProviderMethod = PaymentMethod | 'PAYOUT';

/**
 * What a provider can take, whether or not a store has it take all of it: as the adapters of the services declare it.
 * @param account the one that is connected, of which the bank may decide
 */
export type MethodsOf = (kind: ProviderKind, account?: ProviderAccount) => readonly ProviderMethod[];

/** An account as its owner may see it: nothing that gives access to it. */
export interface ProviderAccount {
  /** By the names of the settings; the ends of secrets. */
  readonly settings: Readonly<Record<string, string | boolean | readonly string[] | null>>;
  /** Of the provider: what the audit log names. */
  readonly host: string;
  /** What it is set to take. */
  readonly methods: readonly ProviderMethod[];
  /** Undefined until the operator tells it, of an account that an earlier release set. */
  readonly owner: AccountOwner | undefined;
  /** What the provider calls. */
  readonly callbackUrl: string;
  readonly certificateExpiresAt: Date | undefined;
  readonly updatedAt: Date;
  /** Of an account at Asaas that sends payouts. */
  readonly validation?: Validation | undefined;
  /** Why the store cannot take a method that the settings have, one sentence. */
  readonly faults?: Readonly<Partial<Record<ProviderMethod, string>>>;
}

/** The accounts of stores at one kind of provider, in the service that uses them. */
export interface ProviderAccounts {
  /** Undefined when the store has none. */
  find(storeId: string, context: CallContext): Promise<ProviderAccount | undefined>;
  /** Sets an account of the merchant. @param settingsJson one JSON object; settings that do not work are refused */
  configure(storeId: string, settingsJson: string, context: CallContext): Promise<void>;
  /** What is wrong, one sentence each. @throws AppError NOT_FOUND when the store has none */
  test(storeId: string, context: CallContext): Promise<readonly string[]>;
  /** @throws AppError NOT_FOUND when the store has none */
  remove(storeId: string, context: CallContext): Promise<void>;
}

/** How Asaas asks before money leaves: its owner sets it up there, and it cannot be read from here. */
export interface Validation {
  /** What is typed in at Asaas, with the token. */
  readonly url: string;
  /** When it first asked; undefined: it never did. */
  readonly askedAt: Date | undefined;
  /** Since when nothing is sent, because money left that it had not asked about. */
  readonly stoppedAt: Date | undefined;
}

/** What a call to the provider showed. */
export interface ProviderTest {
  readonly at: Date;
  /** One sentence each; empty when the account works. */
  readonly problems: readonly string[];
}

const dayMs = 86_400_000;

/** Whole days; negative once it has ended. */
export function daysLeft(expiresAt: Date, now: Date): number {
  return Math.floor((expiresAt.getTime() - now.getTime()) / dayMs);
}

/** A provider as sentences name it: a bank by its name. */
export function toProviderName(provider: ProviderKind, account: Pick<ProviderAccount, 'settings'> | undefined): string {
  const bank = account?.settings['bank'];
  return isPixBankCode(bank) && bank !== 'OTHER' ? `${pixBanks[bank].name} (${provider})` : provider;
}

/** Last characters of a secret, marked as such. */
export function masked(ends: string): string {
  return ends === '' ? '***' : `…${ends}`;
}

export function simulatedProviders(): AppError {
  return invalidArgument(
    'The providers of dev mode are simulated and need no account: use a production key',
    'PROVIDERS_SIMULATED',
  );
}

export interface MethodState {
  readonly method: ProviderMethod;
  readonly isAvailable: boolean;
  /** PAYOUT always is. */
  readonly isOffered: boolean;
  /** The provider that takes it, or would. */
  readonly provider: ProviderKind | 'SIMULATOR';
  /** Why the store cannot take it, one sentence. */
  readonly reason: string | undefined;
}

/** What a store has of providers, and what it wants of them. */
export interface StoreMethods {
  readonly offered: readonly PaymentMethod[];
  readonly accounts: Readonly<Partial<Record<ProviderKind, ProviderAccount>>>;
  readonly methodsOf: MethodsOf;
  /** The account that is asked first for each method, as billing orders them. */
  readonly first?: ReadonlyMap<ProviderMethod, ProviderKind>;
  /** The kinds in the order in which they send for a store that has several; absent: the order of {@link providerKinds}. */
  readonly sendingOrder?: readonly ProviderKind[];
}

/** Whether a production store can take a method, and why not. */
export function methodState(
  method: ProviderMethod,
  { offered, accounts, methodsOf, first, sendingOrder = providerKinds }: StoreMethods,
  now: Date,
): MethodState {
  const kinds = method === 'PAYOUT' ? sendingOrder : providerKinds;
  const able = kinds.filter((kind) => methodsOf(kind, accounts[kind]).includes(method));
  const provider =
    first?.get(method) ??
    kinds.find((kind) => accounts[kind]?.methods.includes(method)) ??
    able.find((kind) => accounts[kind] !== undefined && couldTake(accounts[kind], method)) ??
    able[0] ??
    'BACEN_PIX';
  const reason = findRefusal(method, provider, { offered, account: accounts[provider], able, now });
  const isOffered = method === 'PAYOUT' || offered.includes(method);
  return { method, provider, reason, isOffered, isAvailable: reason === undefined };
}

/** A bank that takes Pix alone is not asked to take more; which banks send, payouts declare. */
function couldTake({ settings: { bank } }: Pick<ProviderAccount, 'settings'>, method: ProviderMethod): boolean {
  return method === 'PAYOUT' || !isPixBankCode(bank) || pixBanks[bank].methods.some((known) => known === method);
}

function findRefusal(
  method: ProviderMethod,
  provider: ProviderKind,
  state: {
    readonly offered: readonly PaymentMethod[];
    readonly account: ProviderAccount | undefined;
    /** The providers that can take the method. */
    readonly able: readonly ProviderKind[];
    readonly now: Date;
  },
): string | undefined {
  const { offered, account, able, now } = state;
  if (method !== 'PAYOUT' && !offered.includes(method)) {
    return `This store does not offer ${method}: the operator of the installation sets its methods`;
  }
  if (account === undefined) return `No provider for ${method} is connected: connect ${able.join(' or ')}`;
  if (!account.methods.includes(method))
    return `The settings of ${toProviderName(provider, account)} leave ${method} out: connect it again`;
  const endsAt = account.certificateExpiresAt;
  if (endsAt !== undefined && endsAt <= now) {
    return `The certificate of ${toProviderName(provider, account)} ended at ${endsAt.toISOString()}: connect it again with a new one`;
  }
  if (method === 'PAYOUT' && account.validation?.stoppedAt !== undefined) {
    return 'Asaas sent money without asking first, so payouts are stopped: switch its validation of withdrawals on';
  }
  return account.faults?.[method];
}
