import { Stack, Text } from '@mantine/core';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { usePost } from '../../actions/use-post';
import type { ApiRecord } from '../../api/records';
import { ChoiceField, TextField } from '../../forms/fields';
import { shortAddress } from '../../forms/picture-address';
import { PictureField } from '../../forms/picture-field';
import { RecordForm } from '../../forms/record-form';
import { Card } from '../../parts/card';
import { Facts } from '../../parts/facts';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { useStore } from '../../session/store-context';
import { useGet } from '../../session/use-get';
import { payerWords } from '../../words/payer-words';
import { useWords } from '../../words/words';
import { PagePreview } from '../sale/page-preview';
import { SettingsTabs } from '../settings/settings-tabs';
import { brandBody, formOfStore, isEmail, isLogo, shownBrand, type BrandForm } from './brand-form';
import { brandingWords } from './branding-words';
import { ColorField } from './color-field';

type Store = ApiRecord<'Store'>;

/** Four times as sharp as it is shown, and what the API takes. */
const logoLimits = { edgeMax: 192, charactersMax: 40_000 };

const rules = ['NEVER', 'OPTIONAL', 'REQUIRED'] as const;

/** How payment pages look and what they ask, with such a page beside it. */
export function BrandingPage() {
  const say = useWords(brandingWords);
  const { may } = useStore();
  const query = useGet('/v2/store/get', ['store', 'brand']);
  return (
    <Page title={say('title')}>
      <SettingsTabs />
      <Loaded query={query}>
        {(store) => (may('STORE:UPDATE') ? <EditBrand store={store} /> : <ShownBrand store={store} />)}
      </Loaded>
    </Page>
  );
}

function EditBrand({ store }: { readonly store: Store }) {
  const say = useWords(brandingWords);
  const { key } = useStore();
  const form = useForm<BrandForm>({ values: formOfStore(store), resetOptions: { keepDirtyValues: true } });
  const values = useWatch({ control: form.control }) as BrandForm;
  const save = usePost('/v2/store/update', {
    refreshes: [key('store'), key('page-preview')],
    done: say('saved'),
  });
  return (
    <div className="preview-columns">
      <RecordForm form={form} verb={say('save')} action={save} toInput={brandBody}>
        <BrandCard form={form} name={store.name} />
        <PayerCard form={form} />
      </RecordForm>
      <div className="preview-side">
        <PagePreview page={{ ...shownBrand(values), methods: store.methods }} methods={store.methods} />
      </div>
    </div>
  );
}

function BrandCard({ form, name }: { readonly form: UseFormReturn<BrandForm>; readonly name: string }) {
  const say = useWords(brandingWords);
  const { control } = form;
  return (
    <Card title={say('brand')}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {say('brandHint')}
        </Text>
        <TextField
          control={control}
          name="displayName"
          maxLength={60}
          label={say('displayName')}
          description={say('displayNameHint', { name })}
        />
        <PictureField
          control={control}
          name="logoUrl"
          limits={logoLimits}
          label={say('logoUrl')}
          description={say('logoHint')}
          rules={{ validate: (text) => isLogo(text) || say('badLogo') }}
        />
        <ColorField control={control} />
        <TextField
          control={control}
          name="supportEmail"
          type="email"
          inputMode="email"
          maxLength={254}
          label={say('supportEmail')}
          description={say('supportHint')}
          rules={{ validate: (text) => isEmail(text) || say('badEmail') }}
        />
      </Stack>
    </Card>
  );
}

function PayerCard({ form }: { readonly form: UseFormReturn<BrandForm> }) {
  const say = useWords(payerWords);
  const choices = rules.map((rule) => [rule, say(rule)] as const);
  return (
    <Card title={say('payer')}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {say('payerHint')}
        </Text>
        <ChoiceField control={form.control} name="email" label={say('email')} choices={choices} />
        <ChoiceField control={form.control} name="cellphone" label={say('cellphone')} choices={choices} />
      </Stack>
    </Card>
  );
}

/** For whom may read the store and not change it. */
function ShownBrand({ store: { name, branding, payerFields } }: { readonly store: Store }) {
  const say = useWords(brandingWords);
  const sayPayer = useWords(payerWords);
  return (
    <Card title={say('brand')}>
      <Text size="sm" c="dimmed" mb="sm">
        {say('readOnly')}
      </Text>
      <Facts
        facts={[
          [say('displayName'), branding.displayName ?? name],
          [say('logoUrl'), shortAddress(branding.logoUrl ?? say('none'))],
          [say('color'), branding.color ?? say('colorDefault')],
          [say('supportEmail'), branding.supportEmail ?? say('none')],
          [sayPayer('email'), sayPayer(payerFields.email)],
          [sayPayer('cellphone'), sayPayer(payerFields.cellphone)],
        ]}
      />
    </Card>
  );
}
