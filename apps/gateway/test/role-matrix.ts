import { findGuard, listAllForKey, type Guard } from '../src/access/guards';
import { permissions, readPermissions, type Permission } from '../src/access/permission';
import { listRolePermissions, roles } from '../src/access/role';
import type { RoutePermission } from '../src/http/edge/admission/permissions';
import type { WholeApi } from './whole-api';

/** One operation and who may call it. */
export interface MatrixRow {
  readonly method: string;
  /** `/v2/customers/create` */
  readonly url: string;
  readonly permission: RoutePermission;
  readonly alsoNeeds: readonly Permission[];
  readonly guard: Guard | undefined;
}

/** Every caller of the matrix, with what it may do. A public key may do nothing but tokenise cards. */
export const matrixCallers = [
  ...roles.map((role) => ({
    name: role,
    kind: 'role' as const,
    granted: listRolePermissions(role) as ReadonlySet<string>,
  })),
  { name: 'full key', kind: 'key' as const, granted: new Set<string>(listAllForKey(false)) },
  { name: 'managing key', kind: 'key' as const, granted: new Set<string>(permissions) },
  { name: 'test key', kind: 'test key' as const, granted: new Set<string>(permissions) },
  { name: 'read key', kind: 'key' as const, granted: new Set<string>(readPermissions) },
  { name: 'public key', kind: 'public key' as const, granted: new Set<string>() },
];

export type MatrixCaller = (typeof matrixCallers)[number];

export const keyCallers = matrixCallers.filter(({ kind }) => kind !== 'role');

/** The operations of a version as the routes declare them. */
export function matrixRows({ routes }: WholeApi, version: 'v1' | 'v2' = 'v2'): readonly MatrixRow[] {
  return routes.flatMap(({ method, url, config }) => {
    const { permission, alsoNeeds = [], guard: named } = config ?? {};
    const isOperation =
      url.startsWith(`/${version}/`) && method !== 'HEAD' && permission !== undefined && permission !== 'public';
    if (!isOperation) return [];
    const guard = findGuard({ permission, ...(named && { guard: named }) });
    return [{ method: String(method), url, permission, alsoNeeds, guard }];
  });
}

/** What the second mount leaves out: people create their stores by /dashboard/api/stores/create. */
const peopleElsewhere: ReadonlySet<string> = new Set(['/v2/stores/create']);

export function isAllowed(row: MatrixRow, { kind, granted }: MatrixCaller): boolean {
  const { permission, alsoNeeds, guard, url } = row;
  if (kind === 'role' && peopleElsewhere.has(url)) return false;
  if (kind !== 'role' && guard?.keys === 'none') return false;
  if (kind === 'test key' && guard?.keys === 'named, production') return false;
  if (permission === 'publicKey') return kind === 'public key';
  if (permission === 'none') return kind !== 'public key';
  return [permission, ...alsoNeeds].every((one) => granted.has(one));
}

/** docs/roles.md */
export function matrixText(api: WholeApi): string {
  return [
    '# Roles and operations',
    '',
    'Who may call what: the roles of [people](behaviour/people.md#roles) under `/dashboard/api/v2`, and keys under `/v2`. An',
    'empty cell is a 403, or a 401 for a key of the other kind. `full key` is a production key made with "all", `managing key` one',
    'to which an owner gave [what people do](behaviour/http.md#key-managing) by name, `test key` one of the test environment.',
    '`second factor` says where a session needs one of the last 15 minutes ([step-up](behaviour/people.md#step-up)), and `why`',
    'why that, or keys, are held back. Made from the routes by `npm run openapi`; a test calls every cell.',
    '',
    ...table(matrixRows(api), matrixCallers, ['second factor', secondFactor], ['why', why]),
    '',
    '## Version 1',
    '',
    'Keys alone call it.',
    '',
    ...table(matrixRows(api, 'v1'), keyCallers),
    '',
  ].join('\n');
}

type Column = readonly [head: string, cell: (row: MatrixRow) => string];

function table(rows: readonly MatrixRow[], callers: readonly MatrixCaller[], ...more: readonly Column[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const columns: readonly Column[] = [
    ['operation', ({ method, url }) => `\`${method} ${url}\``],
    ['permission', neededPermissions],
    ...callers.map((caller): Column => [
      /[A-Z]/.test(caller.name) ? caller.name.toLowerCase() : caller.name,
      (row) => (isAllowed(row, caller) ? 'x' : ''),
    ]),
    ...more,
  ];
  return [
    '<!-- prettier-ignore -->',
    line(columns.map(([head]) => head)),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(columns.map(([, cell]) => cell(row)))),
  ];
}

function neededPermissions({ permission, alsoNeeds }: MatrixRow): string {
  if (permission === 'none' || permission === 'publicKey') return '';
  return [permission, ...alsoNeeds].map((one) => `\`${one}\``).join(', ');
}

/** For sessions, which do not have every operation. */
function secondFactor({ guard, url }: MatrixRow): string {
  return guard && !peopleElsewhere.has(url) ? guard.factor : '';
}

function why({ guard }: MatrixRow): string {
  return guard?.why ?? '';
}
