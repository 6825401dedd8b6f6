import { lazy, Suspense } from 'react';
import { Loaded } from '../../../parts/loaded';
import { Page } from '../../../parts/page';
import { useStore } from '../../../session/store-context';
import { useGet } from '../../../session/use-get';
import { useWords } from '../../../words/words';
import { SettingsTabs } from '../settings-tabs';
import { findOrders } from './account-order';
import { MethodsCard } from './methods-card';
import { ProviderCard } from './provider-card';
import './providers.css';
import { providersWords } from './providers-words';
import { ReadinessCard } from './readiness-card';
import { SimulatedNotice } from './simulated-notice';

const OrderCard = lazy(async () => ({ default: (await import('./order-card')).OrderCard }));

/** By whom each method is taken, whether it works, and what is missing before a store can sell. */
export function ProvidersPage() {
  const say = useWords(providersWords);
  const { may, isLive } = useStore();
  const methods = useGet('/v2/providers/methods', ['providers', 'methods']);
  const query = useGet('/v2/providers/list', ['providers', 'list']);
  return (
    <Page title={say('title')}>
      <SettingsTabs />
      {!isLive && <SimulatedNotice />}
      <Loaded query={methods}>{({ methods }) => <MethodsCard methods={methods} />}</Loaded>
      <Loaded query={query}>
        {(providers) =>
          providers.length > 0 && (
            <>
              {findOrders(providers).map(([method, taking]) => (
                <Suspense key={`${method} ${taking.map(({ provider }) => provider).join(' ')}`}>
                  <OrderCard method={method} taking={taking} />
                </Suspense>
              ))}
              <section className="providers" aria-label={say('providers')}>
                {providers.map((provider) => (
                  <ProviderCard key={provider.provider} shown={provider} />
                ))}
              </section>
            </>
          )
        }
      </Loaded>
      {may('STORE:READ') && <ReadinessCard />}
    </Page>
  );
}
