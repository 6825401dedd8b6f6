import { Button, Group, Stack, Text } from '@mantine/core';
import { Dialog } from '../parts/dialog';
import { defineWords, useWords } from '../words/words';

const leaveWords = defineWords(
  {
    title: 'Sair sem salvar?',
    lost: 'O que você preencheu nesta página se perde.',
    stay: 'Continuar aqui',
    leave: 'Sair sem salvar',
  },
  {
    title: 'Leave without saving?',
    lost: 'What you filled in on this page is lost.',
    stay: 'Stay here',
    leave: 'Leave without saving',
  },
);

interface Props {
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

export function LeaveDialog({ onStay, onLeave }: Props) {
  const say = useWords(leaveWords);
  return (
    <Dialog title={say('title')} onClose={onStay}>
      <Stack gap="md">
        <Text size="sm">{say('lost')}</Text>
        <Group justify="end" gap="xs">
          <Button variant="default" data-autofocus onClick={onStay}>
            {say('stay')}
          </Button>
          <Button color="red.9" onClick={onLeave}>
            {say('leave')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
