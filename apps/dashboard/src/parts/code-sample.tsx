import { ActionIcon } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';
import { Icon } from './icon';

/** Code in fixed width, with a button that copies it. */
export function CodeSample({ code }: { readonly code: string }) {
  const say = useWords(commonWords);
  const clipboard = useClipboard({ timeout: 1500 });
  const label = clipboard.copied ? say('copied') : say('copy');
  return (
    <div className="code-sample">
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
      <ActionIcon
        variant="default"
        size="sm"
        aria-label={label}
        title={label}
        onClick={() => {
          clipboard.copy(code);
        }}
      >
        <Icon name={clipboard.copied ? 'check' : 'copy'} size={14} />
      </ActionIcon>
    </div>
  );
}

/** The same step by curl, folded away: most who are here do it by hand. */
export function SameInCode({ code }: { readonly code: string }) {
  const say = useWords(commonWords);
  return (
    <details className="same-in-code">
      <summary>{say('sameInCode')}</summary>
      <CodeSample code={code} />
    </details>
  );
}
