import type { UseFormReturn } from 'react-hook-form';
import { ChoiceField, toText, TextField } from '../../forms/fields';
import { MetadataField } from '../../forms/metadata-field';
import { MoreFields } from '../../forms/more-fields';
import { isPhone } from '../../format/phone';
import { isTaxId } from '@pitanga/core/identifiers';
import { useWords } from '../../words/words';
import { emptyCustomer, isEmail, isZipCode, states, type CustomerForm } from './customer-form';
import { customersWords } from './customers-words';

interface Props {
  readonly form: UseFormReturn<CustomerForm>;
  /** As it was before an edit: what stays is not held against the rules of today. */
  readonly before?: CustomerForm;
}

/** What a customer is asked for. */
export function CustomerFields({ form: { control, formState }, before = emptyCustomer }: Props) {
  const say = useWords(customersWords);
  const isNew = before === emptyCustomer;
  const rule = (name: 'email' | 'taxId' | 'cellphone' | 'zipCode', isRight: (text: string) => boolean) => ({
    validate: (typed: unknown) => {
      const text = toText(typed);
      return text === '' || text === before[name] || isRight(text) || say(`${name}Wrong`);
    },
  });
  const otherStates = before.state === '' || states.includes(before.state) ? [] : [before.state];
  return (
    <div className="field-grid">
      <TextField control={control} name="name" label={say('name')} maxLength={200} />
      <TextField
        control={control}
        name="email"
        type="email"
        label={say('email')}
        maxLength={254}
        isRequired={isNew || before.email !== ''}
        rules={rule('email', isEmail)}
      />
      <div className="field-pair">
        <TextField
          control={control}
          name="taxId"
          label={say('taxId')}
          description={say('taxIdHint')}
          maxLength={20}
          rules={rule('taxId', isTaxId)}
        />
        <TextField
          control={control}
          name="cellphone"
          type="tel"
          label={say('cellphone')}
          description={say('cellphoneHint')}
          maxLength={30}
          rules={rule('cellphone', isPhone)}
        />
      </div>
      <MoreFields hasError={formState.errors.zipCode !== undefined}>
        {isNew || (
          <>
            <TextField
              control={control}
              name="address"
              label={say('address')}
              description={say('addressHint')}
              maxLength={200}
            />
            <div className="field-pair">
              <TextField control={control} name="city" label={say('city')} maxLength={100} />
              <ChoiceField
                control={control}
                name="state"
                label={say('state')}
                choices={[['', say('noState')], ...[...otherStates, ...states].map((state) => [state, state] as const)]}
              />
            </div>
          </>
        )}
        <TextField
          control={control}
          name="zipCode"
          label={say('zipCode')}
          maxLength={20}
          inputMode="numeric"
          rules={rule('zipCode', isZipCode)}
        />
        <MetadataField control={control} name="metadata" />
      </MoreFields>
    </div>
  );
}
