import { Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { usePost } from '../../../actions/use-post';
import type { ApiRecord } from '../../../api/records';
import { RecordForm } from '../../../forms/record-form';
import { Card } from '../../../parts/card';
import { Loaded } from '../../../parts/loaded';
import { NotFound } from '../../../parts/not-found';
import { Page } from '../../../parts/page';
import { useStore } from '../../../session/store-context';
import { useGet } from '../../../session/use-get';
import { useWords } from '../../../words/words';
import { connectWords } from './connect-words';
import {
  isProviderKind,
  settingFields,
  settingsBody,
  toSettingsForm,
  type ProviderKind,
  type SettingsForm,
} from './provider-settings';
import './providers.css';
import { providersWords } from './providers-words';
import { SettingInput } from './setting-input';
import { SimulatedNotice } from './simulated-notice';

/** Connects a provider, or gives it new credentials. */
export function ConnectProviderPage() {
  const say = useWords(connectWords);
  const sayProvider = useWords(providersWords);
  const { isLive, may } = useStore();
  const { provider = '' }: { provider?: string } = useParams({ strict: false });
  const query = useGet('/v2/providers/list', ['providers', 'list']);
  if (!isProviderKind(provider) || !may('CONNECT:CREATE')) return <NotFound />;
  const before = query.data?.find((one) => one.provider === provider && one.connected);
  const title = say(before ? 'renewTitle' : 'connectTitle', { provider: sayProvider(provider) });
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

interface FormProps {
  readonly provider: ProviderKind;
  /** Undefined for a provider that is not connected. */
  readonly before: ApiRecord<'Provider'> | undefined;
}

function ConnectForm({ provider, before }: FormProps) {
  const say = useWords(connectWords);
  const { key } = useStore();
  const form = useForm<SettingsForm>({ defaultValues: toSettingsForm(before?.settings) });
  const { control } = form;
  const connect = usePost('/v2/providers/connect', {
    refreshes: [key('providers'), key('readiness')],
    done: say('done'),
    opens: () => '/settings/providers',
  });
  return (
    <div className="connect">
      <Text size="sm" c="dimmed" mb="md">
        {say(before ? 'renewHint' : 'connectHint')}
      </Text>
      <RecordForm
        form={form}
        verb={say('connect')}
        action={connect}
        cancelTo="/settings/providers"
        toInput={(values) => settingsBody(provider, values)}
      >
        {settingFields[provider].map(([group, fields]) => (
          <Card key={group} title={say(group)}>
            <Stack gap="md">
              {fields.map((field) => (
                <SettingInput key={field.name} control={control} field={field} />
              ))}
            </Stack>
          </Card>
        ))}
      </RecordForm>
    </div>
  );
}
