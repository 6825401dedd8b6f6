import { Button, VisuallyHidden, type ButtonProps } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';
import { Icon } from './icon';

interface Props extends ButtonProps {
  readonly text: string;
  readonly children: string;
}

/** A button that copies a text, and says for a moment that it did. */
export function CopyButton({ text, children, ...look }: Props) {
  const say = useWords(commonWords);
  const clipboard = useClipboard({ timeout: 2000 });
  return (
    <Button
      {...look}
      leftSection={<Icon name={clipboard.copied ? 'check' : 'copy'} size={16} />}
      onClick={() => {
        clipboard.copy(text);
      }}
    >
      {clipboard.copied ? say('copied') : children}
      <VisuallyHidden aria-live="polite">{clipboard.copied ? say('copied') : ''}</VisuallyHidden>
    </Button>
  );
}
