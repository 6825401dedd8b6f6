import { instantColumn, moneyColumn, statusColumn, textColumn, type Column } from '../../lists/columns';
import { csvMoney } from '../../lists/csv';
import { Instant } from '../../parts/instant';
import { Money } from '../../parts/money';
import type { Say } from '../../words/words';
import { entryTones, nameOfEntry, sumMovements, type StatementEntry } from './entry';
import type { StatementWord } from './statement-words';

/** What a line of the statement shows: the entry, its figures, and the balance after it where it is known. */
export function columnsIn(say: Say<StatementWord>, withBalance: boolean): readonly Column<StatementEntry>[] {
  const balance = moneyColumn<StatementEntry>('balance', say('balance'), ({ availableAfter }) => availableAfter, {
    isExtra: true,
  });
  return [
    {
      id: 'kind',
      header: say('kind'),
      cell: (entry) => <EntryName entry={entry} say={say} />,
      text: (entry) => say(nameOfEntry(entry)),
    },
    instantColumn('at', say('at'), ({ createdAt }) => createdAt, { isExtra: true }),
    statusColumn(say('status'), entryTones, say, { isExtra: true }),
    moneyColumn('gross', say('gross'), (entry) => sumMovements(entry).gross, { isExtra: true }),
    moneyColumn('fee', say('fee'), (entry) => sumMovements(entry).fee || null, { isExtra: true }),
    {
      id: 'effect',
      header: say('effect'),
      cell: (entry) => <Effect entry={entry} say={say} />,
      text: (entry) => csvMoney(sumMovements(entry).effect),
      isFigure: true,
    },
    ...(withBalance ? [balance] : []),
  ];
}

/** Columns that stand in an export only. */
export function exportedColumns(say: Say<StatementWord>): readonly Column<StatementEntry>[] {
  const look = { isExportOnly: true };
  return [
    textColumn('method', say('method'), ({ method }) => method && say(method), look),
    textColumn('description', say('description'), ({ description }) => description, look),
    textColumn('customer', say('customer'), ({ customer }) => customer?.name, look),
    textColumn('externalId', 'externalId', ({ externalId }) => externalId, look),
    textColumn('chargeId', 'chargeId', ({ chargeId }) => chargeId, look),
    textColumn('sourceId', 'sourceId', ({ sourceId }) => sourceId, look),
    textColumn('id', 'id', ({ id }) => id, look),
  ];
}

interface CellProps {
  readonly entry: StatementEntry;
  readonly say: Say<StatementWord>;
}

function EntryName({ entry, say }: CellProps) {
  const { method, customer, description, createdAt } = entry;
  const name = customer?.name === '' ? undefined : customer?.name;
  const note = [method === null ? undefined : say(method), name ?? description ?? undefined]
    .filter(Boolean)
    .join(' · ');
  return (
    <span className="entry-name">
      {say(nameOfEntry(entry))}
      {note !== '' && <span className="entry-note">{note}</span>}
      <span className="entry-note entry-when">
        <Instant at={createdAt} />
      </span>
    </span>
  );
}

/** Distinguished by sign and word, because some people cannot see the colour. */
function Effect({ entry, say }: CellProps) {
  const { effect } = sumMovements(entry);
  if (effect === undefined) return <span className="entry-note">{say('noEffect')}</span>;
  return (
    <span className="entry-effect">
      <span className="figures">
        {effect > 0 && '+'}
        <Money centavos={effect} />
      </span>
      <span className="entry-note">{say(effect < 0 ? 'debit' : 'credit')}</span>
    </span>
  );
}
