import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { ApiRecord } from '../../../api/records';
import { ChoiceField, TextField } from '../../../forms/fields';
import { CreatePage } from '../../../forms/create-page';
import { addDays } from '../../../format/time';
import { Card } from '../../../parts/card';
import { realToday } from '../../../session/store-clock';
import { useStore } from '../../../session/store-context';
import { useWords } from '../../../words/words';
import { keyBody, type KeyForm } from './key-form';
import { keysWords } from './keys-words';
import { NewKeyDialog } from './new-key-dialog';
import { PermissionTable } from './permission-table';
import { presetPermissions, type KeyPermission } from './permissions';
import '../developers.css';

type CreatedKey = ApiRecord<'CreatedApiKey'>;

/** A new key: for what, until when, from where, and what it may do. */
export function CreateKeyPage() {
  const say = useWords(keysWords);
  const store = useStore();
  const { key, storePath } = store;
  const navigate = useNavigate();
  const [created, setCreated] = useState<CreatedKey>();
  const [permissions, setPermissions] = useState<readonly KeyPermission[]>(() => presetPermissions('read', store));
  const form = useForm<KeyForm>({
    defaultValues: { description: '', kind: 'SECRET', expiry: '', day: '', addresses: '' },
  });
  const values = useWatch({ control: form.control }) as KeyForm;
  const isSecret = values.kind === 'SECRET';
  const isLacking = isSecret && permissions.length === 0;
  const toBody = (typed: KeyForm) => keyBody(typed, permissions, realToday());
  return (
    <CreatePage
      form={form}
      path="/v2/api-keys/create"
      title={say('createTitle')}
      verb={say('create')}
      list={{ path: '/developers/keys', title: say('title') }}
      toInput={(submitted) => (isLacking ? undefined : toBody(submitted))}
      toSample={toBody}
      refreshes={[key('api-keys')]}
      onDone={setCreated}
      dialog={
        created && (
          <NewKeyDialog
            created={created}
            onClose={() => void navigate({ to: storePath(`/developers/keys/${created.id}`) })}
          />
        )
      }
    >
      <Card title={say('basics')}>
        <KeyFields form={form} isOnDay={values.expiry === 'day'} />
      </Card>
      <Card title={say('permissions')}>
        {isSecret ? (
          <>
            <PermissionTable chosen={new Set(permissions)} onChange={setPermissions} />
            {isLacking && (
              <Text size="sm" c="var(--bad)" role="alert" mt="xs">
                {say('permissionsNeeded')}
              </Text>
            )}
          </>
        ) : (
          <Text size="sm">{say('publicHint')}</Text>
        )}
      </Card>
    </CreatePage>
  );
}

function KeyFields({
  form,
  isOnDay,
}: {
  readonly form: ReturnType<typeof useForm<KeyForm>>;
  readonly isOnDay: boolean;
}) {
  const say = useWords(keysWords);
  const { control } = form;
  const today = realToday();
  const isDay = (day: unknown) =>
    !isOnDay || (typeof day === 'string' && day >= today && day < addDays(today, 3650)) || say('dayWrong');
  return (
    <div className="form-grid">
      <TextField
        control={control}
        name="description"
        label={say('name')}
        description={say('nameHint')}
        maxLength={200}
        isRequired
      />
      <ChoiceField
        control={control}
        name="kind"
        label={say('kind')}
        choices={[
          ['SECRET', say('SECRET_long')],
          ['PUBLIC', say('PUBLIC_long')],
        ]}
      />
      <ChoiceField
        control={control}
        name="expiry"
        label={say('expiry')}
        choices={[
          ['', say('noExpiry')],
          ['30', say('days30')],
          ['90', say('days90')],
          ['365', say('days365')],
          ['day', say('onDay')],
        ]}
      />
      {isOnDay && (
        <TextField control={control} name="day" type="date" label={say('day')} isRequired rules={{ validate: isDay }} />
      )}
      <TextField
        control={control}
        name="addresses"
        label={say('addresses')}
        description={say('addressesHint')}
        rows={3}
        maxLength={4000}
      />
    </div>
  );
}
