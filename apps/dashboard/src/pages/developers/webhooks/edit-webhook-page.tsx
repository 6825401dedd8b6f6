import { useParams } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import type { ApiRecord } from '../../../api/records';
import { EditForm } from '../../../forms/edit-form';
import { Loaded } from '../../../parts/loaded';
import { Page } from '../../../parts/page';
import { recordPaths } from '../../../parts/record-paths';
import { useStore } from '../../../session/store-context';
import { useGet } from '../../../session/use-get';
import { useWords } from '../../../words/words';
import { WebhookFields } from './webhook-fields';
import { toForm, updateBody, type WebhookForm } from './webhook-form';
import { webhooksWords } from './webhooks-words';

/** Changes the address, the name and the events of a webhook. */
export function EditWebhookPage() {
  const say = useWords(webhooksWords);
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useGet('/v2/webhooks/get', ['webhooks', 'one', id], { id });
  const parent = { path: recordPaths.WEBHOOK(id), title: query.data?.name ?? id };
  return (
    <Page title={say('editTitle')} parent={parent}>
      <Loaded query={query}>{(webhook) => <EditWebhook webhook={webhook} />}</Loaded>
    </Page>
  );
}

function EditWebhook({ webhook }: { readonly webhook: ApiRecord<'Webhook'> }) {
  const say = useWords(webhooksWords);
  const { key } = useStore();
  const form = useForm<WebhookForm>({ values: toForm(webhook), resetOptions: { keepDirtyValues: true } });
  return (
    <EditForm
      form={form}
      path="/v2/webhooks/update"
      toInput={(values) => updateBody(values, webhook)}
      refreshes={[key('webhooks')]}
      done={say('saved')}
      opens={recordPaths.WEBHOOK(webhook.id)}
    >
      <WebhookFields form={form} version={webhook.v2 ? '2' : '1'} endpointBefore={webhook.endpoint} />
    </EditForm>
  );
}
