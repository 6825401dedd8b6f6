import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ProblemNotice } from '../parts/problem-notice';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';

interface Props {
  readonly isOpen: boolean;
  readonly title: string;
  readonly children: ReactNode;
  /** The verb of the button: "Reembolsar R$ 10,00". */
  readonly verb: string;
  /** It cannot be taken back, or takes something away. */
  readonly isDangerous?: boolean;
  readonly isRunning: boolean;
  /** It cannot be done yet: something is not typed, or not known. */
  readonly isBlocked?: boolean;
  readonly problem: Error | null;
  /** The button that does nothing, where "Cancelar" could be taken for the action itself. */
  readonly dismiss?: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something is done, and stays open with the reason when it fails. */
export function ConfirmDialog(props: Props) {
  const {
    isOpen,
    title,
    children,
    verb,
    isDangerous = false,
    isRunning,
    isBlocked = false,
    problem,
    dismiss,
    onConfirm,
    onClose,
  } = props;
  const say = useWords(commonWords);
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': say('close') }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm();
        }}
      >
        <Stack gap="md">
          {children}
          <ProblemNotice problem={problem} />
          <Group justify="end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {dismiss ?? say('cancel')}
            </Button>
            <Button type="submit" loading={isRunning} disabled={isBlocked} color={isDangerous ? 'red.9' : 'brand'}>
              {verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
