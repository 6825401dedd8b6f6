import { useNavigate } from '@tanstack/react-router';
import { useForm, useWatch } from 'react-hook-form';
import { useToasts } from '../../actions/toasts';
import { usePost } from '../../actions/use-post';
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
import { CustomerFields } from './customer-fields';
import { createBody, emptyCustomer, isAnother, nameOf, type CustomerForm } from './customer-form';
import { customersWords } from './customers-words';

/** A new customer. */
export function CreateCustomerPage() {
  const say = useWords(customersWords);
  const common = useWords(commonWords);
  const { key, pathOf } = useStore();
  const toasts = useToasts();
  const navigate = useNavigate();
  const form = useForm<CustomerForm>({ defaultValues: emptyCustomer, mode: 'onTouched' });
  const values = useWatch({ control: form.control }) as CustomerForm;
  const create = usePost('/v2/customers/create', {
    refreshes: [key('customers')],
    onDone: (customer, body) => {
      if (isAnother(customer, body)) {
        form.setError('taxId', { message: say('taxIdTaken', { name: nameOf(customer) }) }, { shouldFocus: true });
        return;
      }
      toasts.show(say('created'));
      void navigate({ to: pathOf(recordPaths.CUSTOMER(customer.id)) });
    },
  });
  return (
    <Page title={say('create')} parent={{ path: '/customers', title: say('title') }}>
      <RecordForm form={form} verb={say('create')} action={create} cancelTo="/customers" toInput={createBody}>
        <Columns
          aside={
            <Card title={common('sameInCode')}>
              <CodeSample code={curl('POST', '/v2/customers/create', createBody(values))} />
            </Card>
          }
        >
          <Card>
            <CustomerFields form={form} />
          </Card>
        </Columns>
      </RecordForm>
    </Page>
  );
}
