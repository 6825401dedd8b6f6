import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../actions/confirm-dialog';
import { usePost } from '../../../actions/use-post';
import type { ApiRecord } from '../../../api/records';
import { CodeSample } from '../../../parts/code-sample';
import { meQuery } from '../../../session/me';
import { useStore } from '../../../session/store-context';
import { useWords } from '../../../words/words';
import { SecretDialog } from '../secret-dialog';
import { sandboxesWords } from './sandboxes-words';
import '../developers.css';

/** As long as the API takes it. */
const nameMax = 100;

/** A new sandbox; its keys are shown once. */
export function CreateSandbox({ onClose }: { readonly onClose: () => void }) {
  const say = useWords(sandboxesWords);
  const { key } = useStore();
  const [name, setName] = useState('');
  const [hasSampleData, setSampleData] = useState(false);
  const [created, setCreated] = useState<ApiRecord<'CreatedSandbox'>>();
  const create = usePost('/v2/sandboxes/create', {
    refreshes: [key('sandboxes'), meQuery.queryKey],
    onDone: setCreated,
  });
  if (created) return <SandboxKeys created={created} onClose={onClose} />;
  const typed = name.trim();
  return (
    <ConfirmDialog
      title={say('create')}
      action={create}
      input={{ sampleData: hasSampleData, ...(typed !== '' && { name: typed }) }}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {say('createHint')}
      </Text>
      <TextInput
        data-autofocus
        label={say('name')}
        description={say('nameHint')}
        value={name}
        maxLength={nameMax}
        autoComplete="off"
        onChange={({ currentTarget }) => {
          setName(currentTarget.value);
        }}
      />
      <Checkbox
        label={say('sampleData')}
        description={say('sampleDataHint')}
        checked={hasSampleData}
        onChange={({ currentTarget }) => {
          setSampleData(currentTarget.checked);
        }}
      />
    </ConfirmDialog>
  );
}

interface KeysProps {
  readonly created: ApiRecord<'CreatedSandbox'>;
  readonly onClose: () => void;
}

function SandboxKeys({ created: { name, secretKey, publicKey }, onClose }: KeysProps) {
  const say = useWords(sandboxesWords);
  return (
    <SecretDialog
      title={say('keysTitle', { name })}
      secrets={[
        { variable: 'PITANGA_API_KEY', text: secretKey, name: say('secretKey') },
        { variable: 'PITANGA_PUBLIC_KEY', text: publicKey, name: say('publicKey') },
      ]}
      warning={say('keysWarning')}
      onClose={onClose}
    >
      <Stack gap={6}>
        <Text size="sm" fw={600}>
          {say('firstCall')}
        </Text>
        <CodeSample
          code={`curl "${window.location.origin}/v2/store/get" \\\n  -H "Authorization: Bearer ${secretKey}"`}
        />
      </Stack>
    </SecretDialog>
  );
}
