import { parseSync, type InsertStmt, type Node, type RangeVar, type SelectStmt } from 'libpg-query';
import { collectFacts, type SubqueryReader } from './conditions';
import { Relation, Scope, type Columns, type Fact } from './relations';
import { children, columnName, names, readStar } from './syntax-tree';

/** Tables by their names. */
export type Schema = ReadonlyMap<string, TenantTable>;

export interface TenantTable {
  readonly columns: readonly string[];
  /** Those that say whose a row is: `store_id`, `dev_mode`. Empty when no column does. */
  readonly owner: readonly string[];
}

/**
 * The tables of a statement of which it may touch the rows of all, each with the columns that are missing. A table is
 * bound when in every row that is touched
 *
 * - the columns of its owner equal parameters, or what a bound table or a query within the statement says, or
 * - its id, or that of a record it belongs to, equals one that a bound row holds: rows only refer to their tenant's own.
 *
 * An inserted row has its tenant by `not null`; where it changes the row that it meets, the conflict must name the tenant.
 */
export function findUnboundTables(sql: string, schema: Schema): readonly string[] {
  const found = new Set<string>();
  for (const { stmt } of parseSync(sql).stmts ?? []) {
    if (stmt) readQuery({ schema, found }, stmt, new Map(), undefined);
  }
  return [...found];
}

interface Reading {
  readonly schema: Schema;
  readonly found: Set<string>;
}
type Tables = ReadonlyMap<string, Columns>;

/** Reads a query and all within it; returns its columns. */
function readQuery(reading: Reading, query: Node, outer: Tables, parent: Scope | undefined): Columns {
  if ('SelectStmt' in query) return readSelect(reading, query.SelectStmt, outer, parent);
  const [statement] = Object.values(query) as [Statement];
  if (!('UpdateStmt' in query || 'DeleteStmt' in query || 'InsertStmt' in query)) {
    reportAll(reading, query);
    return new Map();
  }
  const tables = readWith(reading, statement.withClause, outer, parent);
  const scope = new Scope(parent);
  if ('InsertStmt' in query) readInsert(reading, query.InsertStmt, tables, scope);
  else readBlock(reading, statement, tables, scope);
  return outputs(statement.returningClause?.exprs ?? [], scope);
}

interface Statement {
  readonly withClause?: SelectStmt['withClause'];
  readonly relation?: RangeVar;
  readonly fromClause?: Node[];
  readonly usingClause?: Node[];
  readonly whereClause?: Node;
  readonly returningClause?: { readonly exprs?: Node[] };
}

function readSelect(reading: Reading, select: SelectStmt, outer: Tables, parent: Scope | undefined): Columns {
  const tables = readWith(reading, select.withClause, outer, parent);
  if (select.larg && select.rarg) {
    const left = readSelect(reading, select.larg, tables, parent);
    const right = [...readSelect(reading, select.rarg, tables, parent).values()];
    return new Map([...left].map(([name, isOwn], index) => [name, isOwn && right[index] === true]));
  }
  const scope = new Scope(parent);
  readBlock(reading, select, tables, scope);
  const [row] = select.valuesLists ?? [];
  if (row && 'List' in row) return unowned((row.List.items ?? []).map((_, index) => `column${String(index + 1)}`));
  return outputs(select.targetList ?? [], scope);
}

function readWith(
  reading: Reading,
  clause: SelectStmt['withClause'],
  outer: Tables,
  parent: Scope | undefined,
): Tables {
  const tables = new Map(outer);
  for (const node of clause?.ctes ?? []) {
    if (!('CommonTableExpr' in node)) continue;
    const { ctename = '', ctequery, aliascolnames } = node.CommonTableExpr;
    if (!ctequery) continue;
    const rename = (columns: Columns): Columns => renamed(columns, names(aliascolnames));
    const first = 'SelectStmt' in ctequery ? ctequery.SelectStmt.larg : undefined;
    // The part that a recursive one begins with has its columns.
    if (clause?.recursive === true && first) tables.set(ctename, rename(readSelect(reading, first, tables, parent)));
    tables.set(ctename, rename(readQuery(reading, ctequery, tables, parent)));
  }
  return tables;
}

/** One level of a query: its tables, its conditions, and then the queries within. */
function readBlock(reading: Reading, block: Statement, tables: Tables, scope: Scope): void {
  const facts: Fact[] = [];
  if (block.relation) scope.add(toRelation(reading, block.relation, tables));
  for (const item of [...(block.fromClause ?? []), ...(block.usingClause ?? [])]) {
    addItem(reading, item, tables, scope, facts);
  }
  if (block.whereClause)
    facts.push(...collectFacts(block.whereClause, scope, (query) => peek(reading, query, tables, scope)));
  scope.settle(facts);
  for (const { relation, read: again } of scope.lateral) relation.setColumns(again());
  scope.settle(facts);
  report(reading, scope);
  readNested(block, (query) => readQuery(reading, query, tables, scope));
}

/** Reads a query within before it is known what binds the tables around it. It is read again then. */
function peek(reading: Reading, query: Node, tables: Tables, scope: Scope): Columns {
  return readQuery({ ...reading, found: new Set() }, query, tables, scope);
}

function report({ found }: Reading, scope: Scope): void {
  for (const relation of scope.relations) {
    const missing = relation.missing();
    if (missing.length > 0) found.add(`${relation.title} without ${missing.join(', ')}`);
  }
}

/** Of a statement that has no conditions, or none that are read here. */
function reportAll(reading: Reading, statement: object, kind = Object.keys(statement).join()): void {
  for (const [key, child] of children(statement)) {
    const { relname = '' } = child as RangeVar;
    const isOwned = (reading.schema.get(relname)?.owner ?? []).length > 0;
    if (isOwned && (key === 'RangeVar' || key === 'relation')) reading.found.add(`${relname} in a ${kind}`);
    reportAll(reading, child, kind);
  }
}

/** The queries in expressions; those in `from` and `with` are read by then. */
function readNested(node: object, read: SubqueryReader): void {
  for (const [key, child] of children(node)) {
    if (key === 'SubLink') {
      const { subselect, testexpr } = child as { subselect?: Node; testexpr?: Node };
      if (subselect) read(subselect);
      if (testexpr) readNested(testexpr, read);
    } else if (key !== 'RangeSubselect' && key !== 'withClause') readNested(child, read);
  }
}

function readInsert(reading: Reading, insert: InsertStmt, tables: Tables, scope: Scope): void {
  if (insert.selectStmt) readQuery(reading, insert.selectStmt, tables, scope.parent);
  if (!insert.relation) return;
  const target = toRelation(reading, insert.relation, tables);
  scope.add(target);
  const conflict = insert.onConflictClause;
  if (conflict?.action === 'ONCONFLICT_UPDATE') {
    scope.add(new Relation('excluded', unowned([...target.columns])));
    for (const element of conflict.infer?.indexElems ?? []) {
      if ('IndexElem' in element && element.IndexElem.name !== undefined) target.named.add(element.IndexElem.name);
    }
    if (conflict.whereClause)
      scope.settle(collectFacts(conflict.whereClause, scope, (query) => peek(reading, query, tables, scope)));
    report(reading, scope);
    readNested(conflict, (query) => readQuery(reading, query, tables, scope));
  }
  target.trust();
}

/** Adds the tables of an item of `from`; returns them. */
function addItem(reading: Reading, item: Node, tables: Tables, scope: Scope, facts: Fact[]): readonly Relation[] {
  if ('JoinExpr' in item) {
    const { larg, rarg, quals, usingClause, jointype } = item.JoinExpr;
    const left = larg ? addItem(reading, larg, tables, scope, facts) : [];
    const right = rarg ? addItem(reading, rarg, tables, scope, facts) : [];
    // The condition of an outer join leaves out no row of the side that it keeps.
    const filtered = [
      ...(jointype === 'JOIN_INNER' || jointype === 'JOIN_RIGHT' ? left : []),
      ...(jointype === 'JOIN_INNER' || jointype === 'JOIN_LEFT' ? right : []),
    ];
    const found = quals ? [...collectFacts(quals, scope, (query) => peek(reading, query, tables, scope))] : [];
    for (const column of names(usingClause)) {
      const pairs = left.flatMap((one) => right.map((other) => [one, other] as const));
      for (const [one, other] of pairs.filter((pair) => pair.every((relation) => relation.columns.has(column)))) {
        found.push({ to: { relation: one, column }, needs: [{ relation: other, column }], isValue: true });
        found.push({ to: { relation: other, column }, needs: [{ relation: one, column }], isValue: true });
      }
    }
    facts.push(...found.filter(({ to }) => filtered.includes(to.relation)));
    return [...left, ...right];
  }
  const relation = toItem(reading, item, tables, scope);
  scope.add(relation);
  return [relation];
}

function toRelation({ schema }: Reading, { relname = '', alias }: RangeVar, tables: Tables): Relation {
  const name = alias?.aliasname ?? relname;
  const derived = tables.get(relname);
  if (derived) return new Relation(name, renamed(derived, names(alias?.colnames)));
  const { columns, owner } = schema.get(relname) ?? { columns: [], owner: [] };
  return new Relation(name, unowned(columns), { name: relname, owner });
}

/** Columns of which it is not known that they hold ids out of bound rows. */
function unowned(columns: readonly string[]): Columns {
  return new Map(columns.map((column) => [column, false]));
}

function renamed(columns: Columns, aliases: readonly string[]): Columns {
  return new Map([...columns].map(([name, isOwn], index) => [aliases[index] ?? name, isOwn]));
}

/** The columns that a list of expressions makes. */
function outputs(expressions: readonly Node[], scope: Scope): Columns {
  const columns = new Map<string, boolean>();
  for (const expression of expressions) {
    if (!('ResTarget' in expression) || !expression.ResTarget.val) continue;
    const { name, val } = expression.ResTarget;
    const star = readStar(val);
    if (star) {
      const chosen = scope.relations.filter((relation) => star.of === undefined || relation.name === star.of);
      for (const relation of chosen) for (const column of relation.columns) columns.set(column, relation.isOwn(column));
      continue;
    }
    const cells = 'ColumnRef' in val ? scope.resolve(val.ColumnRef) : [];
    columns.set(
      name ?? columnName(val),
      cells.some(({ relation, column }) => relation.isOwn(column)),
    );
  }
  return columns;
}

function toItem(reading: Reading, item: Node, tables: Tables, scope: Scope): Relation {
  if ('RangeVar' in item) return toRelation(reading, item.RangeVar, tables);
  if ('RangeSubselect' in item && item.RangeSubselect.subquery) {
    const { alias, subquery, lateral } = item.RangeSubselect;
    const rename = (columns: Columns): Columns => renamed(columns, names(alias?.colnames));
    const columns =
      lateral === true ? peek(reading, subquery, tables, scope) : readQuery(reading, subquery, tables, scope.parent);
    const relation = new Relation(alias?.aliasname ?? '', rename(columns));
    if (lateral === true) {
      scope.lateral.push({ relation, read: () => rename(readQuery(reading, subquery, tables, scope)) });
    }
    return relation;
  }
  if ('RangeFunction' in item) {
    const { alias, coldeflist } = item.RangeFunction;
    const defined = (coldeflist ?? []).map((node) => ('ColumnDef' in node ? (node.ColumnDef.colname ?? '') : ''));
    const columns = defined.length > 0 ? defined : names(alias?.colnames);
    const own = columns.length > 0 ? columns : [alias?.aliasname ?? ''];
    return new Relation(alias?.aliasname ?? '', unowned(own));
  }
  reading.found.add(`${Object.keys(item).join()} in from`);
  return new Relation('', []);
}
