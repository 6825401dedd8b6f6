import { PageTabs, type PageTab } from '../../parts/page-tabs';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { developersWords } from './developers-words';

/** The pages for developers; those about simulations in test only, and sandboxes in none of them. */
export function useDeveloperTabs(): readonly PageTab[] {
  const say = useWords(developersWords);
  const { isLive, isSandbox } = useStore();
  const tabs: readonly PageTab[] = [
    { path: '/developers/keys', name: say('keys'), needs: ['API_KEY:READ'] },
    { path: '/developers/webhooks', name: say('webhooks'), needs: ['WEBHOOK:READ'] },
    { path: '/developers/deliveries', name: say('deliveries'), needs: ['WEBHOOK:READ'] },
    { path: '/developers/events', name: say('events'), needs: ['EVENT:READ'] },
    { path: '/developers/requests', name: say('requests'), needs: ['REQUEST_LOG:READ'] },
  ];
  const sandboxes: PageTab = { path: '/developers/sandboxes', name: say('sandboxes'), needs: ['STORE:READ'] };
  const testTabs: readonly PageTab[] = [
    { path: '/developers/clock', name: say('testClock'), needs: ['STORE:READ'] },
    ...(isSandbox ? [] : [sandboxes]),
    { path: '/developers/testing', name: say('testing') },
  ];
  return isLive ? tabs : [...tabs, ...testTabs];
}

/** Below the title of each page for developers. */
export function DeveloperTabs() {
  const say = useWords(developersWords);
  return <PageTabs label={say('developers')} tabs={useDeveloperTabs()} />;
}
