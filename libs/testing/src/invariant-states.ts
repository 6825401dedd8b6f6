import { openTransaction, type Db, type Invariant, type Tx } from '@pitanga/database';

/** A column that an invariant reads and a constraint limits to a list of states. */
interface StateColumn {
  readonly table: string;
  readonly column: string;
  readonly states: readonly string[];
}

/**
 * The states that no row has had, as `table.column = STATE`, neither in `db` nor after any of the `changes`, each of which is
 * undone. What invariants hold for on the rows that were there says nothing about these.
 */
export async function unseenStates(
  db: Db,
  invariants: readonly Invariant[],
  changes: readonly ((tx: Tx) => Promise<unknown>)[] = [],
): Promise<readonly string[]> {
  const columns = await readStateColumns(db, invariants);
  const unseen = new Set(
    columns.flatMap(({ table, column, states }) => states.map((s) => `${table}.${column} = ${s}`)),
  );
  for (const change of [() => Promise.resolve(), ...changes]) {
    await undone(db, async (tx) => {
      await change(tx);
      for (const { table, column } of columns) {
        const { rows } = await tx.raw<{ rows: { state: string }[] }>('select distinct ?? as state from ??', [
          column,
          table,
        ]);
        for (const { state } of rows) unseen.delete(`${table}.${column} = ${state}`);
      }
    });
  }
  return [...unseen];
}

/**
 * The states in which rows must not stay, as `invariant: table.column = STATE`: an invariant that speaks of ages is violated at
 * `later` by the rows of `db` when all are put into that state. Constraints are dropped for it, so that no state is left out.
 */
export async function statesThatMustEnd(
  db: Db,
  invariants: readonly Invariant[],
  later: Date,
): Promise<readonly string[]> {
  const aging = invariants.filter(({ sql }) => sql.includes(':now'));
  const found: string[] = [];
  for (const { table, column, states } of await readStateColumns(db, aging)) {
    const readers = aging.filter(({ sql }) => hasWord(sql, table));
    const without = await violationsAfter(db, readers, later, (tx) => tx(table).delete());
    for (const state of states) {
      const violations = await violationsAfter(db, readers, later, async (tx) => {
        await dropChecks(tx, table);
        await tx(table).update({ [column]: state });
      });
      for (const [index, { name }] of readers.entries()) {
        if (violations[index]?.some((one) => !without[index]?.includes(one)))
          found.push(`${name}: ${table}.${column} = ${state}`);
      }
    }
  }
  return found;
}

/**
 * Every `state` that a select of one table can answer: a row of `db` is put into each combination that the constraints allow of
 * the columns with listed states that the select reads. Other columns are of no account. Empty where it reads no such column.
 */
export async function selectableStates(db: Db, sql: string): Promise<ReadonlySet<string>> {
  const from = /\bfrom (\w+)/.exec(sql)?.[1];
  const columns = (await readStateColumns(db, [{ sql }])).filter(({ table }) => table === from);
  const [first] = columns;
  if (!first) return new Set();
  return await undone(db, async (tx) => {
    const nullable = await readNullable(tx, first.table, columns);
    await tx.raw('delete from ?? where ctid <> (select min(ctid) from ??)', [first.table, first.table]);
    const found = new Set<string>();
    for (const states of combinations(columns, nullable)) {
      await tx.raw('savepoint combination');
      try {
        if ((await tx(first.table).update(states)) !== 1) throw new Error(`${first.table} has no row to try`);
        const { rows } = await tx.raw<{ rows: { state: string }[] }>(`select state from (${sql}) as tried`);
        for (const { state } of rows) found.add(state);
      } catch (error) {
        if ((error as { code?: string }).code !== checkViolation) throw error;
      }
      await tx.raw('rollback to savepoint combination');
    }
    return found;
  });
}

const checkViolation = '23514';

/** Drops the constraints that speak of more than these columns; answers which of the columns may be null. */
async function readNullable(tx: Tx, table: string, columns: readonly StateColumn[]): Promise<readonly string[]> {
  const names = columns.map(({ column }) => column);
  const { rows } = await tx.raw<{ rows: { name: string }[] }>(
    `select conname as name from pg_constraint c where contype = 'c' and conrelid = cast(? as regclass) and exists (
       select from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any (c.conkey) and not a.attname = any (?))`,
    [table, names],
  );
  for (const { name } of rows) await tx.raw('alter table ?? drop constraint ??', [table, name]);
  const known = await tx.raw<{ rows: { name: string }[] }>(
    `select attname as name from pg_attribute where attrelid = cast(? as regclass) and attname = any (?) and not attnotnull`,
    [table, names],
  );
  return known.rows.map(({ name }) => name);
}

function combinations(
  columns: readonly StateColumn[],
  nullable: readonly string[],
): readonly Readonly<Record<string, string | null>>[] {
  return columns.reduce<readonly Readonly<Record<string, string | null>>[]>(
    (all, { column, states }) => {
      const values = nullable.includes(column) ? [...states, null] : states;
      return all.flatMap((one) => values.map((value) => ({ ...one, [column]: value })));
    },
    [{}],
  );
}

async function violationsAfter(
  db: Db,
  invariants: readonly Invariant[],
  at: Date,
  change: (tx: Tx) => Promise<unknown>,
): Promise<readonly (readonly string[])[]> {
  return await undone(db, async (tx) => {
    await change(tx);
    const found: (readonly string[])[] = [];
    for (const { violations } of invariants) found.push(await violations(tx, at));
    return found;
  });
}

async function undone<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const tx = await openTransaction(db);
  try {
    await tx.raw('set local session_replication_role = replica');
    return await work(tx);
  } finally {
    await tx.rollback();
  }
}

async function dropChecks(tx: Tx, table: string): Promise<void> {
  const { rows } = await tx.raw<{ rows: { name: string }[] }>(
    `select conname as name from pg_constraint where contype = 'c' and conrelid = cast(? as regclass)`,
    [table],
  );
  for (const { name } of rows) await tx.raw('alter table ?? drop constraint ??', [table, name]);
}

async function readStateColumns(
  db: Db,
  invariants: readonly Pick<Invariant, 'sql'>[],
): Promise<readonly StateColumn[]> {
  const { rows } = await db.raw<{ rows: { table: string; column: string; definition: string }[] }>(
    `select c.conrelid::regclass::text as "table", a.attname as "column", pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'c' and array_length(c.conkey, 1) = 1 and c.connamespace = 'public'::regnamespace
       and pg_get_constraintdef(c.oid) like '%= ANY (ARRAY[%'
     order by 1, 2`,
  );
  return rows
    .filter(({ table, column }) => invariants.some(({ sql }) => hasWord(sql, table) && hasWord(sql, column)))
    .map(({ table, column, definition }) => ({
      table,
      column,
      states: listed(definition).map(([, state = '']) => state),
    }));
}

/** What a constraint lists; a pattern beside its list is no state. */
function listed(definition: string): RegExpExecArray[] {
  return [...definition.matchAll(/ARRAY\[([^\]]*)\]/g)].flatMap(([, list = '']) => [
    ...list.matchAll(/'([^']+)'::text/g),
  ]);
}

const hasWord = (sql: string, word: string): boolean => new RegExp(`\\b${word}\\b`).test(sql);
