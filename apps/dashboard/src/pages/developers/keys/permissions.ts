import type { ApiRecord } from '../../../api/records';
import type { OpenStore } from '../../../session/store-context';

/** AbacatePay's other names of CHECKOUT are for its callers alone. */
type Synonym = `TRANSPARENT:${string}` | `SUBSCRIPTION:${string}`;
export type KeyPermission = Exclude<NonNullable<ApiRecord<'ApiKeyCreate'>['permissions']>[number], Synonym>;
type ActionOf<P> = P extends `${string}:${infer Action}` ? Action : never;
type ResourceOf<P> = P extends `${infer Resource}:${string}` ? Resource : never;

export type Resource = ResourceOf<KeyPermission>;
export type KeyAction = ActionOf<KeyPermission>;

export const keyActions = [
  'READ',
  'CREATE',
  'UPDATE',
  'DELETE',
  'WITHDRAW',
  'TRANSFER',
] as const satisfies readonly KeyAction[];

/** The word of each action; WITHDRAW alone is a resource's, too. */
export const actionWords = {
  READ: 'READ',
  CREATE: 'CREATE',
  UPDATE: 'UPDATE',
  DELETE: 'DELETE',
  WITHDRAW: 'takeOut',
  TRANSFER: 'moveBetween',
} as const satisfies Record<KeyAction, string>;

/** What exists of each resource (docs/roles.md): a permission that this lacks, or that the API lacks, is an error of types. */
const existing: { readonly [R in Resource]: readonly ActionOf<Extract<KeyPermission, `${R}:${string}`>>[] } = {
  CHECKOUT: ['CREATE', 'READ', 'DELETE'],
  REFUND: ['CREATE'],
  DISPUTE: ['READ', 'UPDATE'],
  CUSTOMER: ['CREATE', 'READ', 'DELETE'],
  PRODUCT: ['CREATE', 'READ', 'DELETE'],
  COUPON: ['CREATE', 'READ', 'UPDATE', 'DELETE'],
  WITHDRAW: ['CREATE', 'READ'],
  SUB_ACCOUNT: ['CREATE', 'READ', 'WITHDRAW', 'TRANSFER'],
  BANK_STATEMENT: ['READ'],
  WEBHOOK: ['READ', 'CREATE', 'DELETE'],
  EVENT: ['READ'],
  REQUEST_LOG: ['READ'],
  API_KEY: ['READ', 'CREATE', 'DELETE'],
  STORE: ['READ', 'CREATE', 'UPDATE', 'DELETE'],
  CONNECT: ['READ', 'CREATE', 'DELETE'],
  MEMBER: ['READ', 'CREATE', 'UPDATE', 'DELETE'],
  AUDIT_LOG: ['READ'],
  TEST_CLOCK: ['UPDATE'],
};

export const resources = Object.keys(existing) as readonly Resource[];

/** Undefined where the API knows no such permission. */
export function findPermission(resource: Resource, action: KeyAction): KeyPermission | undefined {
  const actions: readonly string[] = existing[resource];
  return actions.includes(action) ? (`${resource}:${action}` as KeyPermission) : undefined;
}

const all: readonly KeyPermission[] = resources.flatMap((resource) =>
  keyActions.flatMap((action) => findPermission(resource, action) ?? []),
);

/** What members do: in production an owner ticks it by name (docs/behaviour/http.md#key-managing). */
const managing: ReadonlySet<string> = new Set<KeyPermission>([
  'API_KEY:CREATE',
  'STORE:CREATE',
  'STORE:UPDATE',
  'STORE:DELETE',
  'CONNECT:CREATE',
  'CONNECT:DELETE',
  'MEMBER:CREATE',
  'MEMBER:UPDATE',
  'MEMBER:DELETE',
]);

export function isManaging(permission: KeyPermission): boolean {
  return managing.has(permission);
}

export type Preset = 'all' | 'read' | 'none';

/** The permissions of a preset; a person cannot give a key what they lack themselves. */
export function presetPermissions(
  preset: Preset,
  { may, isLive }: Pick<OpenStore, 'may' | 'isLive'>,
): readonly KeyPermission[] {
  if (preset === 'none') return [];
  const offered = all.filter((permission) => may(permission) && !(isLive && isManaging(permission)));
  return preset === 'all' ? offered : offered.filter((permission) => permission.endsWith(':READ'));
}

/** Addresses and networks, one on each line or separated by commas or spaces. */
export function addressesIn(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((address) => address !== ''))];
}

/** The last moment of a day in São Paulo. */
export function endOfDay(day: string): string {
  return `${day}T23:59:59-03:00`;
}
