import { Button, Center, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { ProblemNotice } from '../parts/problem-notice';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';
import type { Column } from './columns';
import { DataTable, TableSkeleton } from './data-table';
import type { RecordList } from './record-list';
import type { Selection } from './selection';

interface Props<Row> {
  readonly label: string;
  readonly list: RecordList<Row>;
  readonly columns: readonly Column<Row>[];
  readonly getPath?: ((row: Row) => string | undefined) | undefined;
  /** Whether any filter is set: an empty answer then teaches nothing. */
  readonly isFiltered?: boolean;
  /** Rows that have just come are marked for a moment. */
  readonly isFresh?: ((row: Row) => boolean) | undefined;
  readonly selection?: Selection<Row> | undefined;
  /** How many they are and what they come to; without it what is loaded says it. */
  readonly summary?: ReactNode;
  /** What stands here while there are no records at all: a sentence, or an {@link EmptyState}. */
  readonly empty: ReactNode;
}

/** A list in each of its states: loading, failed, empty, nothing found, rows with more behind them. */
export function ListView<Row extends { readonly id: string }>(props: Props<Row>) {
  const { label, list, columns, getPath, isFiltered = false, isFresh, selection, empty } = props;
  const say = useWords(commonWords);
  if (list.isFirstLoad) {
    return (
      <>
        <VisuallyHidden role="status">{say('loading')}</VisuallyHidden>
        <TableSkeleton />
      </>
    );
  }
  if (list.problem && list.rows.length === 0) return <ProblemNotice problem={list.problem} onRetry={list.retry} />;
  if (list.rows.length === 0 && !list.isStale) {
    if (isFiltered) {
      return (
        <Text c="dimmed" size="sm" py="xl" ta="center" role="status">
          {say('nothingFound')}
        </Text>
      );
    }
    return typeof empty === 'string' ? (
      <Text c="dimmed" size="sm">
        {empty}
      </Text>
    ) : (
      empty
    );
  }
  return (
    <>
      <ProblemNotice problem={list.problem} onRetry={list.retry} />
      {props.summary ?? <LoadedRows list={list} />}
      <DataTable
        label={label}
        rows={list.rows}
        columns={columns}
        getId={({ id }) => id}
        pathOf={getPath}
        isStale={list.isStale}
        isFresh={isFresh}
        selection={selection}
        hasCards
      />
      {list.loadMore && (
        <Center mt="md">
          <Button variant="default" size="sm" onClick={list.loadMore} loading={list.isLoadingMore}>
            {say('loadMore')}
          </Button>
        </Center>
      )}
    </>
  );
}

/** How many rows there are, where that is known: the list was loaded to its end. */
function LoadedRows<Row>({ list }: { readonly list: RecordList<Row> }) {
  const say = useWords(commonWords);
  const count = list.rows.length;
  return <p className="list-note">{list.loadMore ? say('rowsFirst', { count }) : say('rows', { count })}</p>;
}
