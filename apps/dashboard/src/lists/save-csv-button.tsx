import { Button } from '@mantine/core';
import { Icon } from '../parts/icon';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';
import { toCsv, type CsvColumn } from './csv';
import { saveFile } from './save-file';

interface Props<Row> {
  /** The file's name without its ending. */
  readonly name: string;
  readonly rows: readonly Row[];
  readonly columns: readonly CsvColumn<Row>[];
  /** "Exportar CSV" when left out. */
  readonly label?: string;
}

/** Saves rows that the page has already as CSV. */
export function SaveCsvButton<Row>({ name, rows, columns, label }: Props<Row>) {
  const say = useWords(commonWords);
  const save = (): void => {
    saveFile(`${name}.csv`, 'text/csv', toCsv(rows, columns));
  };
  return (
    <Button variant="default" size="sm" leftSection={<Icon name="download" size={16} />} onClick={save}>
      {label ?? say('export')}
    </Button>
  );
}
