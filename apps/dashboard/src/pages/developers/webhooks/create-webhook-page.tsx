import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { usePost } from '../../../actions/use-post';
import type { ApiRecord } from '../../../api/records';
import { RecordForm } from '../../../forms/record-form';
import { Card } from '../../../parts/card';
import { CodeSample } from '../../../parts/code-sample';
import { Columns } from '../../../parts/columns';
import { curl } from '../../../parts/curl';
import { Page } from '../../../parts/page';
import { useStore } from '../../../session/store-context';
import { commonWords } from '../../../words/common-words';
import { useWords } from '../../../words/words';
import { SecretDialog } from '../secret-dialog';
import { WebhookFields } from './webhook-fields';
import { createBody, emptyForm, type WebhookForm } from './webhook-form';
import { webhooksWords } from './webhooks-words';

/** A new endpoint; its secret is shown once. */
export function CreateWebhookPage() {
  const say = useWords(webhooksWords);
  const common = useWords(commonWords);
  const { key, pathOf } = useStore();
  const navigate = useNavigate();
  const [created, setCreated] = useState<ApiRecord<'CreatedWebhook'>>();
  const form = useForm<WebhookForm>({ defaultValues: emptyForm });
  const values = useWatch({ control: form.control }) as WebhookForm;
  const create = usePost('/v2/webhooks/create', {
    refreshes: [key('webhooks')],
    onDone: setCreated,
  });
  return (
    <Page title={say('createTitle')} parent={{ path: '/developers/webhooks', title: say('title') }}>
      <RecordForm form={form} verb={say('create')} action={create} cancelTo="/developers/webhooks" toInput={createBody}>
        <Columns
          aside={
            <Card title={common('sameInCode')}>
              <CodeSample code={curl('POST', '/v2/webhooks/create', createBody(values))} />
            </Card>
          }
        >
          <WebhookFields form={form} version={values.version} />
        </Columns>
      </RecordForm>
      {created && (
        <SecretDialog
          title={say('secretTitle')}
          secret={created.secret}
          variable="PITANGA_WEBHOOK_SECRET"
          warning={say('secretWarning')}
          onClose={() => void navigate({ to: pathOf(`/developers/webhooks/${created.id}`) })}
        />
      )}
    </Page>
  );
}
