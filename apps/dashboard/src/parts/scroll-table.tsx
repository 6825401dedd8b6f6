import { Table, type TableScrollContainerProps } from '@mantine/core';

/** A table without links, as wide as it must be: the keyboard scrolls it, too. */
export function ScrollTable({ minWidth = 0, ...rest }: Partial<TableScrollContainerProps>) {
  return <Table.ScrollContainer {...rest} minWidth={minWidth} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }} />;
}
