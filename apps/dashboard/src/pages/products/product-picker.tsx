import { Anchor, Text } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import { record } from '../../api/problem';
import type { ApiRecord } from '../../api/records';
import { toText, useField, type FieldProps } from '../../forms/fields';
import { RecordPicker, type PickerProps } from '../../forms/record-picker';
import { formatMoney } from '../../format/money';
import { StoreLink } from '../../parts/store-link';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { productPickerWords } from './product-picker-words';

type Product = ApiRecord<'Product'>;

interface Props extends PickerProps<Product> {
  /** Those that renew alone, or those sold once or by use alone; all without. */
  readonly isRecurring?: boolean;
}

const limit = 20;

/** One active product, found by its name, external id or id. */
export function ProductPicker({ isRecurring, ...rest }: Props) {
  const say = useWords(productPickerWords);
  const { language } = useLanguage();
  const { api, may } = useStore();
  const isOffered = ({ cycle }: Product) => isRecurring === undefined || isRecurring === (cycle !== null);
  return (
    <RecordPicker
      placeholder={say('placeholder')}
      {...rest}
      kind="products"
      {...(isRecurring === undefined ? {} : { offer: isRecurring ? 'recurring' : 'once' })}
      load={async (text, signal) => {
        const search = text === '' ? {} : { search: text };
        // More are asked for where some of them are left out.
        const query = { status: 'ACTIVE', limit: isRecurring === undefined ? limit : 100, ...search } as const;
        const found = await record(api.GET('/v2/products/list', { params: { query }, signal }));
        return found.filter(isOffered).slice(0, limit);
      }}
      loadOne={(id, signal) => record(api.GET('/v2/products/get', { params: { query: { id } }, signal }))}
      toOption={({ id, name, price, cycle }) => ({
        id,
        title: name,
        detail: `${formatMoney(price, language)} ${say(cycle ?? 'once')}`,
      })}
      empty={
        <Text size="sm" c="dimmed">
          {say('empty')}{' '}
          {may('PRODUCT:CREATE') && (
            <Anchor component={StoreLink} to="/products/create">
              {say('create')}
            </Anchor>
          )}
        </Text>
      }
    />
  );
}

/** A {@link ProductPicker} of a form; the field holds the product's id. */
export function ProductField<Values extends FieldValues>(
  props: FieldProps<Values> &
    Pick<Props, 'isRecurring'> & { readonly onPicked?: (product: Product | undefined) => void },
) {
  const { held, shared } = useField(props);
  const { required, disabled, ...rest } = shared;
  return (
    <ProductPicker
      {...rest}
      {...(props.isRecurring === undefined ? {} : { isRecurring: props.isRecurring })}
      isRequired={required}
      isDisabled={disabled}
      value={toText(held.value)}
      onChange={(id, product) => {
        held.onChange(id);
        props.onPicked?.(product);
      }}
    />
  );
}
