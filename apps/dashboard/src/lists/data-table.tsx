import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { StoreLink } from '../parts/store-link';
import type { Column } from './columns';

interface Props<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly getId: (row: Row) => string;
  /** Where a row leads, if anywhere: its first cell is the link, and the whole row can be clicked. */
  readonly pathOf?: ((row: Row) => string | undefined) | undefined;
  readonly isStale?: boolean;
  /** Rows that have just come are marked for a moment. */
  readonly isFresh?: ((row: Row) => boolean) | undefined;
}

/** Rows and columns; on narrow screens the extra columns are left out. */
export function DataTable<Row>(props: Props<Row>) {
  const { label, rows, getId, pathOf, isStale = false, isFresh } = props;
  const columns = props.columns.filter(({ isExportOnly = false }) => !isExportOnly);
  return (
    <Table.ScrollContainer minWidth={0} className={isStale ? 'table stale' : 'table'}>
      <Table aria-label={label} aria-busy={isStale} verticalSpacing={8} highlightOnHover={pathOf !== undefined}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.id} className={cellClass(column)} scope="col">
                {column.header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => {
            const path = pathOf?.(row);
            return (
              <Table.Tr key={getId(row)} className={rowClass(path !== undefined, isFresh?.(row) ?? false)}>
                {columns.map((column, index) => (
                  <Table.Td key={column.id} className={cellClass(column)}>
                    {index === 0 && path !== undefined ? (
                      <StoreLink to={path} className="row-anchor">
                        {column.cell(row)}
                      </StoreLink>
                    ) : (
                      column.cell(row)
                    )}
                  </Table.Td>
                ))}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function rowClass(isLink: boolean, isFresh: boolean): string {
  return [isLink ? 'row-link' : '', isFresh ? 'row-fresh' : ''].join(' ').trim();
}

function cellClass({ isFigure, isExtra }: Pick<Column<never>, 'isFigure' | 'isExtra'>): string {
  return [isFigure === true ? 'figure' : '', isExtra === true ? 'extra' : ''].join(' ').trim();
}

/** Grey bars in the place of rows that are being loaded. */
export function TableSkeleton(): ReactNode {
  return (
    <div className="skeleton" aria-hidden="true">
      {Array.from({ length: 8 }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  );
}
