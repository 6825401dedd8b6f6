import { Columns } from '../../../parts/columns';
import { Loaded } from '../../../parts/loaded';
import { Page } from '../../../parts/page';
import { useStore } from '../../../session/store-context';
import { useGet } from '../../../session/use-get';
import { useWords } from '../../../words/words';
import { SettingsTabs } from '../settings-tabs';
import { CloseStore } from './close-store';
import { SandboxCard } from './sandbox-card';
import { OperatorFacts, SettingsFacts } from './store-facts';
import { StoreFields } from './store-fields';
import { storeWords } from './store-words';

/** What the owner sets of a store, and what the operator has set. */
export function StorePage() {
  const say = useWords(storeWords);
  const { may, isSandbox } = useStore();
  const query = useGet('/v2/store/get', ['store']);
  return (
    <Page title={say('title')}>
      <SettingsTabs />
      <Loaded query={query}>
        {(store) => (
          <Columns aside={<OperatorFacts store={store} />}>
            {isSandbox && <SandboxCard />}
            {may('STORE:UPDATE') ? <StoreFields store={store} /> : <SettingsFacts store={store} />}
            {!isSandbox && may('STORE:DELETE') && <CloseStore store={store} />}
          </Columns>
        )}
      </Loaded>
    </Page>
  );
}
