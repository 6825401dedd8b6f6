import { Text } from '@mantine/core';
import { useController, type UseFormReturn } from 'react-hook-form';
import { ChoiceField, SwitchField, TextField } from '../../../forms/fields';
import { Card } from '../../../parts/card';
import { useWords } from '../../../words/words';
import { EventPicker } from './event-picker';
import { isEndpoint, type WebhookForm } from './webhook-form';
import { webhooksWords } from './webhooks-words';
import '../developers.css';

interface Props {
  readonly form: UseFormReturn<WebhookForm>;
  readonly version: WebhookForm['version'];
  /** Absent for a new one. */
  readonly endpointBefore?: string;
}

/** What a webhook is asked for; its version is chosen once. */
export function WebhookFields({ form: { control }, version, endpointBefore }: Props) {
  const say = useWords(webhooksWords);
  const isNew = endpointBefore === undefined;
  const isMasked = endpointBefore?.includes('***') ?? false;
  const events = useController({
    control,
    name: 'events',
    rules: { validate: (chosen) => chosen.length > 0 || say('eventsNeeded') },
  });
  return (
    <>
      <Card title={say('address')}>
        <div className="form-grid">
          <TextField
            control={control}
            name="endpoint"
            type="url"
            label={say('endpoint')}
            description={isMasked ? say('endpointMasked') : say('endpointHint')}
            placeholder="https://"
            maxLength={2048}
            isRequired
            rules={{ validate: (text) => isEndpoint(String(text)) || say('endpointWrong') }}
          />
          <TextField
            control={control}
            name="name"
            label={say('name')}
            description={say('nameHint')}
            maxLength={200}
            isRequired
          />
          {isNew && (
            <>
              <ChoiceField
                control={control}
                name="version"
                label={say('version')}
                choices={[
                  ['2', say('v2')],
                  ['1', say('v1')],
                ]}
              />
              <SwitchField
                control={control}
                name="legacySecretHeader"
                label={say('legacySecretHeader')}
                description={say('legacySecretHint')}
              />
              <SwitchField
                control={control}
                name="legacySecretQuery"
                label={say('legacySecretQuery')}
                description={say('legacyQueryHint')}
              />
            </>
          )}
        </div>
      </Card>
      <Card title={say('events')}>
        <EventPicker isV2={version === '2'} chosen={events.field.value} onChange={events.field.onChange} />
        {events.fieldState.error && (
          <Text size="sm" c="var(--bad)" role="alert" mt="xs">
            {events.fieldState.error.message}
          </Text>
        )}
      </Card>
    </>
  );
}
