import { Columns } from '../../parts/columns';
import { Page } from '../../parts/page';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { AttentionCard } from './attention/attention-card';
import { BalanceFigures } from './balance-figures';
import { FirstStepsCard } from './first-steps/first-steps-card';
import { homeWords } from './home-words';
import { ReceivedCard } from './received/received-card';
import { RecurringCard } from './recurring-card';
import { SubscriberMailCard } from './subscriber-mail-card';
import './home.css';

/** What the store has, what came in, and what needs a person; each part is loaded, and fails, alone. */
export function HomePage() {
  const say = useWords(homeWords);
  const { may } = useStore();
  return (
    <Page title={say('title')}>
      {may('STORE:READ') && <BalanceFigures />}
      <FirstStepsCard />
      {may('STORE:READ') && may('STORE:UPDATE') && <SubscriberMailCard />}
      <Columns
        aside={
          <>
            <AttentionCard />
            <RecurringCard />
          </>
        }
      >
        {may('STORE:READ') && <ReceivedCard />}
      </Columns>
    </Page>
  );
}
