import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { ApiRecord } from '../../../api/records';
import { CreatePage } from '../../../forms/create-page';
import { recordPaths } from '../../../parts/record-paths';
import { useStore } from '../../../session/store-context';
import { useWords } from '../../../words/words';
import { SecretDialog } from '../secret-dialog';
import { WebhookFields } from './webhook-fields';
import { createBody, emptyForm, type WebhookForm } from './webhook-form';
import { webhooksWords } from './webhooks-words';

/** A new endpoint; its secret is shown once. */
export function CreateWebhookPage() {
  const say = useWords(webhooksWords);
  const { key, storePath } = useStore();
  const navigate = useNavigate();
  const [created, setCreated] = useState<ApiRecord<'CreatedWebhook'>>();
  const form = useForm<WebhookForm>({ defaultValues: emptyForm });
  return (
    <CreatePage
      form={form}
      path="/v2/webhooks/create"
      title={say('createTitle')}
      verb={say('create')}
      list={{ path: '/developers/webhooks', title: say('title') }}
      toInput={createBody}
      refreshes={[key('webhooks')]}
      onDone={setCreated}
      dialog={
        created && (
          <SecretDialog
            title={say('secretTitle')}
            secrets={[{ variable: 'PITANGA_WEBHOOK_SECRET', text: created.secret }]}
            warning={say('secretWarning')}
            onClose={() => void navigate({ to: storePath(recordPaths.WEBHOOK(created.id)) })}
          />
        )
      }
    >
      <WebhookFields form={form} version={useWatch({ control: form.control, name: 'version' })} />
    </CreatePage>
  );
}
