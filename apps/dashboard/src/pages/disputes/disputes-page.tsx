import { instantColumn, moneyColumn, statusColumn, textColumn } from '../../lists/columns';
import { csvInstant } from '../../lists/csv';
import { ChoiceFilter } from '../../lists/filters';
import { useFilteredListAt } from '../../lists/record-list';
import { RecordListPage } from '../../lists/record-list-page';
import { recordPaths } from '../../parts/record-paths';
import { useStoreClock } from '../../session/store-clock';
import { useWords } from '../../words/words';
import { byNeed, canAnswer, daysLeft, disputeTones, type Dispute } from './dispute-status';
import { disputesWords } from './disputes-words';

const statuses = Object.keys(disputeTones) as Dispute['status'][];

/** Every dispute; of the rows that are loaded, those that need an answer come first. */
export function DisputesPage() {
  const say = useWords(disputesWords);
  const now = useStoreClock().now();
  const list = useFilteredListAt('/v2/disputes/list', ['disputes', 'list']);
  const left = (dispute: Dispute): string => {
    if (dispute.dueBy === null || !canAnswer(dispute, now)) return '—';
    return say('daysLeft', { days: daysLeft(dispute.dueBy, now) ?? 0 });
  };
  return (
    <RecordListPage<Dispute>
      title={say('title')}
      list={{ ...list, rows: list.rows.toSorted(byNeed) }}
      columns={[
        moneyColumn('amount', say('amount'), ({ amount }) => amount),
        statusColumn(say('status'), disputeTones, say),
        textColumn('payer', say('payer'), ({ payer }) => payer?.name),
        { id: 'dueBy', header: say('dueBy'), cell: left, text: ({ dueBy }) => csvInstant(dueBy) },
        textColumn('reason', say('reason'), ({ reason }) => say(reason), { isExtra: true }),
        instantColumn('openedAt', say('openedAt'), ({ openedAt }) => openedAt, { isExtra: true }),
      ]}
      getPath={({ id }) => recordPaths.DISPUTE(id)}
      exportName="contestacoes"
      filters={<ChoiceFilter name="status" label={say('status')} choices={statuses} say={say} />}
      empty={{ title: say('empty'), text: say('emptyHint') }}
    />
  );
}
