import { Checkbox, Group, Stack, TagsInput, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useController, useWatch, type UseFormReturn } from 'react-hook-form';
import { ChoiceField, SwitchField, TextField } from '../../forms/fields';
import { Card } from '../../parts/card';
import { useStore } from '../../session/store-context';
import { useGet } from '../../session/use-get';
import { useWords } from '../../words/words';
import { firstChoice } from '../taking/taken-methods';
import { useTakenMethods } from '../taking/use-taken-methods';
import { emptySale, methods, type SaleForm } from './sale';
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
        <MethodsField form={form} isEdit={isEdit} />
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

function MethodsField({ form, isEdit = false }: Pick<Props, 'form' | 'isEdit'>) {
  const say = useWords(saleWords);
  const taken = useTakenMethods();
  const { field, fieldState } = useController({
    control: form.control,
    name: 'methods',
    rules: { validate: (chosen) => chosen.length > 0 || say('noMethods') },
  });
  const { isDirty } = fieldState;
  const { resetField } = form;
  // What cannot be taken is not ticked on a new page, as long as its person has chosen nothing.
  useEffect(() => {
    if (isEdit || isDirty || taken === undefined) return;
    resetField('methods', { defaultValue: firstChoice(emptySale.methods, taken) });
  }, [isEdit, isDirty, taken, resetField]);
  // A link keeps the methods that it has.
  const kept = isEdit ? (form.formState.defaultValues?.methods ?? []) : [];
  const offered = methods.filter((method) => taken?.includes(method) !== false || kept.includes(method));
  return (
    <Checkbox.Group
      label={say('methods')}
      required
      error={fieldState.error?.message}
      value={field.value}
      onChange={field.onChange}
    >
      <Group mt={6} gap="lg">
        {offered.length === 0 && (
          <Text size="sm" c="dimmed">
            {say('noneTaken')}
          </Text>
        )}
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
