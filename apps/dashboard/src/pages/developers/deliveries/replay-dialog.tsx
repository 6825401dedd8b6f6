import { Checkbox, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../actions/confirm-dialog';
import { useToasts } from '../../../actions/toasts';
import { usePost } from '../../../actions/use-post';
import { useStoreClock } from '../../../session/store-clock';
import { useStore } from '../../../session/store-context';
import { useWords } from '../../../words/words';
import { deliveriesWords } from './deliveries-words';
import { deliveryStatuses } from './delivery-status';
import { localMinute } from '../../../format/time';
import { replayBody, type ReplayForm } from './replay';
import type { Webhook } from './use-webhooks';

interface Props {
  readonly webhooks: readonly Webhook[];
  /** Chosen to begin with. */
  readonly webhookId: string | undefined;
  readonly onClose: () => void;
}

const hourMs = 3_600_000;

/** Sends the deliveries of a window once more and says how many. */
export function ReplayDialog({ webhooks, webhookId, onClose }: Props) {
  const say = useWords(deliveriesWords);
  const { key } = useStore();
  const { now } = useStoreClock();
  const toasts = useToasts();
  const active = webhooks.filter(({ status }) => status === 'ACTIVE');
  const [form, setForm] = useState<ReplayForm>(() => ({
    webhookId: active.find(({ id }) => id === webhookId)?.id ?? active[0]?.id ?? '',
    from: localMinute(new Date(now().getTime() - 24 * hourMs)),
    to: localMinute(new Date(now().getTime() + 60_000)),
    status: 'FAILED',
    includeMissing: false,
  }));
  const change = (part: Partial<ReplayForm>) => {
    setForm((before) => ({ ...before, ...part }));
  };
  const hasMissing = active.find(({ id }) => id === form.webhookId)?.v2 === true;
  const body = replayBody({ ...form, includeMissing: form.includeMissing && hasMissing });
  const replay = usePost('/v2/webhooks/replay', {
    refreshes: [key('deliveries')],
    onDone: ({ count }) => {
      toasts.show(say('replayDone', { count }));
      onClose();
    },
  });
  return (
    <ConfirmDialog title={say('replayTitle')} verb={say('resend')} action={replay} onClose={onClose} input={body}>
      <Text size="sm">{say('replayHint')}</Text>
      <NativeSelect
        label={say('webhook')}
        value={form.webhookId}
        data={active.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ currentTarget }) => {
          change({ webhookId: currentTarget.value });
        }}
      />
      <Group gap="xs" grow preventGrowOverflow={false}>
        <TextInput
          type="datetime-local"
          label={say('replayFrom')}
          value={form.from}
          onChange={({ currentTarget }) => {
            change({ from: currentTarget.value });
          }}
        />
        <TextInput
          type="datetime-local"
          label={say('replayTo')}
          value={form.to}
          onChange={({ currentTarget }) => {
            change({ to: currentTarget.value });
          }}
        />
      </Group>
      <NativeSelect
        label={say('replayWhich')}
        value={form.status}
        data={[
          { value: '', label: say('anyStatus') },
          ...deliveryStatuses.map((status) => ({ value: status, label: say(status) })),
        ]}
        onChange={({ currentTarget }) => {
          change({ status: currentTarget.value as ReplayForm['status'] });
        }}
      />
      {hasMissing && (
        <Checkbox
          label={say('replayMissing')}
          checked={form.includeMissing}
          onChange={({ currentTarget }) => {
            change({ includeMissing: currentTarget.checked });
          }}
        />
      )}
      {!body && (
        <Text size="sm" c="var(--bad)" role="alert">
          {say('replayWrong')}
        </Text>
      )}
    </ConfirmDialog>
  );
}
