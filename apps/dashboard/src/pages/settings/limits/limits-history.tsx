import { useListAt } from '../../../lists/record-list';
import { ListView } from '../../../lists/list-view';
import { instantColumn, statusColumn, textColumn, type Column } from '../../../lists/columns';
import { Card } from '../../../parts/card';
import { Person } from '../../../parts/person';
import { useWords, type Say } from '../../../words/words';
import { changeTones, namesIn, type LimitChange } from './limits';
import { limitsWords, type LimitWord } from './limits-words';

/** Every change that was asked for, the newest first. */
export function LimitsHistory() {
  const say = useWords(limitsWords);
  const list = useListAt('/v2/payout-limit-changes/list', ['payout-limits', 'changes'], {});
  return (
    <Card title={say('history')}>
      <ListView label={say('history')} list={list} columns={historyColumns(say)} empty={say('noHistory')} />
    </Card>
  );
}

function historyColumns(say: Say<LimitWord>): readonly Column<LimitChange>[] {
  return [
    textColumn('what', say('what'), ({ after }) =>
      namesIn(after)
        .map((name) => say(name))
        .join(', '),
    ),
    statusColumn(say('status'), changeTones, say),
    { id: 'askedBy', header: say('askedBy'), cell: ({ askedBy }) => <Person id={askedBy} />, isExtra: true },
    instantColumn('askedAt', say('askedAt'), ({ askedAt }) => askedAt, { isExtra: true }),
    textColumn('environment', say('environment'), ({ devMode }) => say(devMode ? 'test' : 'live'), { isExtra: true }),
  ];
}
