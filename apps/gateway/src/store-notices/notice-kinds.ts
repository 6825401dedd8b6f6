import type { Notice } from '@pitanga/contracts';
import { listRolePermissions, type Role } from '../access/role';
import type { Permission } from '../access/permission';

interface KindRules {
  /** Who may not read such records is not notified of them. */
  readonly permission: Permission;
  /** Whether it is mailed unless a person has chosen; `never`: it has a mail of its own that no switch ends. */
  readonly mail: 'on' | 'off' | 'never';
  /** The page of the dashboard below the store, about a record. */
  readonly path: (recordId: string, isTransfer: boolean) => string;
}

const payoutPath: KindRules['path'] = (id, isTransfer) => `/${isTransfer ? 'pix' : 'payouts'}/${id}`;
const chargePath: KindRules['path'] = (id) => `/charges/${id}`;
const webhookPath: KindRules['path'] = (id) => `/developers/webhooks/${id}`;

/** One table of what people of a store are notified of (docs/behaviour/notifications.md#kinds). */
const rules = {
  PAYMENT: { permission: 'CHECKOUT:READ', mail: 'off', path: chargePath },
  PAYOUT_FAILED: { permission: 'WITHDRAW:READ', mail: 'on', path: payoutPath },
  DISPUTE: { permission: 'DISPUTE:READ', mail: 'on', path: (id) => `/disputes/${id}` },
  RENEWAL_FAILED: { permission: 'CHECKOUT:READ', mail: 'off', path: (id) => `/subscriptions/${id}` },
  WEBHOOK_FAILING: { permission: 'WEBHOOK:READ', mail: 'off', path: webhookPath },
  WEBHOOK_OFF: { permission: 'WEBHOOK:READ', mail: 'on', path: webhookPath },
  CERTIFICATE: { permission: 'CONNECT:READ', mail: 'on', path: () => '/settings/providers' },
  PAYOUT_APPROVAL: { permission: 'WITHDRAW:CREATE', mail: 'on', path: payoutPath },
  REFUND_REQUEST: { permission: 'REFUND:CREATE', mail: 'on', path: chargePath },
  LIMIT_CHANGE: { permission: 'STORE:UPDATE', mail: 'never', path: () => '/settings/limits' },
} as const satisfies Readonly<Record<string, KindRules>>;

export type StoreNoticeKind = keyof typeof rules;

export const storeNoticeKinds = Object.keys(rules) as readonly StoreNoticeKind[];

/** Those that have a switch for mail. */
export const mailedKinds = storeNoticeKinds.filter((kind) => rules[kind].mail !== 'never');

const mailedByDefault = storeNoticeKinds.filter((kind) => rules[kind].mail === 'on');

/** What a member is notified of, and how. */
export interface NoticeSwitches {
  readonly bell: readonly StoreNoticeKind[];
  readonly mail: readonly StoreNoticeKind[];
  /** Once a day, of production. */
  readonly digest: boolean;
}

export const defaultSwitches: NoticeSwitches = { bell: storeNoticeKinds, mail: mailedByDefault, digest: false };

/** Of some kinds those that a holder of these permissions may read. */
export function readableKinds<K extends StoreNoticeKind>(
  kinds: readonly K[],
  permissions: ReadonlySet<string>,
): readonly K[] {
  return kinds.filter((kind) => permissions.has(rules[kind].permission));
}

export function mayRead(kind: StoreNoticeKind, role: Role): boolean {
  return listRolePermissions(role).has(rules[kind].permission);
}

/** The page of what a notice is about, below the environment of the store. */
export function noticePath(kind: StoreNoticeKind, { recordId, isTransfer }: Pick<Notice, 'recordId' | 'isTransfer'>) {
  const { path }: KindRules = rules[kind];
  return path(recordId, isTransfer);
}
