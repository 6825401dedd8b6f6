import { Checkbox, Stack, Text } from '@mantine/core';
import { useController, useForm, type Control } from 'react-hook-form';
import { usePost } from '../../../actions/use-post';
import type { ApiRecord } from '../../../api/records';
import { ChoiceField, MoneyField, TextField } from '../../../forms/fields';
import { RecordForm } from '../../../forms/record-form';
import { Card } from '../../../parts/card';
import { meQuery } from '../../../session/me';
import { useStore } from '../../../session/store-context';
import { commonWords } from '../../../words/common-words';
import { payerWords } from '../../../words/payer-words';
import { useWords } from '../../../words/words';
import {
  compatibilities,
  isMinimum,
  isWebsite,
  mailKinds,
  payerChoices,
  storeChanges,
  toStoreForm,
  type StoreForm,
} from './store-form';
import { storeWords } from './store-words';

/** The settings that an owner changes. */
export function StoreFields({ store }: { readonly store: ApiRecord<'Store'> }) {
  const say = useWords(storeWords);
  const sayPayer = useWords(payerWords);
  const sayCommon = useWords(commonWords);
  const { key } = useStore();
  const form = useForm<StoreForm>({ values: toStoreForm(store), resetOptions: { keepDirtyValues: true } });
  const update = usePost('/v2/store/update', {
    refreshes: [key('store'), meQuery.queryKey],
    done: say('saved'),
    onDone: (_, __) => {
      form.reset(form.getValues(), { keepDirtyValues: false });
    },
  });
  return (
    <RecordForm form={form} verb={sayCommon('save')} action={update} toInput={(values) => storeChanges(values, store)}>
      <Card title={say('identity')}>
        <IdentityFields control={form.control} />
      </Card>
      <Card title={sayPayer('payer')}>
        <PayerFields control={form.control} />
      </Card>
      <Card title={say('minimums')}>
        <MinimumFields control={form.control} />
      </Card>
      <Card title={say('mail')}>
        <MailFields control={form.control} />
      </Card>
      <Card title={say('api')}>
        <ApiFields control={form.control} />
      </Card>
    </RecordForm>
  );
}

interface FieldsProps {
  readonly control: Control<StoreForm>;
}

function IdentityFields({ control }: FieldsProps) {
  const say = useWords(storeWords);
  const { isSandbox } = useStore();
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {say(isSandbox ? 'untilReset' : 'bothEnvironments')}
      </Text>
      <TextField
        control={control}
        name="name"
        label={say('name')}
        description={say('nameHint')}
        maxLength={200}
        isRequired
      />
      <TextField
        control={control}
        name="website"
        type="url"
        label={say('website')}
        placeholder="https://"
        maxLength={2048}
        isRequired
        rules={{ validate: (text) => isWebsite(String(text)) || say('websiteWrong') }}
      />
      <TextField
        control={control}
        name="legalName"
        label={say('legalName')}
        description={say('legalNameHint')}
        maxLength={200}
      />
      <TextField
        control={control}
        name="returnHosts"
        label={say('returnHosts')}
        description={say('returnHostsHint')}
        rows={3}
        maxLength={10_000}
      />
    </Stack>
  );
}

function PayerFields({ control }: FieldsProps) {
  const say = useWords(payerWords);
  const choices = payerChoices.map((choice) => [choice, say(choice)] as const);
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {say('payerHint')}
      </Text>
      <ChoiceField control={control} name="payerEmail" label={say('email')} choices={choices} />
      <ChoiceField control={control} name="payerCellphone" label={say('cellphone')} choices={choices} />
    </Stack>
  );
}

function MinimumFields({ control }: FieldsProps) {
  const say = useWords(storeWords);
  const rules = { validate: (centavos: unknown) => isMinimum(centavos) || say('minimumWrong') };
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {say('minimumsHint')}
      </Text>
      <MoneyField control={control} name="minimumCheckout" label={say('minimumCheckout')} rules={rules} />
      <MoneyField control={control} name="minimumBoleto" label={say('minimumBoleto')} rules={rules} />
    </Stack>
  );
}

function MailFields({ control }: FieldsProps) {
  const say = useWords(storeWords);
  const kinds = useController({ control, name: 'kinds' });
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {say('mailHint')}
      </Text>
      <Checkbox.Group label={say('kinds')} value={[...kinds.field.value]} onChange={kinds.field.onChange}>
        <Stack gap={8} mt={6}>
          {mailKinds.map((kind) => (
            <Checkbox key={kind} value={kind} label={say(kind)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <ChoiceField
        control={control}
        name="language"
        label={say('language')}
        choices={[
          ['pt-BR', say('portuguese')],
          ['en', say('english')],
        ]}
      />
    </Stack>
  );
}

function ApiFields({ control }: FieldsProps) {
  const say = useWords(storeWords);
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {say('compatibilityHint')}
      </Text>
      <ChoiceField
        control={control}
        name="compatibility"
        label={say('compatibility')}
        choices={compatibilities.map((day) => [day, say(day)])}
      />
    </Stack>
  );
}
