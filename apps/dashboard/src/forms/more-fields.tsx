import { useState, type ReactNode } from 'react';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';
import './more-fields.css';

interface Props {
  /** Something behind it is wrong: it opens. */
  readonly hasError: boolean;
  readonly children: ReactNode;
}

/** The rarer fields of a form, folded away until they are asked for. */
export function MoreFields({ hasError, children }: Props) {
  const say = useWords(commonWords);
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="more-fields"
      open={isOpen || hasError}
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>{say('moreOptions')}</summary>
      <div className="field-grid">{children}</div>
    </details>
  );
}
