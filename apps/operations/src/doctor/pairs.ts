import type { Db } from '@pitanga/database';
import type { ServiceName } from '../platform/services';
import type { Databases } from './databases';

/** What is wrong with something; the same thing has the same `about` each time it is looked at. */
export interface Violation {
  readonly about: string;
  readonly text: string;
}

/** A rule over the databases of several services, which no statement can see at one moment. */
export interface CrossCheck {
  readonly name: string;
  readonly find: (databases: Databases) => Promise<readonly Violation[]>;
}

/** A row of one side. */
interface Side {
  /** Id, store and environment: `pix_char_1 of store_1 (dev)`. */
  readonly key: string;
  readonly state: string;
  /** Centavos; null where the other side's need not be the same. */
  readonly amount: number | null;
}

interface Source {
  readonly service: ServiceName;
  /** A select of `id, store_id, dev_mode, state, amount`. */
  readonly sql: string;
}

/** The rule that two services agree on the same things. */
export interface PairCheck {
  readonly name: string;
  readonly left: Source;
  readonly right: Source;
  /** For each state on the left (ABSENT: there is none) those that the right may be in. */
  readonly expected: Readonly<Record<string, readonly string[]>>;
}

const violationsMax = 100;
const fetchedRows = 5_000;

/** Both sides are read in one order and compared as they come, so that millions of rows need no memory. */
export function comparePairs({ name, left, right, expected }: PairCheck): CrossCheck {
  const find = async (databases: Databases): Promise<readonly Violation[]> => {
    const found: Violation[] = [];
    for await (const pair of paired(
      rows(databases[left.service], left.sql),
      rows(databases[right.service], right.sql),
    )) {
      const violation = judge(pair, expected, [left.service, right.service]);
      if (violation) found.push(violation);
      if (found.length >= violationsMax) break;
    }
    return found;
  };
  return { name, find };
}

type Pair = readonly [Side | undefined, Side | undefined];

function judge(
  [left, right]: Pair,
  expected: PairCheck['expected'],
  [leftName, rightName]: readonly [string, string],
): Violation | undefined {
  const states = [left?.state ?? 'ABSENT', right?.state ?? 'ABSENT'] as const;
  const isExpected = expected[states[0]]?.includes(states[1]) ?? false;
  const isSameAmount = left?.amount == null || right?.amount == null || left.amount === right.amount;
  if (isExpected && isSameAmount) return undefined;
  const about = left?.key ?? right?.key ?? '';
  const side = (name: string, state: string, row: Side | undefined): string =>
    `${state}${row?.amount == null ? '' : ` of ${String(row.amount)}`} in ${name}`;
  return { about, text: `${about}: ${side(leftName, states[0], left)}, ${side(rightName, states[1], right)}` };
}

/** Reads by a cursor, in one snapshot and in the order of the keys. */
async function* rows(db: Db, sql: string): AsyncGenerator<Side, void> {
  const tx = await db.transaction(undefined, { isolationLevel: 'repeatable read', readOnly: true });
  try {
    await tx.raw('set local idle_in_transaction_session_timeout = 0');
    await tx.raw(`declare sides no scroll cursor for
      select id || ' of ' || store_id || case when dev_mode then ' (dev)' else '' end collate "C" as key, state, amount
      from (${sql}) as side order by key`);
    for (;;) {
      const fetched = await tx.raw<{ rows: Side[] }>(`fetch ${String(fetchedRows)} from sides`);
      yield* fetched.rows;
      if (fetched.rows.length < fetchedRows) return;
    }
  } finally {
    await tx.rollback();
  }
}

/** Both sides in one pass: each key once, with what either side has of it. */
async function* paired(lefts: AsyncGenerator<Side, void>, rights: AsyncGenerator<Side, void>): AsyncGenerator<Pair> {
  try {
    let left = await next(lefts);
    let right = await next(rights);
    while (left ?? right) {
      const takesLeft = left !== undefined && (right === undefined || left.key <= right.key);
      const takesRight = right !== undefined && (left === undefined || right.key <= left.key);
      yield [takesLeft ? left : undefined, takesRight ? right : undefined];
      if (takesLeft) left = await next(lefts);
      if (takesRight) right = await next(rights);
    }
  } finally {
    await lefts.return(undefined);
    await rights.return(undefined);
  }
}

async function next(side: AsyncGenerator<Side, void>): Promise<Side | undefined> {
  const result: IteratorResult<Side, void> = await side.next();
  return result.done === true ? undefined : result.value;
}
