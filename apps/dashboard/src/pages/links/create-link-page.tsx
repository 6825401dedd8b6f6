import { useNavigate } from '@tanstack/react-router';
import { useForm, useWatch } from 'react-hook-form';
import { usePost } from '../../actions/use-post';
import { RecordForm } from '../../forms/record-form';
import { useFilters } from '../../lists/filters';
import { Card } from '../../parts/card';
import { CodeSample } from '../../parts/code-sample';
import { curl } from '../../parts/curl';
import { Page } from '../../parts/page';
import { useStore } from '../../session/store-context';
import { commonWords } from '../../words/common-words';
import { useWords } from '../../words/words';
import { linksWords } from './links-words';
import { PagePreview } from './preview/page-preview';
import { AfterCard } from './sale/after-card';
import { ItemsCard } from './sale/items-card';
import { PaymentCard } from './sale/payment-card';
import { emptySale, linkBody, methods, previewOf, type SaleForm } from './sale/sale';

/** A new payment link, with its page beside the form. */
export function CreateLinkPage() {
  const say = useWords(linksWords);
  const common = useWords(commonWords);
  const { key, pathOf } = useStore();
  const navigate = useNavigate();
  // A product's page comes with the product.
  const { productId: product = '' } = useFilters().filters;
  const form = useForm<SaleForm>({ defaultValues: { ...emptySale, lines: [{ product, quantity: 1 }] } });
  const values = useWatch({ control: form.control }) as SaleForm;
  const create = usePost('/v2/payment-links/create', {
    refreshes: [key('links')],
    done: say('created'),
    onDone: ({ id }) => void navigate({ to: pathOf(`/links/${id}`) }),
  });
  return (
    <Page title={say('createTitle')} parent={{ path: '/links', title: say('title') }}>
      <div className="preview-columns">
        <RecordForm form={form} verb={say('create')} action={create} cancelTo="/links" toInput={linkBody}>
          <ItemsCard form={form} />
          <PaymentCard form={form} />
          <AfterCard form={form} />
        </RecordForm>
        <div className="preview-side">
          <PagePreview page={previewOf(values)} methods={methods.filter((method) => values.methods.includes(method))} />
          <Card title={common('sameInCode')}>
            <CodeSample code={curl('POST', '/v2/payment-links/create', linkBody(values))} />
          </Card>
        </div>
      </div>
    </Page>
  );
}
