import { Button, Center, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { ProblemNotice } from '../parts/problem-notice';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';
import type { Column } from './column';
import { DataTable, TableSkeleton } from './data-table';
import type { RecordList } from './record-list';

interface Props<Row> {
  readonly label: string;
  readonly list: RecordList<Row>;
  readonly columns: readonly Column<Row>[];
  readonly idOf: (row: Row) => string;
  readonly pathOf?: (row: Row) => string | undefined;
  /** Whether any filter is set: an empty answer then teaches nothing. */
  readonly isFiltered?: boolean;
  /** Rows that have just come are marked for a moment. */
  readonly isFresh?: (row: Row) => boolean;
  /** What stands here while there are no records at all. */
  readonly empty: ReactNode;
}

/** A list in each of its states: loading, failed, empty, nothing found, rows with more behind them. */
export function ListView<Row>(props: Props<Row>) {
  const { label, list, columns, idOf, pathOf, isFiltered = false, isFresh, empty } = props;
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
    return isFiltered ? (
      <Text c="dimmed" size="sm" py="xl" ta="center" role="status">
        {say('nothingFound')}
      </Text>
    ) : (
      empty
    );
  }
  return (
    <>
      <ProblemNotice problem={list.problem} onRetry={list.retry} />
      <DataTable
        label={label}
        rows={list.rows}
        columns={columns}
        idOf={idOf}
        pathOf={pathOf}
        isStale={list.isStale}
        isFresh={isFresh}
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
