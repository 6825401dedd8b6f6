import { useState } from 'react';

/** The rows of a list that a person has chosen. */
export interface Selection<Row> {
  readonly rows: readonly Row[];
  readonly has: (row: Row) => boolean;
  readonly toggle: (row: Row) => void;
  readonly set: (rows: readonly Row[]) => void;
  /** What a row is called, for those who hear it. */
  readonly name: (row: Row) => string;
}

/** Rows stay chosen while more are loaded; those that the list has no more are forgotten. */
export function useSelection<Row extends { readonly id: string }>(
  listed: readonly Row[],
  name: (row: Row) => string,
): Selection<Row> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    rows: listed.filter(({ id }) => ids.has(id)),
    has: ({ id }) => ids.has(id),
    toggle: ({ id }) => {
      setIds(ids.has(id) ? new Set([...ids].filter((other) => other !== id)) : new Set([...ids, id]));
    },
    set: (rows) => {
      setIds(new Set(rows.map(({ id }) => id)));
    },
    name,
  };
}
