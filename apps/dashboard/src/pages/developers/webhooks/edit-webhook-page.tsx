import { useNavigate, useParams } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { usePost } from '../../../actions/use-post';
import type { ApiRecord } from '../../../api/records';
import { RecordForm } from '../../../forms/record-form';
import { Loaded } from '../../../parts/loaded';
import { Page } from '../../../parts/page';
import { useStore } from '../../../session/store-context';
import { useGet } from '../../../session/use-get';
import { useWords } from '../../../words/words';
import { WebhookFields } from './webhook-fields';
import { formOf, updateBody, type WebhookForm } from './webhook-form';
import { webhooksWords } from './webhooks-words';

/** Changes the address, the name and the events of a webhook. */
export function EditWebhookPage() {
  const say = useWords(webhooksWords);
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useGet('/v2/webhooks/get', ['webhooks', 'one', id], { id });
  const parent = { path: `/developers/webhooks/${id}`, title: query.data?.name ?? id };
  return (
    <Page title={say('editTitle')} parent={parent}>
      <Loaded query={query}>{(webhook) => <EditForm webhook={webhook} />}</Loaded>
    </Page>
  );
}

function EditForm({ webhook }: { readonly webhook: ApiRecord<'Webhook'> }) {
  const say = useWords(webhooksWords);
  const { key, pathOf } = useStore();
  const navigate = useNavigate();
  const path = `/developers/webhooks/${webhook.id}`;
  const form = useForm<WebhookForm>({ values: formOf(webhook), resetOptions: { keepDirtyValues: true } });
  const update = usePost('/v2/webhooks/update', {
    refreshes: [key('webhooks')],
    done: say('saved'),
    onDone: () => void navigate({ to: pathOf(path) }),
  });
  return (
    <RecordForm
      form={form}
      verb={say('save')}
      action={update}
      cancelTo={path}
      toInput={(values) => updateBody(values, webhook)}
    >
      <WebhookFields form={form} version={webhook.v2 ? '2' : '1'} endpointBefore={webhook.endpoint} />
    </RecordForm>
  );
}
