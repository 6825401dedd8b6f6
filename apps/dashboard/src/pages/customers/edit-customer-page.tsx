import { Text } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { usePost } from '../../actions/use-post';
import { RecordForm } from '../../forms/record-form';
import { Card } from '../../parts/card';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { recordPaths } from '../../parts/record-paths';
import { useStore } from '../../session/store-context';
import { useGet } from '../../session/use-get';
import { commonWords } from '../../words/common-words';
import { useWords } from '../../words/words';
import { CustomerFields } from './customer-fields';
import { formOf, nameOf, updateBody, type Customer, type CustomerForm } from './customer-form';
import { customersWords } from './customers-words';

/** Changes a customer. */
export function EditCustomerPage() {
  const say = useWords(customersWords);
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useGet('/v2/customers/get', ['customers', 'one', id], { id });
  const parent = { path: recordPaths.CUSTOMER(id), title: query.data ? nameOf(query.data) : id };
  return (
    <Page title={say('edit')} parent={parent}>
      <Loaded query={query}>{(customer) => <EditForm customer={customer} />}</Loaded>
    </Page>
  );
}

function EditForm({ customer }: { readonly customer: Customer }) {
  const say = useWords(customersWords);
  const common = useWords(commonWords);
  const { key, pathOf } = useStore();
  const navigate = useNavigate();
  const path = recordPaths.CUSTOMER(customer.id);
  const before = formOf(customer);
  const form = useForm<CustomerForm>({ values: before, resetOptions: { keepDirtyValues: true }, mode: 'onTouched' });
  const update = usePost('/v2/customers/update', {
    refreshes: [key('customers')],
    done: say('saved'),
    onDone: () => void navigate({ to: pathOf(path) }),
  });
  return (
    <RecordForm
      form={form}
      verb={common('save')}
      action={update}
      cancelTo={path}
      toInput={(submitted) => updateBody(submitted, customer)}
    >
      <Card>
        <CustomerFields form={form} before={before} />
        <Text size="sm" c="dimmed" mt="md">
          {say('editHint')}
        </Text>
      </Card>
    </RecordForm>
  );
}
