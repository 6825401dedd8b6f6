import { Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import type { ApiRecord } from '../../api/records';
import { EditForm } from '../../forms/edit-form';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { recordPaths } from '../../parts/record-paths';
import { useStore } from '../../session/store-context';
import { useGet } from '../../session/use-get';
import { useWords } from '../../words/words';
import { linksWords } from './links-words';
import { AfterCard } from '../sale/after-card';
import { PaymentCard } from '../sale/payment-card';
import { formOfLink, previewOfLink, updateLinkBody, type SaleForm } from '../sale/sale';
import { SaleEditor } from '../sale/sale-editor';
import { saleWords } from '../sale/sale-words';
import { SoldItems } from '../sale/sold-items';

/** Changes methods, coupons, addresses and metadata of an active link. */
export function EditLinkPage() {
  const say = useWords(linksWords);
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useGet('/v2/payment-links/get', ['links', 'one', id], { id });
  return (
    <Page title={say('editTitle')} parent={{ path: recordPaths.PAYMENT_LINK(id), title: say('title') }}>
      <Loaded query={query}>{(link) => <LinkForm link={link} />}</Loaded>
    </Page>
  );
}

function LinkForm({ link }: { readonly link: ApiRecord<'PaymentLink'> }) {
  const say = useWords(linksWords);
  const saySale = useWords(saleWords);
  const { key } = useStore();
  const form = useForm<SaleForm>({ values: formOfLink(link), resetOptions: { keepDirtyValues: true } });
  return (
    <SaleEditor form={form} toPage={(values) => previewOfLink(values, link.id)}>
      <EditForm
        form={form}
        path="/v2/payment-links/update"
        toInput={(values) => updateLinkBody(values, link)}
        refreshes={[key('links')]}
        done={say('saved')}
        opens={recordPaths.PAYMENT_LINK(link.id)}
      >
        <SoldItems items={link.items} />
        <Text size="sm" c="dimmed">
          {saySale('itemsStay')}
        </Text>
        <PaymentCard form={form} isEdit />
        <AfterCard form={form} isEdit />
      </EditForm>
    </SaleEditor>
  );
}
