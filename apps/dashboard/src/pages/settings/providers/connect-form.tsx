import { Stack, Text } from '@mantine/core';
import { useForm, useWatch } from 'react-hook-form';
import { usePost } from '../../../actions/use-post';
import type { ApiRecord } from '../../../api/records';
import { RecordForm } from '../../../forms/record-form';
import { Card } from '../../../parts/card';
import { useStore } from '../../../session/store-context';
import { useWords } from '../../../words/words';
import { bankDefaults } from './bank-settings';
import { connectWords } from './connect-words';
import {
  findSettingFields,
  settingsBody,
  toSettingsForm,
  type ProviderKind,
  type SettingsForm,
} from './provider-settings';
import { SettingInput } from './setting-input';
import { useProviderSentence } from './use-provider-sentence';

interface FormProps {
  readonly provider: ProviderKind;
  /** Undefined for a provider that is not connected. */
  readonly before: Pick<ApiRecord<'ProviderAccount'>, 'settings'> | undefined;
}

/** What a provider is asked for: credentials, certificates and the rest. */
export function ConnectForm({ provider, before }: FormProps) {
  const say = useWords(connectWords);
  const { sayProblem } = useProviderSentence();
  const { key } = useStore();
  const form = useForm<SettingsForm>({ defaultValues: toSettingsForm(before?.settings) });
  const { control } = form;
  const bank = useWatch({ control, name: 'bank' });
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
        holdsSecrets
        action={{ ...connect, problem: sayProblem(connect.problem) }}
        cancelTo="/settings/providers"
        toInput={(values) => settingsBody(provider, values)}
      >
        {findSettingFields(provider, bank).map(([group, fields]) => (
          <Card key={group} title={say(group)}>
            <Stack gap="md">
              {fields.map((field) => (
                <SettingInput
                  key={field.name}
                  control={control}
                  field={field}
                  onBank={(chosen) => {
                    for (const [name, value] of Object.entries(bankDefaults(chosen)))
                      form.setValue(name as keyof SettingsForm, value);
                  }}
                />
              ))}
            </Stack>
          </Card>
        ))}
      </RecordForm>
    </div>
  );
}
