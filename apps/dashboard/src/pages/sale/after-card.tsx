import { Stack } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { TextField } from '../../forms/fields';
import { isWebAddress } from '../../format/web-address';
import { Card } from '../../parts/card';
import { useWords } from '../../words/words';
import { type SaleForm } from './sale';
import { saleWords } from './sale-words';

/** The last of the form, below what a screen shows first. */
const OptionsCard = lazy(async () => ({ default: (await import('./options-card')).OptionsCard }));

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
      <Suspense>
        <OptionsCard form={form} isEdit={isEdit} />
      </Suspense>
    </>
  );
}
