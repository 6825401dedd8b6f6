import { useNavigate } from '@tanstack/react-router';
import { useForm, useWatch } from 'react-hook-form';
import { usePost } from '../../actions/use-post';
import { RecordForm } from '../../forms/record-form';
import { Card } from '../../parts/card';
import { CodeSample } from '../../parts/code-sample';
import { curl } from '../../parts/curl';
import { Page } from '../../parts/page';
import { useStore } from '../../session/store-context';
import { commonWords } from '../../words/common-words';
import { useWords } from '../../words/words';
import { CustomerField } from '../customers/customer-picker';
import { PagePreview } from '../links/preview/page-preview';
import { AfterCard } from '../links/sale/after-card';
import { ItemsCard } from '../links/sale/items-card';
import { PaymentCard } from '../links/sale/payment-card';
import { checkoutBody, emptySale, methods, previewOf, type SaleForm } from '../links/sale/sale';
import { saleWords } from '../links/sale/sale-words';
import { checkoutsWords } from './checkouts-words';

/** A new checkout, with its page beside the form. */
export function CreateCheckoutPage() {
  const say = useWords(checkoutsWords);
  const saySale = useWords(saleWords);
  const common = useWords(commonWords);
  const { key, pathOf } = useStore();
  const navigate = useNavigate();
  const form = useForm<SaleForm>({ defaultValues: emptySale });
  const values = useWatch({ control: form.control }) as SaleForm;
  const create = usePost('/v2/checkouts/create', {
    refreshes: [key('checkouts')],
    done: say('created'),
    onDone: ({ id }) => void navigate({ to: pathOf(`/checkouts/${id}`) }),
  });
  return (
    <Page title={say('createTitle')} parent={{ path: '/checkouts', title: say('title') }}>
      <div className="preview-columns">
        <RecordForm form={form} verb={say('create')} action={create} cancelTo="/checkouts" toInput={checkoutBody}>
          <ItemsCard form={form} />
          <Card title={saySale('customer')}>
            <CustomerField
              control={form.control}
              name="customerId"
              label={saySale('customer')}
              description={saySale('customerHint')}
            />
          </Card>
          <PaymentCard form={form} hasDueDate />
          <AfterCard form={form} />
        </RecordForm>
        <div className="preview-side">
          <PagePreview page={previewOf(values)} methods={methods.filter((method) => values.methods.includes(method))} />
          <Card title={common('sameInCode')}>
            <CodeSample code={curl('POST', '/v2/checkouts/create', checkoutBody(values))} />
          </Card>
        </div>
      </div>
    </Page>
  );
}
