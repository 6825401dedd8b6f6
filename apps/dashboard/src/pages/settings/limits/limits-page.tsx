import { Text } from '@mantine/core';
import { useListAt } from '../../../lists/record-list';
import { ListView } from '../../../lists/list-view';
import { instantColumn, statusColumn, textColumn, type Column } from '../../../lists/columns';
import { Card } from '../../../parts/card';
import { Facts } from '../../../parts/facts';
import { Loaded } from '../../../parts/loaded';
import { Page } from '../../../parts/page';
import { Person } from '../../../parts/person';
import { useStore } from '../../../session/store-context';
import { useGet } from '../../../session/use-get';
import { useWords, type Say } from '../../../words/words';
import { SettingsTabs } from '../settings-tabs';
import { sayKeys, useSayLimit } from './changed-limits';
import { LimitFields } from './limit-fields';
import { changeTones, limitNames, namesIn, toLimitState, type LimitChange, type LimitState } from './limits';
import { limitsWords, type LimitWord } from './limits-words';
import { OpenChange } from './open-change';
import { UsedFigures } from './used-figures';

/** How much may leave the store, how much has, and the change of it that is under way. */
export function LimitsPage() {
  const say = useWords(limitsWords);
  const { may } = useStore();
  const query = useGet('/v2/payout-limits/get', ['payout-limits']);
  return (
    <Page title={say('title')}>
      <SettingsTabs />
      <Text size="sm" c="dimmed">
        {say('about')}
      </Text>
      <Loaded query={query}>
        {(found) => (
          <>
            {found.change && <OpenChange change={found.change} />}
            {found.limits && <UsedFigures limits={found.limits} />}
            {may('STORE:UPDATE') ? (
              <LimitFields state={toLimitState(found)} isOpen={found.change !== null} />
            ) : (
              <LimitFacts state={toLimitState(found)} />
            )}
          </>
        )}
      </Loaded>
      <History />
    </Page>
  );
}

/** The limits for whom may only read them. */
function LimitFacts({ state }: { readonly state: LimitState }) {
  const say = useWords(limitsWords);
  const sayLimit = useSayLimit();
  return (
    <Card title={say('title')}>
      <Facts
        facts={limitNames.map((name) => [
          say(name),
          name === 'allowedKeys' ? sayKeys(say, state.allowedKeys) : sayLimit(name, state[name]),
        ])}
      />
    </Card>
  );
}

function History() {
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
