import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CodeSample } from '../../parts/code-sample';
import { Dialog } from '../../parts/dialog';
import { Icon } from '../../parts/icon';
import { useWords } from '../../words/words';
import { developersWords } from './developers-words';
import { saveFile } from '../../lists/save-file';

interface Secret {
  readonly text: string;
  /** The variable of the shell or of a `.env` file that holds it. */
  readonly variable: string;
  /** Says which of several it is. */
  readonly name?: string;
}

interface Props {
  readonly title: string;
  readonly secrets: readonly [Secret, ...Secret[]];
  /** Why they must be kept safe, and what happens if one is lost. */
  readonly warning: string;
  readonly onClose: () => void;
  /** The next step: a first call. */
  readonly children?: ReactNode;
}

/** Secrets that the API answers once. Neither a click beside the dialog nor Escape closes it. */
export function SecretDialog({ title, secrets, warning, onClose, children }: Props) {
  const say = useWords(developersWords);
  const lines = secrets.map(({ variable, text }) => `${variable}=${text}\n`);
  return (
    <Dialog size="lg" title={title} onClose={onClose} closeOnClickOutside={false} closeOnEscape={false}>
      <Stack gap="md">
        <Alert
          variant="light"
          color="yellow"
          icon={<Icon name="warning" />}
          title={say('showSecret', { count: secrets.length })}
          className="notice"
        >
          <Text size="sm">{warning}</Text>
        </Alert>
        {secrets.map(({ text, variable, name }) => (
          <Stack key={variable} gap={6}>
            {name !== undefined && (
              <Text size="sm" fw={600}>
                {name}
              </Text>
            )}
            <CodeSample code={text} />
          </Stack>
        ))}
        {children}
        <Group justify="end" gap="xs">
          <Button
            variant="default"
            leftSection={<Icon name="download" size={16} />}
            onClick={() => {
              saveFile(`${secrets[0].variable.toLowerCase()}.env`, 'text/plain', lines.join(''));
            }}
          >
            {say('download')}
          </Button>
          <Button onClick={onClose}>{say('stored')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
