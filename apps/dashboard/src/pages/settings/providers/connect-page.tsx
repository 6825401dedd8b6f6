import { useParams } from '@tanstack/react-router';
import { Loaded } from '../../../parts/loaded';
import { NotFound } from '../../../parts/not-found';
import { Page } from '../../../parts/page';
import { useStore } from '../../../session/store-context';
import { useGet } from '../../../session/use-get';
import { useWords } from '../../../words/words';
import { ConnectForm } from './connect-form';
import { connectWords } from './connect-words';
import { isProviderKind } from './provider-settings';
import './providers.css';
import { providersWords } from './providers-words';
import { SimulatedNotice } from './simulated-notice';
import { useProviderNames } from './use-provider-names';

/** Connects a provider, or gives it new credentials. */
export function ConnectProviderPage() {
  const say = useWords(connectWords);
  const sayProvider = useWords(providersWords);
  const nameOf = useProviderNames();
  const { isLive, may } = useStore();
  const { provider = '' }: { provider?: string } = useParams({ strict: false });
  const query = useGet('/v2/providers/list', ['providers', 'list']);
  if (!isProviderKind(provider) || !may('CONNECT:CREATE')) return <NotFound />;
  const before = query.data?.find((one) => one.provider === provider && one.connected);
  const title = say(before ? 'renewTitle' : 'connectTitle', { provider: nameOf(provider) });
  return (
    <Page title={title} parent={{ path: '/settings/providers', title: sayProvider('title') }}>
      {isLive ? (
        <Loaded query={query}>{() => <ConnectForm provider={provider} before={before} />}</Loaded>
      ) : (
        <SimulatedNotice />
      )}
    </Page>
  );
}
