import { Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Card } from '../../../parts/card';
import { Facts } from '../../../parts/facts';
import { Loaded } from '../../../parts/loaded';
import { Page } from '../../../parts/page';
import { useStore } from '../../../session/store-context';
import { useGet } from '../../../session/use-get';
import { useWords } from '../../../words/words';
import { SettingsTabs } from '../settings-tabs';
import { sayKeys, useSayLimit } from './changed-limits';
import { LimitFields } from './limit-fields';
import { limitNames, toLimitState, type LimitState } from './limits';
import { limitsWords } from './limits-words';
import { OpenChange } from './open-change';
import { UsedFigures } from './used-figures';

const LimitsHistory = lazy(async () => ({ default: (await import('./limits-history')).LimitsHistory }));

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
      <Suspense>
        <LimitsHistory />
      </Suspense>
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
