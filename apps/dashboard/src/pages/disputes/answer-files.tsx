import { ActionIcon, Button, FileButton, Group, Progress, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../actions/use-action';
import { usePost } from '../../actions/use-post';
import type { ApiRecord } from '../../api/records';
import { isProblem } from '../../api/problem';
import { upload } from '../../api/upload';
import { Icon } from '../../parts/icon';
import { ProblemNotice } from '../../parts/problem-notice';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { disputeFileKinds, fileRefusal, isFileRefusal, megabytes, type DisputeFileKind } from './dispute-files';
import type { Dispute } from './dispute-status';
import { filesWords } from './files-words';

type DisputeFile = ApiRecord<'DisputeFile'>;

interface Props {
  readonly dispute: Dispute;
  readonly accepts: NonNullable<Dispute['accepts']>;
}

/** The files that the answer takes along: what there is, what may be added, how far one is, and why one was refused. */
export function AnswerFiles({ dispute, accepts }: Props) {
  const say = useWords(filesWords);
  const held = dispute.files.filter(({ status }) => status === 'HELD');
  return (
    <section aria-label={say('files')} className="answer-files">
      <Text size="sm" fw={500}>
        {say('files')}
      </Text>
      <Text size="xs" c="dimmed">
        {say('limits', {
          files: accepts.filesMax,
          each: megabytes(accepts.fileBytesMax),
          together: megabytes(accepts.bytesMax),
        })}
      </Text>
      {held.length > 0 && (
        <ul className="held-files">
          {held.map((file) => (
            <HeldFile key={file.id} file={file} />
          ))}
        </ul>
      )}
      <AddFile dispute={dispute} accepts={accepts} held={held} />
    </section>
  );
}

function HeldFile({ file }: { readonly file: DisputeFile }) {
  const say = useWords(filesWords);
  const { key } = useStore();
  const remove = usePost('/v2/disputes/remove-file', { refreshes: [key('disputes')], done: say('removed') });
  const name = file.name ?? file.id;
  return (
    <li>
      <div className="held-file">
        <span className="held-file-name">{name}</span>
        <Text size="xs" c="dimmed">
          {say(file.kind)} · {say('size', { size: megabytes(file.bytes) })}
        </Text>
        <ProblemNotice problem={remove.problem} />
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        loading={remove.isRunning}
        aria-label={say('remove', { name })}
        onClick={() => {
          remove.start({ id: file.id });
        }}
      >
        <Icon name="close" />
      </ActionIcon>
    </li>
  );
}

function AddFile({ dispute, accepts, held }: Props & { readonly held: readonly DisputeFile[] }) {
  const say = useWords(filesWords);
  const { scope, key } = useStore();
  const [kind, setKind] = useState<DisputeFileKind>('OTHER');
  const [progress, setProgress] = useState(0);
  const [refusal, setRefusal] = useState<string>();
  const add = useAction<{ readonly content: string; readonly name: string; readonly kind: DisputeFileKind }>({
    refreshes: [key('disputes')],
    done: say('added'),
    run: (file, idempotencyKey) =>
      upload({ scope, idempotencyKey }, '/v2/disputes/add-file', { id: dispute.id, ...file }, setProgress),
  });
  const choose = async (file: File | null): Promise<void> => {
    if (file === null) return;
    const found = fileRefusal(accepts, held, { bytes: file.size, type: file.type, kind });
    setRefusal(found && say(found));
    if (found) return;
    setProgress(0);
    add.start({ kind, name: file.name.slice(-200), content: await readBase64(file) });
  };
  const known = isProblem(add.problem) && isFileRefusal(add.problem.code) ? add.problem.code : undefined;
  const error = refusal ?? (known && say(known));
  return (
    <Stack gap="xs">
      <Group gap="xs" align="end">
        <Select
          className="file-kind"
          label={say('kind')}
          data={disputeFileKinds.map((value) => ({ value, label: say(value) }))}
          value={kind}
          allowDeselect={false}
          onChange={(value) => {
            setKind(disputeFileKinds.find((one) => one === value) ?? 'OTHER');
          }}
        />
        <FileButton accept="image/jpeg,image/png,application/pdf" onChange={(file) => void choose(file)}>
          {(button) => (
            <Button {...button} variant="default" loading={add.isRunning} disabled={held.length >= accepts.filesMax}>
              {say('add')}
            </Button>
          )}
        </FileButton>
      </Group>
      {add.isRunning && (
        <div>
          <Text size="xs" c="dimmed">
            {say('sending', { part: Math.round(progress * 100) })}
          </Text>
          <Progress
            value={progress * 100}
            size="sm"
            aria-label={say('sending', { part: Math.round(progress * 100) })}
          />
        </div>
      )}
      {error !== undefined && !add.isRunning && (
        <Text size="sm" c="var(--bad)" role="alert">
          {error}
        </Text>
      )}
      {known === undefined && <ProblemNotice problem={add.problem} />}
    </Stack>
  );
}

function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') resolve(reader.result.replace(/^[^,]*,/, ''));
    });
    reader.addEventListener('error', () => {
      reject(reader.error ?? new Error('the file cannot be read'));
    });
    reader.readAsDataURL(file);
  });
}
