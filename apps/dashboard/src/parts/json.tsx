import { UnstyledButton } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';
import { CopyText } from './copy-text';
import './json.css';
import { shortened, parseJson } from './json-text';

interface Props {
  /** Said to screen readers: "Corpo". */
  readonly label: string;
  /** A value, or the text of one as it was sent. */
  readonly value?: unknown;
  readonly text?: string;
}

/** JSON as people read it: indented, long values folded, copied whole. Text that is no JSON stands as it is. */
export function Json({ label, value, text }: Props) {
  const say = useWords(commonWords);
  const parsed = text === undefined ? { value } : parseJson(text);
  const whole = text ?? JSON.stringify(value, null, 2);
  return (
    <div className="json">
      <div className="json-copy">
        <CopyText text={whole} name={`${say('copy')}: ${label}`} shown={say('copy')} />
      </div>
      <pre tabIndex={0} aria-label={label} role="group">
        <code>{parsed === undefined ? text : <Value value={parsed.value} indent={0} />}</code>
      </pre>
    </div>
  );
}

function Value({ value, indent }: { readonly value: unknown; readonly indent: number }): ReactNode {
  if (typeof value === 'string') return <Text text={value} />;
  if (typeof value !== 'object' || value === null) return <span className="json-plain">{String(value)}</span>;
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  const [open, close] = isList ? '[]' : '{}';
  if (entries.length === 0) return `${open}${close}`;
  return (
    <>
      {open}
      {entries.map(([name, one], index) => (
        <span key={name}>
          {`\n${'  '.repeat(indent + 1)}`}
          {!isList && <span className="json-name">{JSON.stringify(name)}: </span>}
          <Value value={one} indent={indent + 1} />
          {index < entries.length - 1 && ','}
        </span>
      ))}
      {`\n${'  '.repeat(indent)}${close}`}
    </>
  );
}

/** A string; a long one shows its start until it is asked for. */
function Text({ text }: { readonly text: string }) {
  const say = useWords(commonWords);
  const [isWhole, setWhole] = useState(false);
  const short = shortened(text);
  if (isWhole || short === text) return <span className="json-text">{JSON.stringify(text)}</span>;
  return (
    <span className="json-text">
      {`${JSON.stringify(short).slice(0, -1)}… `}
      <UnstyledButton
        className="json-more"
        aria-label={`+${String(text.length - short.length)}: ${say('seeAll')}`}
        onClick={() => {
          setWhole(true);
        }}
      >
        {`+${String(text.length - short.length)}`}
      </UnstyledButton>
      {'"'}
    </span>
  );
}
