import { Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { EditForm } from '../../forms/edit-form';
import { Card } from '../../parts/card';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { recordPaths } from '../../parts/record-paths';
import { useStore } from '../../session/store-context';
import { useGet } from '../../session/use-get';
import { useWords } from '../../words/words';
import { CustomerFields } from './customer-fields';
import { toForm, displayName, updateBody, type Customer, type CustomerForm } from './customer-form';
import { customersWords } from './customers-words';

/** Changes a customer. */
export function EditCustomerPage() {
  const say = useWords(customersWords);
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useGet('/v2/customers/get', ['customers', 'one', id], { id });
  const parent = { path: recordPaths.CUSTOMER(id), title: query.data ? displayName(query.data) : id };
  return (
    <Page title={say('edit')} parent={parent}>
      <Loaded query={query}>{(customer) => <EditCustomer customer={customer} />}</Loaded>
    </Page>
  );
}

function EditCustomer({ customer }: { readonly customer: Customer }) {
  const say = useWords(customersWords);
  const { key } = useStore();
  const before = toForm(customer);
  const form = useForm<CustomerForm>({ values: before, resetOptions: { keepDirtyValues: true }, mode: 'onTouched' });
  return (
    <EditForm
      form={form}
      path="/v2/customers/update"
      toInput={(values) => updateBody(values, customer)}
      refreshes={[key('customers')]}
      done={say('saved')}
      opens={recordPaths.CUSTOMER(customer.id)}
    >
      <Card>
        <CustomerFields form={form} before={before} />
        <Text size="sm" c="dimmed" mt="md">
          {say('editHint')}
        </Text>
      </Card>
    </EditForm>
  );
}
