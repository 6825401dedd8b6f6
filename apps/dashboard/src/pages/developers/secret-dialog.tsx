import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CodeSample } from '../../parts/code-sample';
import { Icon } from '../../parts/icon';
import { commonWords } from '../../words/common-words';
import { useWords } from '../../words/words';
import { developersWords } from './developers-words';
import { saveFile } from '../../lists/save-file';

interface Props {
  readonly title: string;
  readonly secret: string;
  /** The variable of the shell or of a `.env` file that holds it. */
  readonly variable: string;
  /** Why it must be kept safe, and what happens if it is lost. */
  readonly warning: string;
  readonly onClose: () => void;
  /** The next step: a first call with it. */
  readonly children?: ReactNode;
}

/** A secret that the API answers once. Neither a click beside the dialog nor Escape closes it. */
export function SecretDialog({ title, secret, variable, warning, onClose, children }: Props) {
  const say = useWords(developersWords);
  const common = useWords(commonWords);
  return (
    <Modal
      opened
      size="lg"
      title={title}
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Stack gap="md">
        <Alert
          variant="light"
          color="yellow"
          icon={<Icon name="warning" />}
          title={say('showSecret')}
          className="notice"
        >
          <Text size="sm">{warning}</Text>
        </Alert>
        <CodeSample code={secret} />
        {children}
        <Group justify="end" gap="xs">
          <Button
            variant="default"
            leftSection={<Icon name="download" size={16} />}
            onClick={() => {
              saveFile(`${variable.toLowerCase()}.env`, 'text/plain', `${variable}=${secret}\n`);
            }}
          >
            {say('download')}
          </Button>
          <Button onClick={onClose}>{say('stored')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
