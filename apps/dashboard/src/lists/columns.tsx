import type { CsvCell } from '@pitanga/core';
import type { ReactNode } from 'react';
import { Instant } from '../parts/instant';
import { Money } from '../parts/money';
import { Status, type Tone } from '../parts/status';
import { csvInstant, csvMoney } from './csv';

/** A column of a list. */
export interface Column<Row> extends Look {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** The cell in an export; without it the column is not exported. */
  readonly text?: (row: Row) => CsvCell;
}

interface Look {
  /** Figures are aligned at their end. */
  readonly isFigure?: boolean;
  /** Left out on narrow screens. */
  readonly isExtra?: boolean;
  /** Stands in the export alone. */
  readonly isExportOnly?: boolean;
  /** Shown to those who choose it. */
  readonly isOptional?: boolean;
  /** What it says, by which a narrow screen places it in the card of its row; a text when left out. */
  readonly kind?: 'text' | 'money' | 'instant' | 'state';
}

type Value<Row, Content> = (row: Row) => Content;

/** The same text on the page and in the export; a dash on the page for none. */
export function textColumn<Row>(
  id: string,
  header: string,
  text: Value<Row, string | null | undefined>,
  look: Look = {},
): Column<Row> {
  return { id, header, cell: (row) => text(row) ?? '—', text: (row) => text(row) ?? null, ...look };
}

/** An amount in centavos. */
export function moneyColumn<Row>(
  id: string,
  header: string,
  centavos: Value<Row, number | null | undefined>,
  look: Look = {},
): Column<Row> {
  return {
    id,
    header,
    cell: (row) => <Money centavos={centavos(row)} />,
    text: (row) => csvMoney(centavos(row)),
    isFigure: true,
    kind: 'money',
    ...look,
  };
}

/** An instant of the API, in the store's zone. */
export function instantColumn<Row>(
  id: string,
  header: string,
  at: Value<Row, string | null>,
  look: Look = {},
): Column<Row> {
  const shown = { cell: (row: Row) => <Instant at={at(row)} />, text: (row: Row) => csvInstant(at(row)) };
  return { id, header, ...shown, kind: 'instant', ...look };
}

/** When the record was made; left out on narrow screens unless `look` says otherwise. */
export function createdAtColumn<Row extends { readonly createdAt: string }>(
  header: string,
  look: Look = { isExtra: true },
): Column<Row> {
  return instantColumn('createdAt', header, ({ createdAt }) => createdAt, look);
}

/** The record's state as a coloured word. */
export function statusColumn<State extends string, Row extends { readonly status: State }>(
  header: string,
  tones: Readonly<Record<State, Tone>>,
  say: (status: NoInfer<State>) => string,
  look: Look = {},
): Column<Row> {
  return stateColumn(header, ({ status }) => status, tones, say, look);
}

/** A state that follows from more than the record's status. */
export function stateColumn<State extends string, Row>(
  header: string,
  state: Value<Row, State>,
  tones: Readonly<Record<State, Tone>>,
  say: (state: NoInfer<State>) => string,
  look: Look = {},
): Column<Row> {
  return {
    id: 'status',
    header,
    cell: (row) => <Status tone={tones[state(row)]}>{say(state(row))}</Status>,
    text: (row) => say(state(row)),
    kind: 'state',
    ...look,
  };
}

/** The merchant's own id of the record. */
export function externalIdColumn<Row extends { readonly externalId: string | null }>(header: string): Column<Row> {
  return textColumn('externalId', header, ({ externalId }) => externalId, { isExtra: true });
}
