import { Button, List, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../actions/confirm-dialog';
import { usePost } from '../../../actions/use-post';
import type { ApiRecord } from '../../../api/records';
import { Card } from '../../../parts/card';
import { useWords } from '../../../words/words';
import { storeWords } from './store-words';

interface Props {
  readonly store: Pick<ApiRecord<'Store'>, 'name'>;
}

/** The way to end a store, apart from its settings. */
export function CloseStore({ store }: Props) {
  const say = useWords(storeWords);
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={say('danger')}>
      <Text size="sm" mb="sm">
        {say('dangerHint')}
      </Text>
      <Button
        variant="default"
        c="var(--bad)"
        onClick={() => {
          setOpen(true);
        }}
      >
        {say('close')}
      </Button>
      {isOpen && (
        <CloseDialog
          store={store}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </Card>
  );
}

/** Says what ends and what stays (docs/behaviour/stores.md#closing), and wants the name typed. */
function CloseDialog({ store: { name }, onClose }: Props & { readonly onClose: () => void }) {
  const say = useWords(storeWords);
  const [typed, setTyped] = useState('');
  const close = usePost('/v2/store/close', {
    // Nothing of the store can be read any more.
    onDone: () => {
      window.location.assign('/dashboard/');
    },
  });
  return (
    <ConfirmDialog
      isDangerous
      title={say('closeTitle', { name })}
      verb={say('close')}
      action={close}
      isBlocked={typed.trim() !== name}
      onClose={onClose}
      input={{ confirm: name }}
    >
      <List size="sm" spacing={6}>
        {(['closeBalance', 'closeKeys', 'closePayments', 'closePages', 'closeMoney', 'closeData'] as const).map(
          (sentence) => (
            <List.Item key={sentence}>{say(sentence)}</List.Item>
          ),
        )}
      </List>
      <TextInput
        label={say('typeName', { name })}
        value={typed}
        autoComplete="off"
        maxLength={200}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
        }}
      />
    </ConfirmDialog>
  );
}
