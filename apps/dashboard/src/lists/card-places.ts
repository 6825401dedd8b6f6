import type { Column } from './columns';

/** Where a cell stands in the card that a row is on a narrow screen. */
export type CardPlace = 'title' | 'amount' | 'state' | 'date' | 'line' | 'none';

type Placed = Pick<Column<never>, 'id' | 'kind' | 'isExtra'>;

/**
 * The places of the columns: of each kind the first has a corner, and of texts the first that is no extra. What else is
 * no extra stands below, with its heading; an extra has no place.
 */
export function cardPlaces(columns: readonly Placed[]): ReadonlyMap<string, CardPlace> {
  const first = (matches: (column: Placed) => boolean): string | undefined => columns.find(matches)?.id;
  const toKind = ({ id, kind }: Placed) => kind ?? (id === 'status' ? 'state' : 'text');
  const isText = (column: Placed): boolean => toKind(column) === 'text';
  const corners = new Map<string | undefined, CardPlace>([
    [first((column) => isText(column) && column.isExtra !== true) ?? first(isText), 'title'],
    [first((column) => toKind(column) === 'money'), 'amount'],
    [first((column) => toKind(column) === 'state'), 'state'],
    [first((column) => toKind(column) === 'instant'), 'date'],
  ]);
  return new Map(columns.map(({ id, isExtra = false }) => [id, corners.get(id) ?? (isExtra ? 'none' : 'line')]));
}
