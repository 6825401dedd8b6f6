import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../../../actions/confirm-dialog';
import { useToasts } from '../../../actions/toasts';
import { useAction } from '../../../actions/use-action';
import { record } from '../../../api/problem';
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
  const { api, key, pathOf } = useStore();
  const toasts = useToasts();
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string>();
  const run = useAction({
    run: async (what: WebhookChange, idempotencyKey) => {
      const request = { body: { id: webhook.id }, params: { header: { 'idempotency-key': idempotencyKey } } };
      if (what === 'rotate') return (await record(api.POST('/v2/webhooks/rotate-secret', request))).secret;
      if (what === 'toggle') await record(api.POST('/v2/webhooks/toggle', request));
      else await record(api.POST('/v2/webhooks/delete', request));
      return undefined;
    },
    refreshes: [key('webhooks'), key('deliveries')],
    onDone: (newSecret, what) => {
      if (newSecret !== undefined) {
        setSecret(newSecret);
        return;
      }
      toasts.show(say(what === 'delete' ? 'deleted' : 'switched'));
      if (what === 'delete') void navigate({ to: pathOf('/developers/webhooks') });
      else onClose();
    },
  });
  if (secret !== undefined) {
    return (
      <SecretDialog
        title={say('secretTitle')}
        secret={secret}
        variable="PITANGA_WEBHOOK_SECRET"
        warning={say('secretWarning')}
        onClose={onClose}
      />
    );
  }
  const verb = change === 'toggle' ? (webhook.status === 'ACTIVE' ? 'switchOff' : 'switchOn') : change;
  return (
    <ConfirmDialog
      isOpen
      isDangerous={verb === 'delete' || verb === 'switchOff'}
      title={say(verb)}
      verb={say(verb)}
      isRunning={run.isRunning}
      problem={run.problem}
      onClose={onClose}
      onConfirm={() => {
        run.start(change);
      }}
    >
      <Text size="sm">{say(`${verb}Hint`, { name: webhook.name })}</Text>
    </ConfirmDialog>
  );
}
