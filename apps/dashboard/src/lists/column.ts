import type { ReactNode } from 'react';

/** A column of a list. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** The cell in an export; without it the column is not exported. Amounts in reais with a comma: `1234,56`. */
  readonly text?: (row: Row) => string;
  /** Figures are aligned at their end. */
  readonly isFigure?: boolean;
  /** Left out on narrow screens. */
  readonly isExtra?: boolean;
}
