import { UnstyledButton } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';

interface Props {
  readonly text: string;
  /** Said before the text. */
  readonly label?: string;
  /** Shown instead of the text, which is copied whole. */
  readonly shown?: string;
  /** What the button is called; otherwise by its text. */
  readonly name?: string;
}

/** An id, a code or an address in fixed width that a click copies; "copied" stands over it for a moment. */
export function CopyText({ text, label, shown, name }: Props) {
  const say = useWords(commonWords);
  const clipboard = useClipboard({ timeout: 1500 });
  return (
    <UnstyledButton
      className="copy"
      title={say('copy')}
      aria-label={name ?? `${say('copy')}: ${label === undefined ? '' : `${label} `}${text}`}
      onClick={(event) => {
        event.stopPropagation();
        event.preventDefault();
        clipboard.copy(text);
      }}
    >
      {label !== undefined && <span className="copy-label">{label} </span>}
      <code>{shown ?? text}</code>
      <span aria-live="polite" className={clipboard.copied ? 'copy-done' : undefined}>
        {clipboard.copied ? say('copied') : ''}
      </span>
    </UnstyledButton>
  );
}
