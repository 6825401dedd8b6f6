import { Checkbox, Group, Stack, TagsInput } from '@mantine/core';
import { useController, useWatch, type UseFormReturn } from 'react-hook-form';
import { ChoiceField, SwitchField, TextField } from '../../forms/fields';
import { Card } from '../../parts/card';
import { useStore } from '../../session/store-context';
import { useGet } from '../../session/use-get';
import { useWords } from '../../words/words';
import { methods, type SaleForm } from './sale';
import { saleWords } from './sale-words';

const installmentsMax = 12;

interface Props {
  readonly form: UseFormReturn<SaleForm>;
  /** A link that exists keeps its installments. */
  readonly isEdit?: boolean;
  /** A checkout's boleto may have a due date. */
  readonly hasDueDate?: boolean;
}

/** How the page is paid: methods, installments, coupons. */
export function PaymentCard({ form, isEdit = false, hasDueDate = false }: Props) {
  const say = useWords(saleWords);
  const { control } = form;
  const accepted = useWatch({ control, name: 'methods' });
  return (
    <Card title={say('payment')}>
      <Stack gap="md">
        <MethodsField form={form} />
        {!isEdit && accepted.includes('CARD') && (
          <>
            <ChoiceField
              control={control}
              name="maxInstallments"
              label={say('installments')}
              choices={Array.from({ length: installmentsMax }, (_, index) => {
                const count = index + 1;
                return [String(count), count === 1 ? say('once') : say('upTo', { count })] as const;
              })}
            />
            <SwitchField
              control={control}
              name="passFees"
              label={say('passFees')}
              description={say('passFeesHint')}
              isRequired={false}
            />
          </>
        )}
        {hasDueDate && accepted.includes('BOLETO') && (
          <TextField
            control={control}
            name="dueDate"
            type="date"
            label={say('dueDate')}
            description={say('dueDateHint')}
          />
        )}
        <CouponsField form={form} />
      </Stack>
    </Card>
  );
}

function MethodsField({ form }: Pick<Props, 'form'>) {
  const say = useWords(saleWords);
  const { data: store } = useGet('/v2/store/get', ['store', 'methods']);
  const { field, fieldState } = useController({
    control: form.control,
    name: 'methods',
    rules: { validate: (chosen) => chosen.length > 0 || say('noMethods') },
  });
  const offered = methods.filter((method) => store === undefined || store.methods.includes(method));
  return (
    <Checkbox.Group
      label={say('methods')}
      required
      error={fieldState.error?.message}
      value={field.value}
      onChange={field.onChange}
    >
      <Group mt={6} gap="lg">
        {offered.map((method, index) => (
          <Checkbox key={method} value={method} label={say(method)} {...(index === 0 ? { ref: field.ref } : {})} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

function CouponsField({ form }: Pick<Props, 'form'>) {
  const say = useWords(saleWords);
  const { may } = useStore();
  const { data: coupons = [] } = useGet(
    '/v2/coupons/list',
    ['coupons', 'active'],
    { status: 'ACTIVE', limit: 100 },
    { enabled: may('COUPON:READ') },
  );
  const { field } = useController({ control: form.control, name: 'coupons' });
  return (
    <TagsInput
      label={say('coupons')}
      description={say('couponsHint')}
      placeholder={field.value.length === 0 ? say('couponsPlaceholder') : ''}
      data={coupons.map(({ id }) => id)}
      maxTags={50}
      maxLength={50}
      acceptValueOnBlur
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
    />
  );
}
