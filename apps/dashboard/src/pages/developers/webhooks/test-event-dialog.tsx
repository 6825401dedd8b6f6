import { Anchor, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../actions/confirm-dialog';
import { usePost } from '../../../actions/use-post';
import { StoreLink } from '../../../parts/store-link';
import { useStore } from '../../../session/store-context';
import { useGet } from '../../../session/use-get';
import { useWords } from '../../../words/words';
import { answerText } from '../deliveries/delivery-status';
import type { Webhook } from '../deliveries/use-webhooks';
import { webhooksWords } from './webhooks-words';

const askAgainMs = 500;

/** Sends the example of an event and shows what the endpoint answered. */
export function TestEventDialog({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const say = useWords(webhooksWords);
  const { key } = useStore();
  const [event, setEvent] = useState(webhook.events[0] ?? '');
  const [sentId, setSentId] = useState<string>();
  const send = usePost('/v2/webhooks/test', {
    refreshes: [key('deliveries')],
    onDone: ({ id }) => {
      setSentId(id);
    },
  });
  return (
    <ConfirmDialog
      title={say('testTitle')}
      verb={say('testVerb')}
      action={send}
      onClose={onClose}
      onConfirm={() => {
        setSentId(undefined);
        send.start({ id: webhook.id, event });
      }}
    >
      <Text size="sm">{say('testHint')}</Text>
      <NativeSelect
        data-autofocus
        label={say('testEvent')}
        value={event}
        data={[...webhook.events]}
        onChange={({ currentTarget }) => {
          setEvent(currentTarget.value);
        }}
      />
      {sentId !== undefined && <TestResult id={sentId} />}
    </ConfirmDialog>
  );
}

function TestResult({ id }: { readonly id: string }) {
  const say = useWords(webhooksWords);
  const { data } = useGet(
    '/v2/webhooks/deliveries/get',
    ['deliveries', 'one', id],
    { id },
    {
      // Until the first attempt has ended; later ones are for the delivery's own page.
      refetchInterval: ({ state }) => ((state.data?.attemptCount ?? 0) === 0 ? askAgainMs : false),
    },
  );
  const answer = data && answerText(data);
  const isDelivered = data?.status === 'DELIVERED';
  return (
    <div role="status" className={answer === undefined ? 'result' : `result status-${isDelivered ? 'good' : 'bad'}`}>
      <Text size="sm" fw={600}>
        {answer === undefined ? say('testWaiting') : say(isDelivered ? 'testOk' : 'testBad', { answer })}
      </Text>
      <Anchor size="sm" component={StoreLink} to={`/developers/deliveries/${id}`} c="inherit" td="underline">
        {say('testSee')}
      </Anchor>
    </div>
  );
}
