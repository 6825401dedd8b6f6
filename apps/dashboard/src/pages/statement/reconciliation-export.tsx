import { Button } from '@mantine/core';
import { formatDay } from '../../format/time';
import { toCsv } from '../../lists/csv';
import { saveFile } from '../../lists/save-file';
import { Icon } from '../../parts/icon';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { sumRows, type Reconciliation, type SumRow } from './reconciliation';
import { reconciliationWords } from './reconciliation-words';
import { statementWords } from './statement-words';

const columns = ['name', 'count', 'credits', 'debits', 'available'] as const satisfies readonly (keyof SumRow)[];

/** The sum as it stands on the page, for a spreadsheet. */
export function ReconciliationExport({ found }: { readonly found: Reconciliation }) {
  const say = useWords(reconciliationWords);
  const kinds = useWords(statementWords);
  const { language } = useLanguage();
  const { startDate, endDate } = found;
  const save = (): void => {
    const rows = sumRows(found, {
      opening: say('opening', { day: formatDay(startDate, language) }),
      total: say('total'),
      closing: say('closing', { day: formatDay(endDate, language) }),
      of: (kind) => kinds(kind),
    });
    const csv = toCsv(
      rows,
      columns.map((column) => ({ header: say(column), text: (row: SumRow) => row[column] })),
    );
    saveFile(`${say('title').toLowerCase()}-${startDate}-${endDate}.csv`, 'text/csv', csv);
  };
  return (
    <Button variant="default" size="sm" leftSection={<Icon name="download" size={16} />} onClick={save}>
      {say('export')}
    </Button>
  );
}
