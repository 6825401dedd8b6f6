import { useNavigate, useParams } from '@tanstack/react-router';
import { useForm, useWatch } from 'react-hook-form';
import { usePost } from '../../actions/use-post';
import type { ApiRecord } from '../../api/records';
import { RecordForm } from '../../forms/record-form';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { useStore } from '../../session/store-context';
import { useGet } from '../../session/use-get';
import { commonWords } from '../../words/common-words';
import { useWords } from '../../words/words';
import { linksWords } from './links-words';
import { PagePreview } from './preview/page-preview';
import { AfterCard } from './sale/after-card';
import { ItemsNote } from './sale/items-card';
import { PaymentCard } from './sale/payment-card';
import { formOfLink, methods, previewOfLink, updateLinkBody, type SaleForm } from './sale/sale';
import { SoldItems } from './sale/sold-items';

/** Changes methods, coupons, addresses and metadata of an active link. */
export function EditLinkPage() {
  const say = useWords(linksWords);
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useGet('/v2/payment-links/get', ['links', 'one', id], { id });
  return (
    <Page title={say('editTitle')} parent={{ path: `/links/${id}`, title: say('title') }}>
      <Loaded query={query}>{(link) => <EditForm link={link} />}</Loaded>
    </Page>
  );
}

function EditForm({ link }: { readonly link: ApiRecord<'PaymentLink'> }) {
  const say = useWords(linksWords);
  const common = useWords(commonWords);
  const { key, pathOf } = useStore();
  const navigate = useNavigate();
  const path = `/links/${link.id}`;
  const form = useForm<SaleForm>({ values: formOfLink(link), resetOptions: { keepDirtyValues: true } });
  const values = useWatch({ control: form.control }) as SaleForm;
  const update = usePost('/v2/payment-links/update', {
    refreshes: [key('links')],
    done: say('saved'),
    onDone: () => void navigate({ to: pathOf(path) }),
  });
  return (
    <div className="preview-columns">
      <RecordForm
        form={form}
        verb={common('save')}
        action={update}
        cancelTo={path}
        toInput={(submitted) => updateLinkBody(submitted, link)}
      >
        <SoldItems items={link.items} />
        <ItemsNote />
        <PaymentCard form={form} isEdit />
        <AfterCard form={form} isEdit />
      </RecordForm>
      <div className="preview-side">
        <PagePreview
          page={previewOfLink(values, link.id)}
          methods={methods.filter((method) => values.methods.includes(method))}
        />
      </div>
    </div>
  );
}
