import { isPictureData } from '@pitanga/core';
import type { AuditState } from '../audit/audit-entry';
import type { Store } from './store';

/** Parts that may name a person: the log says that they changed, not what they are. */
const personal: ReadonlySet<string> = new Set(['legalName', 'branding.supportEmail']);

/** What a change replaced and what it wrote, of the parts that it changed. Undefined when it changed nothing. */
export function storeDifference(
  before: Store,
  after: Store,
): { readonly before: AuditState; readonly after: AuditState } | undefined {
  const [old, next] = [toAuditState(before), toAuditState(after)];
  const changed = Object.keys(next).filter((name) => JSON.stringify(old[name]) !== JSON.stringify(next[name]));
  if (changed.length === 0) return undefined;
  const shown = changed.filter((name) => !personal.has(name));
  const pick = (parts: AuditState): AuditState =>
    Object.fromEntries(shown.map((name) => [name, withoutData(parts[name] ?? null)] as const));
  const hidden = changed.filter((name) => personal.has(name));
  return { before: pick(old), after: { ...pick(next), ...(hidden.length > 0 && { changed: hidden }) } };
}

/** A store as its first entry shows it. */
export function storeParts(store: Store): AuditState {
  const shown = Object.entries(toAuditState(store)).filter(([name]) => !personal.has(name));
  return Object.fromEntries(shown.map(([name, value]) => [name, withoutData(value)] as const));
}

/** A logo that is its own address would fill the log. */
function withoutData(value: AuditState[string]): AuditState[string] {
  return typeof value === 'string' && isPictureData(value) ? value.replace(/,.*$/s, ',…') : value;
}

function toAuditState(store: Store): AuditState {
  const {
    name,
    website,
    legalName,
    city,
    status,
    fees,
    automaticPix,
    subAccounts,
    methods,
    settlement,
    branding,
    mail,
    payerFields,
    minimumAmounts,
  } = store;
  return {
    name,
    website,
    legalName: legalName ?? null,
    city,
    status,
    rateLimitPerSecond: store.rateLimitPerSecond ?? null,
    payoutApprovalAbove: store.payoutApprovalAbove ?? null,
    returnHosts: store.returnHosts,
    compatibility: store.compatibility,
    refundOverdraft: store.refundOverdraft,
    ...prefixed('fees', fees),
    ...prefixed('automaticPix', automaticPix),
    ...prefixed('subAccounts', subAccounts),
    ...prefixed('methods', methods),
    ...prefixed('settlement', settlement),
    ...prefixed('branding', branding),
    ...prefixed('mail', { kinds: mail.kinds, language: mail.language }),
    ...prefixed('payerFields', payerFields),
    ...prefixed('minimumAmounts', minimumAmounts),
  };
}

type Part = AuditState[string];

function prefixed(prefix: string, parts: Readonly<Record<keyof never, Part | undefined>> | object): AuditState {
  const entries = Object.entries(parts) as [string, Part | undefined][];
  return Object.fromEntries(entries.map(([name, value]) => [`${prefix}.${name}`, value ?? null]));
}
