import { accountOwners, toTenant, type AccountOwner, type Page, type PageRequest, type Tenant } from '@pitanga/core';
import type {
  AccountOwner as AccountOwnerMessage,
  PageInfo,
  PageRequest as PageRequestMessage,
  Tenant as TenantMessage,
} from './gen/pitanga/common/v1/common';

/**
 * A message lacks a required field or has a name that this build does not know. A retry cannot help, so consumers move
 * the event to the dead letters; in a request or an answer it is a bug of the sender.
 */
export class UnreadableMessageError extends Error {
  override readonly name = 'UnreadableMessageError';
}

/** `CHARGE_STATUS_PAID` for `PAID`: the wire name of an enum value. */
export function toWire<P extends string, N extends string>(prefix: P, name: N): `${P}_${N}` {
  return `${prefix}_${name}`;
}

/** `PAID` for `CHARGE_STATUS_PAID`; throws for the unspecified value and for names not listed. */
export function fromWire<N extends string>(prefix: string, names: readonly N[], value: string): N {
  const name = value.slice(prefix.length + 1);
  const known = names.find((candidate) => candidate === name);
  if (known === undefined || !value.startsWith(`${prefix}_`))
    throw new UnreadableMessageError(`unknown ${prefix}: ${value}`);
  return known;
}

/** Undefined where a message has none: in dev mode, and from an earlier release. */
export function accountOwnerFromWire(value: AccountOwnerMessage | undefined): AccountOwner | undefined {
  if (value === undefined || value === 'ACCOUNT_OWNER_UNSPECIFIED') return undefined;
  return fromWire('ACCOUNT_OWNER', accountOwners, value);
}

/** The tenant of a message; throws when it is missing, which is a bug of the sender and not bad input. */
export function tenantFromWire(message: TenantMessage | undefined): Tenant {
  if (!message?.storeId) throw new UnreadableMessageError('the message has no tenant');
  return toTenant(message.storeId, message.devMode);
}

export function pageFromWire(message: PageRequestMessage | undefined): PageRequest {
  if (!message || message.limit < 1) throw new TypeError('the request has no page');
  return message;
}

export function pageToWire(page: Page<unknown>): PageInfo {
  return { hasMore: page.hasMore, next: page.next, before: page.before };
}

/** A field that is optional in the protocol and required by the operation; missing is a bug of the sender. */
export function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new UnreadableMessageError(`the message has no ${name}`);
  return value;
}
