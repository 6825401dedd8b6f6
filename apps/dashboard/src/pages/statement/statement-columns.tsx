import type { Column } from '../../lists/column';
import { Instant } from '../../parts/instant';
import { Money } from '../../parts/money';
import { Status } from '../../parts/status';
import type { Say } from '../../words/words';
import { entryTones, figuresOf, type StatementEntry } from './entry';
import type { StatementWord } from './statement-words';

/** What a line of the statement shows: the entry, its figures, and the balance after it where it is known. */
export function columnsIn(say: Say<StatementWord>, withBalance: boolean): readonly Column<StatementEntry>[] {
  const balance: Column<StatementEntry> = {
    id: 'balance',
    header: say('balance'),
    cell: ({ availableAfter }) => <Money centavos={availableAfter} />,
    isFigure: true,
    isExtra: true,
  };
  return [
    { id: 'kind', header: say('kind'), cell: (entry) => <EntryName entry={entry} say={say} /> },
    { id: 'at', header: say('at'), cell: ({ createdAt }) => <Instant at={createdAt} />, isExtra: true },
    {
      id: 'status',
      header: say('status'),
      cell: ({ status }) => <Status tone={entryTones[status]}>{say(status)}</Status>,
      isExtra: true,
    },
    {
      id: 'gross',
      header: say('gross'),
      cell: (entry) => <Money centavos={figuresOf(entry).gross} />,
      isFigure: true,
      isExtra: true,
    },
    {
      id: 'fee',
      header: say('fee'),
      cell: (entry) => <Money centavos={figuresOf(entry).fee || null} />,
      isFigure: true,
      isExtra: true,
    },
    { id: 'effect', header: say('effect'), cell: (entry) => <Effect entry={entry} say={say} />, isFigure: true },
    ...(withBalance ? [balance] : []),
  ];
}

interface CellProps {
  readonly entry: StatementEntry;
  readonly say: Say<StatementWord>;
}

function EntryName({ entry, say }: CellProps) {
  const { kind, method, customer, description, createdAt } = entry;
  const name = customer?.name === '' ? undefined : customer?.name;
  const note = [method === null ? undefined : say(method), name ?? description ?? undefined]
    .filter(Boolean)
    .join(' · ');
  return (
    <span className="entry-name">
      {say(kind)}
      {note !== '' && <span className="entry-note">{note}</span>}
      <span className="entry-note entry-when">
        <Instant at={createdAt} />
      </span>
    </span>
  );
}

/** Told apart by sign and word, as colour alone tells some people nothing. */
function Effect({ entry, say }: CellProps) {
  const { effect } = figuresOf(entry);
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
