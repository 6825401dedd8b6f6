import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useToasts } from '../../actions/toasts';
import { CreatePage } from '../../forms/create-page';
import { Card } from '../../parts/card';
import { recordPaths } from '../../parts/record-paths';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { CustomerFields } from './customer-fields';
import { createBody, emptyCustomer, isAnother, displayName, type CustomerForm } from './customer-form';
import { customersWords } from './customers-words';

/** A new customer. */
export function CreateCustomerPage() {
  const say = useWords(customersWords);
  const { key, storePath } = useStore();
  const toasts = useToasts();
  const navigate = useNavigate();
  const form = useForm<CustomerForm>({ defaultValues: emptyCustomer, mode: 'onTouched' });
  return (
    <CreatePage
      form={form}
      path="/v2/customers/create"
      title={say('create')}
      list={{ path: '/customers', title: say('title') }}
      toInput={createBody}
      refreshes={[key('customers')]}
      onDone={(customer, body) => {
        if (isAnother(customer, body)) {
          form.setError(
            'taxId',
            { message: say('taxIdTaken', { name: displayName(customer) }) },
            { shouldFocus: true },
          );
          return;
        }
        toasts.show(say('created'));
        void navigate({ to: storePath(recordPaths.CUSTOMER(customer.id)) });
      }}
    >
      <Card>
        <CustomerFields form={form} />
      </Card>
    </CreatePage>
  );
}
