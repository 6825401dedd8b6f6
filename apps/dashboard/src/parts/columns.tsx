import type { ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
  /** Beside the content from 1,100 px, below it on smaller screens. */
  readonly aside: ReactNode;
}

/** A wide column with a narrow one: a record and its facts, a form and its preview. */
export function Columns({ children, aside }: Props) {
  return (
    <div className="columns">
      <div className="columns-main">{children}</div>
      <div className="columns-aside">{aside}</div>
    </div>
  );
}
