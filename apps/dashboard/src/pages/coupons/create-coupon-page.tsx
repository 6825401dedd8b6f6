import { useNavigate } from '@tanstack/react-router';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { usePost } from '../../actions/use-post';
import { ChoiceField, MoneyField, NumberField, textOf, TextField } from '../../forms/fields';
import { MetadataField } from '../../forms/metadata-field';
import { MoreFields } from '../../forms/more-fields';
import { RecordForm } from '../../forms/record-form';
import { Card } from '../../parts/card';
import { CodeSample } from '../../parts/code-sample';
import { Columns } from '../../parts/columns';
import { curl } from '../../parts/curl';
import { Page } from '../../parts/page';
import { recordPaths } from '../../parts/record-paths';
import { useStore } from '../../session/store-context';
import { commonWords } from '../../words/common-words';
import { useWords } from '../../words/words';
import { couponBody, emptyCoupon, fixedMax, fixedMin, isCode, parsePercent, type CouponForm } from './coupon-form';
import { couponsWords } from './coupons-words';

/** A new coupon: its code, what it takes off, and how often. */
export function CreateCouponPage() {
  const say = useWords(couponsWords);
  const common = useWords(commonWords);
  const { key, pathOf } = useStore();
  const navigate = useNavigate();
  const form = useForm<CouponForm>({ defaultValues: emptyCoupon, mode: 'onTouched' });
  const values = useWatch({ control: form.control }) as CouponForm;
  const create = usePost('/v2/coupons/create', {
    refreshes: [key('coupons')],
    done: say('created'),
    onDone: ({ id }) => void navigate({ to: pathOf(recordPaths.COUPON(id)) }),
  });
  return (
    <Page title={say('create')} parent={{ path: '/coupons', title: say('title') }}>
      <RecordForm form={form} verb={say('create')} action={create} cancelTo="/coupons" toInput={couponBody}>
        <Columns
          aside={
            <Card title={common('sameInCode')}>
              <CodeSample code={curl('POST', '/v2/coupons/create', couponBody(values))} />
            </Card>
          }
        >
          <Card>
            <CouponFields form={form} kind={values.discountKind} />
          </Card>
        </Columns>
      </RecordForm>
    </Page>
  );
}

interface FieldsProps {
  readonly form: UseFormReturn<CouponForm>;
  readonly kind: CouponForm['discountKind'];
}

function CouponFields({ form: { control }, kind }: FieldsProps) {
  const say = useWords(couponsWords);
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
        rules={{ validate: (text) => isCode(textOf(text)) || say('codeWrong') }}
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
      rules={{ validate: (text) => parsePercent(textOf(text)) !== undefined || say('percentWrong') }}
    />
  );
}
