import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { PersonProblem } from '../../second-factor/person-problem';
import { commonWords } from '../../words/common-words';
import { useWords } from '../../words/words';

interface Props {
  readonly title: string;
  readonly verb: string;
  readonly isRunning: boolean;
  readonly isDangerous?: boolean;
  readonly problem: unknown;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form about the account in a dialog, which stays open and says why when it is refused. */
export function AccountDialog(props: Props) {
  const { title, verb, isRunning, isDangerous = false, problem, onSubmit, onClose, children } = props;
  const say = useWords(commonWords);
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': say('close') }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Stack gap="md">
          {children}
          <PersonProblem problem={problem} />
          <Group justify="end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {say('cancel')}
            </Button>
            <Button type="submit" loading={isRunning} color={isDangerous ? 'red' : 'brand'}>
              {verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
