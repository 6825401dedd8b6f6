import { Anchor, Text } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import { record } from '../../api/problem';
import type { ApiRecord } from '../../api/records';
import { toText, useField, type FieldProps } from '../../forms/fields';
import { RecordPicker, type PickerProps } from '../../forms/record-picker';
import { punctuatedTaxId } from '@pitanga/core/identifiers';
import { StoreLink } from '../../parts/store-link';
import { useStore } from '../../session/store-context';
import { defineWords, useWords } from '../../words/words';
import { toCustomerFilter } from './customer-search';

const customerPickerWords = defineWords(
  {
    placeholder: 'Busque por nome, e-mail, CPF/CNPJ ou telefone',
    empty: 'Ainda não há clientes.',
    create: 'Cadastrar um cliente',
    unnamed: 'Sem nome',
  },
  {
    placeholder: 'Search by name, e-mail, tax id or phone',
    empty: 'There are no customers yet.',
    create: 'Create a customer',
    unnamed: 'No name',
  },
);

type Customer = ApiRecord<'Customer'>;

const limit = 20;

/** One customer, found by name, e-mail, tax id, phone or id. */
function CustomerPicker(props: PickerProps<Customer>) {
  const say = useWords(customerPickerWords);
  const { api, may } = useStore();
  return (
    <RecordPicker
      placeholder={say('placeholder')}
      {...props}
      kind="customers"
      load={(text, signal) =>
        record(api.GET('/v2/customers/list', { params: { query: { ...toCustomerFilter(text), limit } }, signal }))
      }
      loadOne={(id, signal) => record(api.GET('/v2/customers/get', { params: { query: { id } }, signal }))}
      toOption={({ id, name, email, taxId }) => ({
        id,
        title: name || email || say('unnamed'),
        detail: [name === '' ? '' : email, punctuatedTaxId(taxId)].filter((text) => text !== '').join(' · '),
      })}
      empty={
        <Text size="sm" c="dimmed">
          {say('empty')}{' '}
          {may('CUSTOMER:CREATE') && (
            <Anchor component={StoreLink} to="/customers/create">
              {say('create')}
            </Anchor>
          )}
        </Text>
      }
    />
  );
}

/** A {@link CustomerPicker} of a form; the field holds the customer's id. */
export function CustomerField<Values extends FieldValues>(
  props: FieldProps<Values> & { readonly onPicked?: (customer: Customer | undefined) => void },
) {
  const { held, shared } = useField(props);
  const { required, disabled, ...rest } = shared;
  return (
    <CustomerPicker
      {...rest}
      isRequired={required}
      isDisabled={disabled}
      value={toText(held.value)}
      onChange={(id, customer) => {
        held.onChange(id);
        props.onPicked?.(customer);
      }}
    />
  );
}
