import { Checkbox, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { StoreLink } from '../parts/store-link';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';
import { cardPlaces } from './card-places';
import type { Column } from './columns';
import type { Selection } from './selection';

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
  /** On a narrow screen each row is a card; else its extra columns are left out. */
  readonly hasCards?: boolean;
  readonly selection?: Selection<Row> | undefined;
}

/** Rows and columns. */
export function DataTable<Row>(props: Props<Row>) {
  const { label, rows, getId, pathOf, isStale = false, isFresh, hasCards = false, selection } = props;
  const columns = props.columns.filter(({ isExportOnly = false }) => !isExportOnly);
  const places = hasCards ? cardPlaces(columns) : undefined;
  return (
    <Table.ScrollContainer minWidth={0} className={tableClass({ isStale, hasCards })}>
      <Table aria-label={label} aria-busy={isStale} verticalSpacing={8} highlightOnHover={pathOf !== undefined}>
        <Table.Thead>
          <Table.Tr>
            {selection && <SelectAll rows={rows} selection={selection} />}
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
                {selection && <SelectOne row={row} selection={selection} />}
                {columns.map((column, index) => (
                  <Table.Td
                    key={column.id}
                    className={cellClass(column)}
                    data-place={places?.get(column.id)}
                    data-label={column.header}
                  >
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

interface SelectProps<Row> {
  readonly selection: Selection<Row>;
}

function SelectAll<Row>({ rows, selection }: SelectProps<Row> & { readonly rows: readonly Row[] }) {
  const say = useWords(commonWords);
  const count = rows.filter(selection.has).length;
  return (
    <Table.Th scope="col" className="select">
      <Checkbox
        size="xs"
        aria-label={say('selectAll')}
        checked={count > 0 && count === rows.length}
        indeterminate={count > 0 && count < rows.length}
        onChange={() => {
          selection.set(count === rows.length ? [] : rows);
        }}
      />
    </Table.Th>
  );
}

function SelectOne<Row>({ row, selection }: SelectProps<Row> & { readonly row: Row }) {
  const say = useWords(commonWords);
  return (
    <Table.Td className="select" data-place="select">
      <Checkbox
        size="xs"
        className="above-row"
        aria-label={say('selectRow', { name: selection.name(row) })}
        checked={selection.has(row)}
        onChange={() => {
          selection.toggle(row);
        }}
      />
    </Table.Td>
  );
}

function tableClass({ isStale, hasCards }: { readonly isStale: boolean; readonly hasCards: boolean }): string {
  return ['table', isStale ? 'stale' : '', hasCards ? 'has-cards' : ''].join(' ').trim();
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
