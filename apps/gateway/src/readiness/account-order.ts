import type { Capabilities, PayoutCapabilities } from '../providers/capabilities';
import { toLimits, toPayoutLimits, type Limit } from '../providers/limits';
import {
  toProviderName,
  type MethodState,
  type ProviderAccount,
  type ProviderKind,
  type ProviderMethod,
} from '../providers/provider';

interface Connected {
  readonly provider: ProviderKind;
  readonly account: ProviderAccount;
  readonly capabilities: readonly Capabilities[];
  readonly payouts?: PayoutCapabilities | undefined;
}

/** A limit of one account of a method. */
export interface AccountLimit extends Limit {
  readonly provider: ProviderKind;
}

const failures: Readonly<Record<NonNullable<Capabilities['failure']>, string>> = {
  SLOW: 'its answers come too late',
  NO_ANSWER: 'it gave no answer that can be read',
  DENIED: 'it does not accept its credentials',
  REFUSED: 'it refused',
};

/** The accounts that take a method, the first one first. */
function inOrder(method: ProviderMethod, connected: readonly Connected[]) {
  return connected
    .flatMap(({ provider, account, capabilities }) => {
      const of = capabilities.find((one) => one.method === method);
      return of ? [{ provider, who: toProviderName(provider, account), of }] : [];
    })
    .sort((first, second) => first.of.position - second.of.position);
}

/** Which account is asked after the first. A card stays with the first. */
export function sayNext(method: ProviderMethod, connected: readonly Connected[]): readonly string[] {
  const [, ...others] = inOrder(method, connected);
  if (others.length === 0 || method === 'CARD') return [];
  const next = others.map(({ who }) => who).join(', then to ');
  return [`What it cannot make goes to ${next}.`];
}

/** Which accounts of a method new payments avoid, since when, and why. */
export function sayRests(method: ProviderMethod, connected: readonly Connected[]): readonly string[] {
  return inOrder(method, connected)
    .filter(({ of }) => of.resting)
    .map(({ who, of: { restingSince, failure } }) => {
      const since = restingSince ? ` since ${restingSince.toISOString()}` : '';
      const why = failure ? `: ${failures[failure]}` : '';
      return `${who} rests${since}${why}.`;
    });
}

/** What each account of a method was asked for in the last minutes, and when and how one last failed that does not rest. */
export function sayHealth(method: ProviderMethod, connected: readonly Connected[]): readonly string[] {
  return inOrder(method, connected).flatMap(
    ({ who, of: { asked, failed, averageMs = 0, resting, failedAt, failure } }) => [
      ...(asked === 0 ? [] : [sayFigures(who, asked - failed, asked, averageMs)]),
      ...(resting || !failedAt || !failure
        ? []
        : [`${who} last failed at ${failedAt.toISOString()}: ${failures[failure]}.`]),
    ],
  );
}

function sayFigures(who: string, made: number, asked: number, averageMs: number): string {
  const seconds = Math.max(0.1, averageMs / 1_000).toFixed(1);
  return `${who} made ${String(made)} of ${String(asked)} payments of the last minutes, in ${seconds} s on average.`;
}

/** What the accounts of a method cannot do, before a person tries: each that takes it, the first one first. */
export function findLimits(
  { method, isOffered, provider: sender }: MethodState,
  connected: readonly Connected[],
): readonly AccountLimit[] {
  if (!isOffered) return [];
  if (method === 'PAYOUT') {
    const payouts = connected.find(({ provider }) => provider === sender)?.payouts;
    return payouts ? toPayoutLimits(payouts).map((limit) => ({ provider: payouts.kind, ...limit })) : [];
  }
  return inOrder(method, connected).flatMap(({ provider, of }) =>
    toLimits(of).map((limit) => ({ provider, ...limit })),
  );
}
