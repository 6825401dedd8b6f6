import { formatDay } from '../../format/time';
import { SaveCsvButton } from '../../lists/save-csv-button';
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
  const rows = sumRows(found, {
    opening: say('opening', { day: formatDay(startDate, language) }),
    total: say('total'),
    closing: say('closing', { day: formatDay(endDate, language) }),
    of: (kind) => kinds(kind),
  });
  return (
    <SaveCsvButton
      name={`${say('title').toLowerCase()}-${startDate}-${endDate}`}
      rows={rows}
      columns={columns.map((column) => ({ header: say(column), text: (row: SumRow) => row[column] }))}
    />
  );
}
