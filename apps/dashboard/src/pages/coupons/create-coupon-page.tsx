import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { ChoiceField, MoneyField, NumberField, toText, TextField } from '../../forms/fields';
import { MetadataField } from '../../forms/metadata-field';
import { MoreFields } from '../../forms/more-fields';
import { CreatePage } from '../../forms/create-page';
import { Card } from '../../parts/card';
import { recordPaths } from '../../parts/record-paths';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import {
  couponBody,
  emptyCoupon,
  endsAfterStart,
  fixedMax,
  fixedMin,
  isCode,
  parsePercent,
  repeatsMax,
  type CouponForm,
} from './coupon-form';
import { couponsWords } from './coupons-words';

/** A new coupon: its code, what it takes off, and how often. */
export function CreateCouponPage() {
  const say = useWords(couponsWords);
  const { key } = useStore();
  const form = useForm<CouponForm>({ defaultValues: emptyCoupon, mode: 'onTouched' });
  return (
    <CreatePage
      form={form}
      path="/v2/coupons/create"
      title={say('create')}
      list={{ path: '/coupons', title: say('title') }}
      toInput={couponBody}
      refreshes={[key('coupons')]}
      done={say('created')}
      opens={({ id }) => recordPaths.COUPON(id)}
    >
      <Card>
        <CouponFields form={form} kind={useWatch({ control: form.control, name: 'discountKind' })} />
      </Card>
    </CreatePage>
  );
}

interface FieldsProps {
  readonly form: UseFormReturn<CouponForm>;
  readonly kind: CouponForm['discountKind'];
}

function CouponFields({ form, kind }: FieldsProps) {
  const say = useWords(couponsWords);
  const { control } = form;
  return (
    <div className="field-grid">
      <TextField
        control={control}
        name="code"
        label={say('code')}
        description={say('codeHint')}
        maxLength={50}
        placeholder="BEMVINDO10"
        isRequired
        rules={{ validate: (text) => isCode(toText(text)) || say('codeWrong') }}
      />
      <div className="field-pair">
        <ChoiceField
          control={control}
          name="discountKind"
          label={say('kind')}
          choices={[
            ['PERCENTAGE', say('PERCENTAGE')],
            ['FIXED', say('FIXED')],
          ]}
        />
        <DiscountField control={control} kind={kind} />
      </div>
      <NumberField
        control={control}
        name="maxRedeems"
        label={say('maxRedeems')}
        description={say('maxRedeemsHint')}
        rules={{ validate: (limit) => limit === undefined || Number(limit) >= 1 || say('maxRedeemsWrong') }}
      />
      <ValidityFields form={form} />
      <DurationFields form={form} />
      <MoreFields hasError={false}>
        <TextField
          control={control}
          name="notes"
          label={say('notes')}
          description={say('notesHint')}
          maxLength={500}
          rows={3}
        />
        <MetadataField control={control} name="metadata" />
      </MoreFields>
    </div>
  );
}

function ValidityFields({ form: { control, getValues } }: Pick<FieldsProps, 'form'>) {
  const say = useWords(couponsWords);
  return (
    <div className="field-pair">
      <TextField
        control={control}
        name="startsAt"
        type="datetime-local"
        label={say('startsAt')}
        description={say('startsAtHint')}
      />
      <TextField
        control={control}
        name="expiresAt"
        type="datetime-local"
        label={say('expiresAt')}
        description={say('expiresAtHint')}
        rules={{ validate: () => endsAfterStart(getValues()) || say('expiresAtWrong') }}
      />
    </div>
  );
}

/** Which charges of a subscription have the discount. */
function DurationFields({ form: { control } }: Pick<FieldsProps, 'form'>) {
  const say = useWords(couponsWords);
  const isRepeating = useWatch({ control, name: 'duration' }) === 'REPEATING';
  return (
    <div className="field-pair">
      <ChoiceField
        control={control}
        name="duration"
        label={say('duration')}
        description={say('durationHint')}
        choices={[
          ['ONCE', say('ONCE')],
          ['REPEATING', say('REPEATING')],
          ['FOREVER', say('FOREVER')],
        ]}
      />
      {isRepeating && (
        <NumberField
          control={control}
          name="durationInCycles"
          label={say('durationInCycles')}
          isRequired
          rules={{
            validate: (count) => (Number(count) >= 1 && Number(count) <= repeatsMax) || say('durationInCyclesWrong'),
          }}
        />
      )}
    </div>
  );
}

/** Either of the two: each has its own field, so that a change of the kind loses nothing typed. */
function DiscountField({
  control,
  kind,
}: { readonly control: UseFormReturn<CouponForm>['control'] } & Pick<FieldsProps, 'kind'>) {
  const say = useWords(couponsWords);
  if (kind === 'FIXED') {
    return (
      <MoneyField
        key="amount"
        control={control}
        name="amount"
        label={say('amount')}
        isRequired
        rules={{ validate: (cents) => (Number(cents) >= fixedMin && Number(cents) <= fixedMax) || say('amountWrong') }}
      />
    );
  }
  return (
    <TextField
      key="percent"
      control={control}
      name="percent"
      label={say('percent')}
      placeholder={say('percentHint')}
      inputMode="decimal"
      maxLength={8}
      isRequired
      rules={{ validate: (text) => parsePercent(toText(text)) !== undefined || say('percentWrong') }}
    />
  );
}
