import { isWebAddress } from '../../format/web-address';
import { Stack } from '@mantine/core';
import type { UseFormReturn } from 'react-hook-form';
import { SwitchField, TextField } from '../../forms/fields';
import { MetadataField } from '../../forms/metadata-field';
import { Card } from '../../parts/card';
import { commonWords } from '../../words/common-words';
import { useWords } from '../../words/words';
import { type SaleForm } from './sale';
import { saleWords } from './sale-words';

interface Props {
  readonly form: UseFormReturn<SaleForm>;
  /** A link that exists keeps its external id and what its page leaves out. */
  readonly isEdit?: boolean;
}

/** Where the buyer goes, and what the store's own systems know it by. */
export function AfterCard({ form, isEdit = false }: Props) {
  const say = useWords(saleWords);
  const { control } = form;
  const rules = { validate: (text: unknown) => isWebAddress(String(text)) || say('badUrl') };
  return (
    <>
      <Card title={say('after')}>
        <Stack gap="md">
          <TextField
            control={control}
            name="completionUrl"
            type="url"
            inputMode="url"
            maxLength={2048}
            placeholder="https://"
            label={say('completionUrl')}
            description={say('completionHint')}
            rules={rules}
          />
          <TextField
            control={control}
            name="returnUrl"
            type="url"
            inputMode="url"
            maxLength={2048}
            placeholder="https://"
            label={say('returnUrl')}
            description={say('returnHint')}
            rules={rules}
          />
        </Stack>
      </Card>
      <OptionsCard form={form} isEdit={isEdit} />
    </>
  );
}

function OptionsCard({ form, isEdit = false }: Props) {
  const say = useWords(saleWords);
  const common = useWords(commonWords);
  const { control } = form;
  return (
    <Card title={common('moreOptions')}>
      <Stack gap="md">
        {!isEdit && (
          <>
            <SwitchField
              control={control}
              name="skipCustomer"
              label={say('skipCustomer')}
              description={say('skipCustomerHint')}
            />
            <SwitchField control={control} name="skipReview" label={say('skipReview')} />
            <TextField
              control={control}
              name="externalId"
              maxLength={255}
              label={say('externalId')}
              description={say('externalIdHint')}
            />
          </>
        )}
        <MetadataField control={control} name="metadata" />
      </Stack>
    </Card>
  );
}
