import { installationChain, type AuditFact, type AuditState } from './audit-entry';

/** What people are mailed for their security, and cannot turn off (docs/behaviour/mail.md#security-mail). */
export const noticeKinds = [
  'NEW_DEVICE',
  'PASSWORD_CHANGED',
  'FACTOR_CHANGED',
  'KEY_CREATED',
  'OWNER_ADDED',
  'OWNER_REMOVED',
  'PROVIDER_CHANGED',
  'LIMITS_CHANGED',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** What an entry of the audit log tells the person whom it is about, or the owners of the store. */
export interface Told {
  readonly kind: NoticeKind;
  /** The id or name of what it is about: no personal data. */
  readonly about: string;
}

type ToNotice = (fact: AuditFact) => Told | undefined;

/** The parts of a store that bound what leaves it. */
const limitParts = /^(?:payoutApprovalAbove|refundOverdraft|returnHosts|limits?\b)/;

const changed = (state: AuditState | undefined): string[] => Object.keys(state ?? {});
const password: ToNotice = () => ({ kind: 'PASSWORD_CHANGED', about: '' });
const factor: ToNotice = ({ action, after }) => ({
  kind: 'FACTOR_CHANGED',
  about: `${action.slice('factor.'.length)} ${String(after?.['factor'] ?? '')}`.trim(),
});
/** A key of the test environment reaches nothing that is live. */
const key: ToNotice = ({ target, devMode }) =>
  devMode === true ? undefined : { kind: 'KEY_CREATED', about: target.id };
const owner: ToNotice = ({ target, before, after }) => {
  if (after?.['role'] === 'OWNER') return { kind: 'OWNER_ADDED', about: target.id };
  return before?.['role'] === 'OWNER' ? { kind: 'OWNER_REMOVED', about: target.id } : undefined;
};
const provider: ToNotice = ({ target, devMode }) =>
  devMode === true ? undefined : { kind: 'PROVIDER_CHANGED', about: target.id };
/** The accounts of a method, in the order in which they are asked from now on. */
const providerOrder: ToNotice = ({ target, after }) => {
  const order = after?.['order'];
  const accounts = (Array.isArray(order) ? order : []).map((name, index) => `${String(index + 1)}. ${String(name)}`);
  return { kind: 'PROVIDER_CHANGED', about: `${target.id}: ${accounts.join(', ')}` };
};
const limits: ToNotice = ({ after }) => {
  const parts = changed(after).filter((part) => limitParts.test(part));
  return parts.length === 0 ? undefined : { kind: 'LIMITS_CHANGED', about: parts.join(', ') };
};

/** The accounts that the operator's commands set, remove, and say the owner of. */
const operatedAccounts = { pix: 'BACEN_PIX', stripe: 'STRIPE', payout: 'HTTP_PAYOUTS', asaas: 'ASAAS' };
const byOperator = Object.fromEntries(
  Object.entries(operatedAccounts).flatMap(([name, about]) =>
    ['set', 'removed', 'assigned'].map((act): [string, ToNotice] => [
      `${name}_account.${act}`,
      () => ({ kind: 'PROVIDER_CHANGED', about }),
    ]),
  ),
);

/**
 * One catalogue: what is in the audit log under one of these actions is mailed. Each step of a change of payout limits has
 * a mail of its own, with what is to be done (apps/gateway/src/payout-limits/mail-limit-changes.ts), and is not here.
 */
const noticesByAction: Readonly<Record<string, ToNotice>> = {
  'user.password_changed': password,
  'user.password_reset': password,
  'factor.added': factor,
  'factor.removed': factor,
  'factor.renewed': factor,
  'factor.reset': factor,
  // Of a key that was rolled, too: by its successor.
  'api_key.created': key,
  'member.joined': owner,
  'member.updated': owner,
  'member.removed': owner,
  'provider.connected': provider,
  'provider.removed': provider,
  'provider.ordered': providerOrder,
  ...byOperator,
  'store.updated': limits,
};

/** Undefined for an entry that is not mailed. */
export function toNotice(fact: AuditFact): Told | undefined {
  return noticesByAction[fact.action]?.(fact);
}

/** Whose it is: of the person, where it is of no store. */
export function isOfPerson(storeId: string): boolean {
  return storeId === installationChain;
}
