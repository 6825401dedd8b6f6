import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';
import type { Column } from './columns';
import { useKept } from './kept';

/** What a person shows or hides otherwise than usual, by the ids of columns. */
type Chosen = Readonly<Record<string, boolean>>;

/** The columns of a list as its person has chosen them, and what chooses them. */
export function useColumns<Row>(list: string, columns: readonly Column<Row>[]) {
  const [chosen, setChosen] = useKept<Chosen>('columns', list, {});
  const isShown = ({ id, isOptional = false }: Column<Row>): boolean => chosen[id] ?? !isOptional;
  return {
    /** Those that are hidden stay in the export. */
    columns: columns.map((column) => (isShown(column) ? column : { ...column, isExportOnly: true })),
    menu: (
      <ColumnsMenu
        columns={columns.filter(({ isExportOnly = false }) => !isExportOnly)}
        isShown={isShown}
        onShow={(id, shown) => {
          setChosen({ ...chosen, [id]: shown });
        }}
      />
    ),
  };
}

interface Props<Row> {
  readonly columns: readonly Column<Row>[];
  readonly isShown: (column: Column<Row>) => boolean;
  readonly onShow: (id: string, isShown: boolean) => void;
}

function ColumnsMenu<Row>({ columns, isShown, onShow }: Props<Row>) {
  const say = useWords(commonWords);
  return (
    <Popover position="bottom-end" trapFocus withRoles>
      <Popover.Target>
        <Button variant="default" size="sm">
          {say('columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={say('columns')}>
        <Stack gap="xs">
          {columns.map((column, index) => (
            <Checkbox
              key={column.id}
              size="sm"
              label={column.header}
              checked={isShown(column)}
              // It is the link of the row.
              disabled={index === 0}
              onChange={({ currentTarget }) => {
                onShow(column.id, currentTarget.checked);
              }}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
