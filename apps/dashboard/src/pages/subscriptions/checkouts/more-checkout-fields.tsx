import { isWebAddress } from '../../../format/web-address';
import type { UseFormReturn } from 'react-hook-form';
import { ChoiceField, NumberField, TextField } from '../../../forms/fields';
import { MetadataField } from '../../../forms/metadata-field';
import { MoreFields } from '../../../forms/more-fields';
import { Card } from '../../../parts/card';
import { useWords } from '../../../words/words';
import { parseCodes, type CheckoutForm } from './checkout-form';
import { checkoutWords } from './checkout-words';

interface Props {
  readonly form: UseFormReturn<CheckoutForm>;
  readonly byPix: boolean;
}

/** The rarer fields: coupons, addresses, retries, the Pix authorisation, metadata. */
export function MoreCheckoutFields({ form: { control, formState }, byPix }: Props) {
  const say = useWords(checkoutWords);
  const { errors } = formState;
  const hasError = Object.keys(errors).some((name) => !['productId', 'quantity', 'byCard'].includes(name));
  const number = (name: 'maxRetry' | 'retryEvery', max: number) => ({
    control,
    name,
    label: say(name),
    isRequired: true,
    rules: {
      validate: (value: unknown) => (typeof value === 'number' && value >= 1 && value <= max) || say(`${name}Wrong`),
    },
  });
  const address = (name: 'returnUrl' | 'completionUrl') => ({
    control,
    name,
    type: 'url' as const,
    label: say(name),
    description: say(`${name}Hint`),
    placeholder: 'https://',
    maxLength: 2048,
    rules: { validate: (text: unknown) => isWebAddress(String(text)) || say('urlWrong') },
  });
  return (
    <Card>
      <MoreFields hasError={hasError}>
        <TextField
          control={control}
          name="coupons"
          label={say('coupons')}
          description={say('couponsHint')}
          maxLength={2600}
          rules={{ validate: (text: unknown) => areCodes(String(text)) || say('couponsWrong') }}
        />
        <TextField
          control={control}
          name="externalId"
          label={say('externalId')}
          description={say('externalIdHint')}
          maxLength={255}
        />
        <NumberField {...number('maxRetry', 10)} description={say('maxRetryHint')} />
        <NumberField {...number('retryEvery', 30)} />
        {byPix && (
          <ChoiceField
            control={control}
            name="pixAuthorization"
            label={say('pixAuthorization')}
            description={say('pixAuthorizationHint')}
            choices={(['REQUIRED', 'OPTIONAL'] as const).map((value) => [value, say(value)])}
          />
        )}
        <TextField {...address('returnUrl')} />
        <TextField {...address('completionUrl')} />
        <MetadataField control={control} name="metadata" />
      </MoreFields>
    </Card>
  );
}

function areCodes(text: string): boolean {
  const codes = parseCodes(text);
  return codes.length <= 50 && codes.every((code) => code.length <= 50);
}
