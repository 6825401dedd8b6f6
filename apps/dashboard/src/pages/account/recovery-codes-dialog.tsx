import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { saveFile } from '../../lists/save-file';
import { Dialog } from '../../parts/dialog';
import { Icon } from '../../parts/icon';
import { useWords } from '../../words/words';
import { accountWords } from './account-words';

interface Props {
  readonly codes: readonly string[];
  readonly email: string;
  readonly onClose: () => void;
}

/** New recovery codes, this once. A click beside the dialog does not close it. */
export function RecoveryCodesDialog({ codes, email, onClose }: Props) {
  const say = useWords(accountWords);
  const clipboard = useClipboard({ timeout: 1500 });
  const text = codes.join('\n');
  return (
    <Dialog title={say('codesTitle')} onClose={onClose} closeOnClickOutside={false} closeOnEscape={false}>
      <Stack gap="md">
        <Alert icon={<Icon name="warning" />} className="person-notice">
          <Text size="sm">{say('codesOnce')}</Text>
        </Alert>
        <ol className="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <Group gap="xs" className="not-printed">
          <Button
            variant="default"
            size="xs"
            data-autofocus
            onClick={() => {
              clipboard.copy(text);
            }}
          >
            {say(clipboard.copied ? 'copied' : 'copyAll')}
          </Button>
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              saveFile('pitanga-recovery-codes.txt', 'text/plain', `${say('codesFile', { email })}\n\n${text}\n`);
            }}
          >
            {say('download')}
          </Button>
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              window.print();
            }}
          >
            {say('print')}
          </Button>
        </Group>
        <Group justify="end" className="not-printed">
          <Button onClick={onClose}>{say('stored')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
