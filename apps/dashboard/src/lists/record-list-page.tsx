import { Button, Group } from '@mantine/core';
import type { ComponentProps, HTMLAttributes, ReactNode } from 'react';
import { isProblem } from '../api/problem';
import { EmptyState } from '../parts/empty-state';
import { Icon } from '../parts/icon';
import { Page } from '../parts/page';
import { StoreLink } from '../parts/store-link';
import { useStore, type Permission } from '../session/store-context';
import type { Column } from './columns';
import { useColumns } from './columns-menu';
import { ExportButton } from './export-button';
import { FilterBar, useFilters } from './filters';
import { ListView } from './list-view';
import { PeriodFilter } from './period-filter';
import type { RecordList } from './record-list';
import type { Selection } from './selection';
import { ViewsMenu } from './views-menu';

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
  readonly selection?: Selection<Row> | undefined;
  /** How many records the filters let through, and what they come to. */
  readonly summary?: ReactNode;
  /** Between filters and rows. */
  readonly notes?: ReactNode;
  readonly isFresh?: (row: Row) => boolean;
  readonly rowEvents?: HTMLAttributes<HTMLDivElement>;
  readonly empty: ComponentProps<typeof EmptyState>;
  /** Below the rows, and dialogs. */
  readonly children?: ReactNode;
}

/** A page of records: its filters from the address, views and columns that one keeps, the export of all rows, the rows. */
export function RecordListPage<Row extends { readonly id: string }>(props: Props<Row>) {
  const { title, list, getPath, actions, head, filters, notes, isFresh, rowEvents, empty, children } = props;
  const { hasPeriod = true, hidesFiltersWhileEmpty = false, exportName, selection, summary } = props;
  const { columns, menu } = useColumns(exportName ?? title, props.columns);
  const isFiltered = Object.keys(useFilters().filters).length > 0;
  const hasBar =
    filters !== undefined && (!hidesFiltersWhileEmpty || isFiltered || isProblem(list.problem) || list.rows.length > 0);
  return (
    <Page title={title} actions={actions}>
      {head}
      {hasBar && (
        <FilterBar
          actions={
            exportName && (
              <Group gap="xs">
                <ViewsMenu list={exportName} />
                {menu}
                <ExportButton name={exportName} load={list.load} columns={columns} />
              </Group>
            )
          }
        >
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
          selection={selection}
          summary={summary}
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
