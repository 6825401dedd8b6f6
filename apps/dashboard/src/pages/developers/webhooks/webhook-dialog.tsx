import { useState } from 'react';
import { ConfirmPost } from '../../../actions/confirm-dialog';
import { useStore } from '../../../session/store-context';
import { useWords } from '../../../words/words';
import type { Webhook } from '../deliveries/use-webhooks';
import { SecretDialog } from '../secret-dialog';
import { webhooksWords } from './webhooks-words';

export type WebhookChange = 'toggle' | 'rotate' | 'delete';

interface Props {
  readonly webhook: Webhook;
  readonly change: WebhookChange;
  readonly onClose: () => void;
}

/** Asks before a webhook is switched off or on, gets another secret, or is deleted. */
export function WebhookDialog({ webhook, change, onClose }: Props) {
  const say = useWords(webhooksWords);
  const { key } = useStore();
  const [secret, setSecret] = useState<string>();
  if (secret !== undefined) {
    return (
      <SecretDialog
        title={say('secretTitle')}
        secrets={[{ variable: 'PITANGA_WEBHOOK_SECRET', text: secret }]}
        warning={say('secretWarning')}
        onClose={onClose}
      />
    );
  }
  const verb = change === 'toggle' ? (webhook.status === 'ACTIVE' ? 'switchOff' : 'switchOn') : change;
  const asked = {
    body: { id: webhook.id },
    title: say(verb),
    isDangerous: verb === 'delete' || verb === 'switchOff',
    refreshes: [key('webhooks'), key('deliveries')],
    children: say(`${verb}Hint`, { name: webhook.name }),
    onClose,
  };
  if (change === 'toggle') return <ConfirmPost {...asked} path="/v2/webhooks/toggle" done={say('switched')} />;
  return change === 'delete' ? (
    <ConfirmPost {...asked} path="/v2/webhooks/delete" done={say('deleted')} opens={() => '/developers/webhooks'} />
  ) : (
    <ConfirmPost
      {...asked}
      path="/v2/webhooks/rotate-secret"
      onDone={(rotated) => {
        setSecret(rotated.secret);
      }}
    />
  );
}
