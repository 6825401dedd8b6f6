import { permissions, readPermissions, type Permission } from '../src/access/permission';
import { listRolePermissions, roles } from '../src/access/role';
import { needsFreshFactor } from '../src/http/dashboard/step-up';
import type { RoutePermission } from '../src/http/edge/admission/permissions';
import type { WholeApi } from './whole-api';

/** One operation and who may call it. */
export interface MatrixRow {
  readonly method: string;
  /** `/v2/customers/create` */
  readonly url: string;
  readonly permission: RoutePermission;
  readonly alsoNeeds: readonly Permission[];
  readonly factorInProduction: boolean;
  readonly peopleOnly: boolean;
}

/** Every caller of the matrix, with what it may do. A public key may do nothing but tokenise cards. */
export const matrixCallers = [
  ...roles.map((role) => ({
    name: role,
    kind: 'role' as const,
    granted: listRolePermissions(role) as ReadonlySet<string>,
  })),
  { name: 'full key', kind: 'key' as const, granted: new Set<string>(permissions) },
  { name: 'read key', kind: 'key' as const, granted: new Set<string>(readPermissions) },
  { name: 'public key', kind: 'public key' as const, granted: new Set<string>() },
];

export type MatrixCaller = (typeof matrixCallers)[number];

export const keyCallers = matrixCallers.filter(({ kind }) => kind !== 'role');

/** The operations of a version as the routes declare them. */
export function matrixRows({ routes }: WholeApi, version: 'v1' | 'v2' = 'v2'): readonly MatrixRow[] {
  return routes.flatMap(({ method, url, config }) => {
    const { permission, alsoNeeds = [], factorInProduction = false, peopleOnly = false } = config ?? {};
    const isOperation =
      url.startsWith(`/${version}/`) && method !== 'HEAD' && permission !== undefined && permission !== 'public';
    const rest = { alsoNeeds, factorInProduction, peopleOnly };
    return isOperation ? [{ method: String(method), url, permission, ...rest }] : [];
  });
}

export function isAllowed(row: MatrixRow, { kind, granted }: MatrixCaller): boolean {
  const { permission, alsoNeeds, peopleOnly } = row;
  if (peopleOnly && kind !== 'role') return false;
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
    'empty cell is a 403, or a 401 for a key of the other kind. `second factor` says where a session needs one of the last 15',
    'minutes ([step-up](behaviour/people.md#step-up)). Made from the routes by `npm run openapi`; a test calls every cell.',
    '',
    ...table(matrixRows(api), matrixCallers, ['second factor', secondFactor]),
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

function secondFactor(row: MatrixRow): string {
  if (needsFreshFactor(row, true)) return 'always';
  return needsFreshFactor(row, false) ? 'in production' : '';
}
