import { List } from '@mantine/core';
import { ConfirmPost } from '../../../actions/confirm-dialog';
import type { ApiRecord } from '../../../api/records';
import { meQuery } from '../../../session/me';
import { useStore } from '../../../session/store-context';
import { useWords } from '../../../words/words';
import { sandboxesWords } from './sandboxes-words';

export type Sandbox = ApiRecord<'Sandbox'>;
export type SandboxChange = 'reset' | 'delete';

interface Props {
  readonly sandbox: Sandbox;
  readonly change: SandboxChange;
  readonly onClose: () => void;
  /** In the place of closing; the answer has the store of the next generation. */
  readonly onDone?: (changed: Sandbox) => void;
}

/** Asks before a sandbox begins anew or is deleted, and says what ends and what stays. */
export function ChangeSandbox({ sandbox, change, onClose, onDone }: Props) {
  const say = useWords(sandboxesWords);
  const { key } = useStore();
  const { id, name } = sandbox;
  return (
    <ConfirmPost
      isDangerous
      path={`/v2/sandboxes/${change}`}
      body={{ id }}
      title={say(`${change}Title`, { name })}
      verb={say(change === 'reset' ? 'doReset' : 'doDelete')}
      refreshes={onDone ? [] : [key('sandboxes'), meQuery.queryKey]}
      done={say(change === 'reset' ? 'wasReset' : 'wasDeleted')}
      onClose={onClose}
      onDone={onDone}
    >
      <WhatHappens sandbox={sandbox} change={change} />
    </ConfirmPost>
  );
}

export function WhatHappens({ sandbox: { hasSampleData }, change }: Pick<Props, 'sandbox' | 'change'>) {
  const say = useWords(sandboxesWords);
  const samples = hasSampleData ? (['resetSamples'] as const) : [];
  const sentences =
    change === 'reset'
      ? (['resetKeys', 'resetRest', 'resetSettings', ...samples] as const)
      : (['deleteAll', 'deleteKeys'] as const);
  return (
    <List size="sm" spacing={6}>
      {sentences.map((sentence) => (
        <List.Item key={sentence}>{say(sentence)}</List.Item>
      ))}
    </List>
  );
}
