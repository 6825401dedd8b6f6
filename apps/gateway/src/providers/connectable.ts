import { invalidArgument, permissionDenied, type AppError } from '@pitanga/core';
import { pixAddresses, pixAddressNames } from '@pitanga/core/pix-banks';
import { Type } from 'typebox';
import { personRequired } from '../access/access-errors';
import type { Actor } from '../access/actor';
import type { SignUpPolicy } from '../signing-in/people-deps';
import { providerKinds, type ProviderKind } from './provider';

/** Spread into the gateway's configuration. */
export const connectableConfig = {
  PITANGA_STORE_PROVIDERS: Type.Optional(
    Type.String({
      pattern: `^(\\*|(${providerKinds.join('|')})(@[A-Za-z0-9.-]+)?)(,((${providerKinds.join('|')})(@[A-Za-z0-9.-]+)?))*$`,
      description:
        'what people and keys of a store may connect, beside the operator: * = everything, or a list of kinds, each with a ' +
        'host if need be: STRIPE,BACEN_PIX@pix.bank.example. Absent: STRIPE,ASAAS where PITANGA_SIGNUP is open, else everything',
    }),
  ),
};

/** The hosts at which stores may connect each kind themselves; undefined: any. A kind that is not there is the operator's. */
export type Connectable = ReadonlyMap<ProviderKind, ReadonlySet<string> | undefined>;

/** @param listed PITANGA_STORE_PROVIDERS */
export function readConnectable(listed: string | undefined, signUp: SignUpPolicy): Connectable {
  // Anybody may have a store there, and a bank of their own would attest whatever they like.
  const text = listed ?? (signUp === 'open' ? 'STRIPE,ASAAS' : '*');
  if (text === '*') return new Map(providerKinds.map((kind) => [kind, undefined]));
  const connectable = new Map<ProviderKind, Set<string> | undefined>();
  for (const item of text.split(',')) {
    const [name = '', host] = item.split('@');
    const kind = providerKinds.find((known) => known === name);
    if (!kind) continue;
    const hosts = connectable.get(kind);
    if (host === undefined) connectable.set(kind, undefined);
    else if (!connectable.has(kind)) connectable.set(kind, new Set([host.toLowerCase()]));
    else hosts?.add(host.toLowerCase());
  }
  return connectable;
}

/** The settings that are addresses which a provider answers at: what is called attests that money came in or left. */
const addresses: Readonly<Record<ProviderKind, readonly string[]>> = {
  BACEN_PIX: pixAddressNames,
  STRIPE: ['apiBaseUrl'],
  HTTP_PAYOUTS: ['baseUrl'],
  ASAAS: ['apiBaseUrl'],
};

/** @throws AppError PERMISSION_DENIED for a kind, or a host, that the operator keeps to themselves */
export function requireConnectable(connectable: Connectable, kind: ProviderKind, settings: object): void {
  if (!connectable.has(kind)) throw notConnectable(kind, new Set());
  const hosts = connectable.get(kind);
  if (!hosts) return;
  // A bank that is named has addresses of its own.
  const called = kind === 'BACEN_PIX' ? pixAddresses(settings) : settings;
  const given = new Map<string, unknown>(Object.entries(called));
  for (const name of addresses[kind]) {
    const url = given.get(name);
    if (url !== undefined && !hosts.has(hostname(url))) throw notConnectable(kind, hosts);
  }
}

/**
 * Settings that override a check of what is under way: `force` lets another account answer for open payouts, which only the
 * operator may, and `replaceAccount` leaves an account with open payments, refunds and saved cards, which takes a person.
 *
 * @throws AppError INVALID_ARGUMENT, PERMISSION_DENIED `PERSON_REQUIRED`
 */
export function requireNoOverride({ kind }: Actor, settings: object): void {
  if ('force' in settings) {
    throw invalidArgument("Property 'settings.force' should be absent: only the operator connects over open payouts");
  }
  if ('replaceAccount' in settings && kind !== 'USER') throw personRequired();
}

/** Empty for what is no address: no host is. */
function hostname(url: unknown): string {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).hostname : '';
}

function notConnectable(kind: ProviderKind, hosts: ReadonlySet<string>): AppError {
  const where = hosts.size > 0 ? ` except at ${[...hosts].join(', ')}` : '';
  return permissionDenied(
    `PROVIDER_NOT_ALLOWED: in this installation only its operator connects ${kind}${where}: ask them`,
    'PROVIDER_NOT_ALLOWED',
  );
}
