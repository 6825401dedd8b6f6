import { Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { Columns } from '../../parts/columns';
import { Loaded } from '../../parts/loaded';
import { Metadata } from '../../parts/metadata';
import { Page } from '../../parts/page';
import { useStoreClock } from '../../session/store-clock';
import { useWords } from '../../words/words';
import { CouponsCard } from './coupons-card';
import { CyclesCard } from './cycles-card';
import { detailWords } from './detail-words';
import { DunningCard } from './dunning-card';
import { PlanChangeCard } from './plan-change-card';
import { SubscriptionActions } from './subscription-actions';
import { useCustomerNames, useSubscription } from './subscription-data';
import { PaymentMethodCard, SubscriptionFacts } from './subscription-facts';
import { subscriptionState, type SubscriptionDetails } from './subscription-state';
import { SubscriptionTimeline } from './subscription-timeline';
import { subscriptionWords } from './subscription-words';
import { UpcomingCard } from './upcoming-card';
import './subscriptions.css';

/** One subscription: where it stands, what it charges next, every cycle, and what can be changed. */
export function SubscriptionPage() {
  const say = useWords(subscriptionWords);
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useSubscription(id);
  const subscription = query.data;
  const customerName = useCustomerNames(subscription ? [subscription.customerId] : []);
  return (
    <Page
      title={subscription ? customerName(subscription.customerId) : id}
      parent={{ path: '/subscriptions', title: say('title') }}
      actions={subscription && <SubscriptionActions subscription={subscription} />}
    >
      <Loaded query={query}>{(loaded) => <SubscriptionRecord subscription={loaded} />}</Loaded>
    </Page>
  );
}

function SubscriptionRecord({ subscription }: { readonly subscription: SubscriptionDetails }) {
  const isActive = subscription.status === 'ACTIVE';
  const { pendingPlanChange } = subscription;
  return (
    <Columns
      aside={
        <div className="stacked-facts">
          <SubscriptionFacts subscription={subscription} />
          <PaymentMethodCard subscription={subscription} />
          <Metadata metadata={subscription.metadata} />
        </div>
      }
    >
      <Meaning subscription={subscription} />
      {subscription.pastDue && isActive && <DunningCard subscription={subscription} />}
      {isActive && <UpcomingCard subscription={subscription} />}
      {isActive && pendingPlanChange && <PlanChangeCard subscription={subscription} change={pendingPlanChange} />}
      <CouponsCard subscription={subscription} />
      <CyclesCard id={subscription.id} />
      <SubscriptionTimeline subscription={subscription} />
    </Columns>
  );
}

/** What its state means, in a sentence. */
function Meaning({ subscription }: { readonly subscription: SubscriptionDetails }) {
  const say = useWords(detailWords);
  const { now } = useStoreClock();
  const state = subscriptionState(subscription, now());
  const { cancelledDueTo, resumesAt } = subscription;
  if (cancelledDueTo === 'max_payment_retries_exceeded') return <Text size="sm">{say('dueToRetries')}</Text>;
  if (cancelledDueTo === 'authorization_revoked') return <Text size="sm">{say('dueToRevoked')}</Text>;
  return (
    <Text size="sm">{say(state === 'PAUSED' && resumesAt !== null ? 'meaningPAUSEDuntil' : `meaning${state}`)}</Text>
  );
}
