import { PageTabs } from '../../parts/page-tabs';
import { useWords } from '../../words/words';
import { subscriptionWords } from './subscription-words';

/** Below the titles of the two lists: what runs, and the checkouts that start it. */
export function SubscriptionTabs() {
  const say = useWords(subscriptionWords);
  return (
    <PageTabs
      label={say('title')}
      tabs={[
        { path: '/subscriptions', name: say('title'), isExact: true },
        { path: '/subscriptions/checkouts', name: say('checkouts') },
      ]}
    />
  );
}
