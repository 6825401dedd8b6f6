import { permissions, type Permission } from './permission';

/** What an operation asks for besides its permission. */
export interface Guard {
  /** When a person's session needs a second factor of the last 15 minutes (docs/behaviour/people.md#step-up). */
  readonly factor: 'always' | 'in production';
  /**
   * Which keys may: `named`, in production only one to which an owner gave the permission by name; `named, production`, such
   * a key and no dev key; `none`: a person alone. Absent: any key with the permission.
   */
  readonly keys?: 'named' | 'named, production' | 'none';
  /** Fields of the query that find one person or record: with one of them a session needs no factor. */
  readonly factorUnlessBy?: readonly string[];
  /** As docs/roles.md says it. */
  readonly why: string;
}

/**
 * The one table of what takes more than a permission, whatever the route: v1, v2 and the dashboard judge by it, and
 * docs/roles.md is made from it.
 */
export const guards = {
  people: {
    factor: 'always',
    keys: 'named, production',
    why: 'decides who has a say in both environments; what concerns an owner takes a person',
  },
  store: { factor: 'always', keys: 'named, production', why: 'changes or ends both environments' },
  stores: { factor: 'always', keys: 'named, production', why: 'makes a store that takes live payments' },
  keys: { factor: 'always', keys: 'named', why: 'a key needs no second factor: making one would be a way around it' },
  providers: { factor: 'in production', keys: 'named', why: 'decides which accounts money comes to and leaves from' },
  decisions: { factor: 'in production', keys: 'none', why: 'a second person decides about money that leaves' },
  keyPayments: { factor: 'in production', keys: 'none', why: 'decides whose money it is that no charge asked for' },
  limits: { factor: 'always', keys: 'none', why: 'decides how much may leave, and to whom' },
  endOfKeys: { factor: 'in production', why: 'stops an integration that takes payments' },
  keysOfPerson: {
    factor: 'always',
    keys: 'none',
    why: 'stops every integration that a person has set up, in both environments',
  },
  receivers: { factor: 'in production', why: 'names who gets parts of payments' },
  moneyOut: { factor: 'in production', why: 'moves money out' },
  disputes: { factor: 'in production', why: 'is final, and decides about money' },
  prices: {
    factor: 'in production',
    why: 'sets what buyers pay: a coupon of 100 % or a price of one centavo gives away',
  },
  erasure: { factor: 'in production', why: 'erases personal data for good' },
  personalData: { factor: 'in production', why: 'copies all that is held about a person' },
  customerLists: {
    factor: 'in production',
    factorUnlessBy: ['id', 'email', 'taxId', 'cellphone'],
    why: 'shows the personal data of many; by id, e-mail, tax id or phone, of one, it needs none',
  },
  webhooks: { factor: 'in production', why: 'sends events with buyers’ data to an address, or stops them' },
} as const satisfies Readonly<Record<string, Guard>>;

export type GuardName = keyof typeof guards;

/** The guard of every operation with a permission, unless its route names another. */
const byPermission: Readonly<Partial<Record<string, GuardName>>> = {
  'MEMBER:CREATE': 'people',
  'MEMBER:UPDATE': 'people',
  'MEMBER:DELETE': 'people',
  'STORE:UPDATE': 'store',
  'STORE:DELETE': 'store',
  'STORE:CREATE': 'stores',
  'API_KEY:CREATE': 'keys',
  'API_KEY:DELETE': 'endOfKeys',
  'CONNECT:CREATE': 'providers',
  'CONNECT:DELETE': 'providers',
  'WITHDRAW:CREATE': 'moneyOut',
  'SUB_ACCOUNT:CREATE': 'receivers',
  'SUB_ACCOUNT:WITHDRAW': 'moneyOut',
  'SUB_ACCOUNT:TRANSFER': 'moneyOut',
  'REFUND:CREATE': 'moneyOut',
  'DISPUTE:UPDATE': 'disputes',
  'COUPON:CREATE': 'prices',
  'COUPON:UPDATE': 'prices',
  'PRODUCT:CREATE': 'prices',
  'CUSTOMER:DELETE': 'erasure',
  'WEBHOOK:CREATE': 'webhooks',
  'WEBHOOK:DELETE': 'webhooks',
} satisfies Partial<Record<Permission, GuardName>>;

/** The guard of a route: the one it names, else that of its permission. */
export function findGuard(route: { readonly permission: string; readonly guard?: GuardName }): Guard | undefined {
  const name = route.guard ?? byPermission[route.permission];
  return name && guards[name];
}

export function needsFreshFactor(
  guard: Guard | undefined,
  { devMode, query }: { readonly devMode: boolean; readonly query: unknown },
): boolean {
  if (!guard || (devMode && guard.factor !== 'always')) return false;
  return !guard.factorUnlessBy?.some((name) => hasText(query, name));
}

function hasText(query: unknown, name: string): boolean {
  const value = (query as Readonly<Record<string, unknown>> | null)?.[name];
  // What the input is cleaned of later is no text: the list would be of all.
  return typeof value === 'string' && /[0-9A-Za-z]/.test(value);
}

/** Whether a permission is for the work of people, so that a production key has it only where an owner named it. */
export function isManaging(permission: string): boolean {
  return findGuard({ permission })?.keys?.startsWith('named') === true;
}

/** What "all" means for a key of an environment. */
export function listAllForKey(devMode: boolean): readonly Permission[] {
  return devMode ? permissions : permissions.filter((name) => !isManaging(name));
}
