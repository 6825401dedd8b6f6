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
  readonly isEdit: boolean;
}

/** What few pages need: who is not asked for their data, the store's own id, metadata. */
export function OptionsCard({ form, isEdit }: Props) {
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
