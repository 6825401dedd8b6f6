import { Button } from '@mantine/core';
import type { ComponentProps, HTMLAttributes, ReactNode } from 'react';
import { isProblem } from '../api/problem';
import { EmptyState } from '../parts/empty-state';
import { Icon } from '../parts/icon';
import { Page } from '../parts/page';
import { StoreLink } from '../parts/store-link';
import { useStore, type Permission } from '../session/store-context';
import type { Column } from './columns';
import { ExportButton } from './export-button';
import { FilterBar, useFilters } from './filters';
import { ListView } from './list-view';
import { PeriodFilter } from './period-filter';
import type { RecordList } from './record-list';

interface Props<Row> {
  readonly title: string;
  readonly list: RecordList<Row>;
  readonly columns: readonly Column<Row>[];
  readonly getPath?: (row: Row) => string | undefined;
  /** Beside the title. */
  readonly actions?: ReactNode;
  /** Tabs and figures below the title. */
  readonly head?: ReactNode;
  /** Filters before that of the period; without them there is no bar. */
  readonly filters?: ReactNode;
  readonly hasPeriod?: boolean;
  /** Filters stay away while there is nothing to filter. */
  readonly hidesFiltersWhileEmpty?: boolean;
  /** Name of the CSV file without its ending; without it there is no export. */
  readonly exportName?: string;
  /** Between filters and rows. */
  readonly notes?: ReactNode;
  readonly isFresh?: (row: Row) => boolean;
  readonly rowEvents?: HTMLAttributes<HTMLDivElement>;
  readonly empty: ComponentProps<typeof EmptyState>;
  /** Below the rows, and dialogs. */
  readonly children?: ReactNode;
}

/** A page of records: its filters from the address, the export of all that they let through, the rows. */
export function RecordListPage<Row extends { readonly id: string }>(props: Props<Row>) {
  const { title, list, columns, getPath, actions, head, filters, notes, isFresh, rowEvents, empty, children } = props;
  const { hasPeriod = true, hidesFiltersWhileEmpty = false, exportName } = props;
  const isFiltered = Object.keys(useFilters().filters).length > 0;
  const hasBar =
    filters !== undefined && (!hidesFiltersWhileEmpty || isFiltered || isProblem(list.problem) || list.rows.length > 0);
  return (
    <Page title={title} actions={actions}>
      {head}
      {hasBar && (
        <FilterBar actions={exportName && <ExportButton name={exportName} load={list.load} columns={columns} />}>
          {filters}
          {hasPeriod && <PeriodFilter />}
        </FilterBar>
      )}
      {notes}
      <div {...rowEvents}>
        <ListView
          label={title}
          list={list}
          columns={columns}
          getPath={getPath}
          isFiltered={isFiltered}
          isFresh={isFresh}
          empty={<EmptyState {...empty} />}
        />
      </div>
      {children}
    </Page>
  );
}

interface CreateProps {
  readonly to: string;
  readonly needs: Permission;
  readonly children: string;
}

/** Leads to the page that makes a record, for those who may. */
export function CreateButton({ to, needs, children }: CreateProps) {
  const { may } = useStore();
  return may(needs) ? (
    <Button component={StoreLink} to={to} leftSection={<Icon name="plus" size={16} />}>
      {children}
    </Button>
  ) : null;
}
