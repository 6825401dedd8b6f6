import type { A_Expr, Node, SubLink } from 'libpg-query';
import type { Cell, Columns, Fact, Scope } from './relations';
import { children, names, stripped } from './syntax-tree';

/** Reads a query within another; returns its columns. */
export type SubqueryReader = (query: Node) => Columns;

/** What a condition says of the columns of `scope`. */
export function collectFacts(condition: Node, scope: Scope, read: SubqueryReader): readonly Fact[] {
  if ('BoolExpr' in condition) {
    const { boolop, args = [] } = condition.BoolExpr;
    const found = args.map((argument) => collectFacts(argument, scope, read));
    if (boolop === 'AND_EXPR') return found.flat();
    if (boolop === 'NOT_EXPR') return args.flatMap((argument) => environment(argument, scope));
    return inEach(found);
  }
  if ('BooleanTest' in condition && condition.BooleanTest.arg) return environment(condition.BooleanTest.arg, scope);
  if ('SubLink' in condition) return collectOfSubquery(condition.SubLink, scope, read);
  if ('A_Expr' in condition) return collectOfOperator(condition.A_Expr, scope, read);
  return environment(condition, scope);
}

/** `dev_mode` and `not dev_mode` are conditions by themselves. */
function environment(node: Node, scope: Scope): readonly Fact[] {
  if (!('ColumnRef' in node) || names(node.ColumnRef.fields).at(-1) !== 'dev_mode') return [];
  return scope.resolve(node.ColumnRef).map((to) => ({ to, needs: [], isValue: false }));
}

/** What each side of an `or` says. */
function inEach([first = [], ...others]: readonly (readonly Fact[])[]): readonly Fact[] {
  const isSame = (one: Cell, other: Cell): boolean => one.relation === other.relation && one.column === other.column;
  return first.flatMap((fact) => {
    const same = others.map((facts) => facts.find(({ to }) => isSame(to, fact.to)));
    const known = same.filter((other) => other !== undefined);
    if (known.length < others.length) return [];
    return [{ to: fact.to, needs: [fact, ...known].flatMap(({ needs }) => needs), isValue: false }];
  });
}

function collectOfSubquery(
  { subLinkType, testexpr, subselect, operName }: SubLink,
  scope: Scope,
  read: SubqueryReader,
) {
  if (subLinkType !== 'ANY_SUBLINK' || !testexpr || !subselect) return [];
  if (operName !== undefined && names(operName).at(-1) !== '=') return [];
  const values = [...read(subselect).values()];
  return elements(testexpr).flatMap((element, index) =>
    cells(element, scope).map((to): Fact => ({ to, needs: [], isValue: false, isOwn: values[index] === true })),
  );
}

function collectOfOperator({ kind, name, lexpr, rexpr }: A_Expr, scope: Scope, read: SubqueryReader): readonly Fact[] {
  const isEquality =
    (kind === 'AEXPR_OP' || kind === 'AEXPR_OP_ANY' || kind === 'AEXPR_IN' || kind === 'AEXPR_NOT_DISTINCT') &&
    names(name).at(-1) === '=';
  if (!isEquality || !lexpr || !rexpr) return [];
  const left = elements(lexpr);
  const right = kind === 'AEXPR_IN' ? left.map(() => rexpr) : elements(rexpr);
  return left.flatMap((one, index) => {
    const other = right[index] ?? rexpr;
    return [...equal(one, other, scope, read), ...equal(other, one, scope, read)];
  });
}

function equal(column: Node, value: Node, scope: Scope, read: SubqueryReader): readonly Fact[] {
  const bare = stripped(value);
  const isValue = 'ColumnRef' in bare;
  const isOwn =
    'SubLink' in bare && bare.SubLink.subselect ? [...read(bare.SubLink.subselect).values()][0] === true : false;
  const needs = references(bare, scope);
  if (needs === undefined) return [];
  return cells(column, scope).map((to) => ({ to, needs, isValue, isOwn }));
}

function elements(node: Node): readonly Node[] {
  const bare = stripped(node);
  return 'RowExpr' in bare ? (bare.RowExpr.args ?? []) : [bare];
}

function cells(node: Node, scope: Scope): readonly Cell[] {
  const bare = stripped(node);
  return 'ColumnRef' in bare ? scope.resolve(bare.ColumnRef) : [];
}

/** The columns in an expression, without those of queries within; undefined when one is of no known table. */
function references(expression: object, scope: Scope): readonly Cell[] | undefined {
  const found = children(expression).map(([key, child]) => {
    if (key === 'SubLink') return [];
    return key === 'ColumnRef' ? scope.resolve(child) : references(child, scope);
  });
  const isUnknown = children(expression).some(([key], index) => key === 'ColumnRef' && found[index]?.length === 0);
  return isUnknown || found.includes(undefined) ? undefined : found.flatMap((some) => some ?? []);
}
