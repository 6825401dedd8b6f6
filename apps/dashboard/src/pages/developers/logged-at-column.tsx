import { createdAtColumn, type Column } from '../../lists/columns';
import { Instant } from '../../parts/instant';

/** When an entry of a log was made, to the second: several are made in one minute. */
export function loggedAtColumn<Row extends { readonly createdAt: string }>(
  header: string,
  look?: { readonly isExtra?: boolean },
): Column<Row> {
  return {
    ...createdAtColumn<Row>(header, look),
    cell: ({ createdAt }) => <Instant at={createdAt} hasSeconds />,
  };
}
