import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { BodyAt, PostPath } from '../api/paths';
import { Dialog } from '../parts/dialog';
import { ProblemNotice } from '../parts/problem-notice';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';
import type { Started } from './use-action';
import { usePost, type PostOptions } from './use-post';

interface Look {
  readonly title: string;
  /** The verb of the button, "Reembolsar R$ 10,00"; the title when left out. */
  readonly verb?: string;
  /** The button that does nothing, where "Cancelar" could be taken for the action itself. */
  readonly dismiss?: string;
  /** It cannot be taken back, or takes something away. */
  readonly isDangerous?: boolean;
  /** A sentence, or fields. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

interface Props<Input> extends Look {
  readonly action: Started<Input>;
  /** What the action is started with; it cannot be while this is undefined. */
  readonly input?: Input | undefined;
  /** It cannot be done yet: something is not typed, or not known. */
  readonly isBlocked?: boolean;
  /** In the place of starting the action with its input: a form that checks its fields first. */
  readonly onConfirm?: () => void;
  /** The browser's own checks of fields are off: the form has its own. */
  readonly noValidate?: boolean;
}

/** Asks before something is done, and stays open with the reason when it fails. */
export function ConfirmDialog<Input>(props: Props<Input>) {
  const { title, verb = title, isDangerous = false, children, onClose } = props;
  const { action, input, dismiss, onConfirm, noValidate = false } = props;
  const { isBlocked = onConfirm === undefined && input === undefined } = props;
  const say = useWords(commonWords);
  return (
    <Dialog onClose={onClose} title={title}>
      <form
        noValidate={noValidate}
        onSubmit={(event) => {
          event.preventDefault();
          if (onConfirm) onConfirm();
          else if (input !== undefined) action.start(input);
        }}
      >
        <Stack gap="md">
          {typeof children === 'string' ? <Text size="sm">{children}</Text> : children}
          <ProblemNotice problem={action.problem} />
          <Group justify="end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {dismiss ?? say('cancel')}
            </Button>
            <Button
              type="submit"
              loading={action.isRunning}
              disabled={isBlocked}
              color={isDangerous ? 'red.9' : 'brand'}
            >
              {verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

type PostProps<Path extends PostPath> = Look &
  PostOptions<Path> & {
    readonly path: Path;
    readonly body: BodyAt<Path>;
  };

/** Asks before one POST about the open store; closes when it is done, unless `onDone` or `opens` leads elsewhere. */
export function ConfirmPost<Path extends PostPath>(props: PostProps<Path>) {
  const { path, body, refreshes, done, onDone, opens, ...look } = props;
  const action = usePost(path, { refreshes, done, opens, onDone: onDone ?? (opens ? undefined : look.onClose) });
  return <ConfirmDialog {...look} action={action} input={body} />;
}
