import type { ReactNode } from 'react';

interface FigureProps {
  readonly name: string;
  /** A `Money`, a number, a word. */
  readonly value: ReactNode;
  /** Below the value: the period before, where it comes from. */
  readonly hint?: ReactNode;
}

/** One figure of a {@link Figures} row. */
export function Figure({ name, value, hint }: FigureProps) {
  return (
    <div className="figure-card">
      <dt>{name}</dt>
      <dd>
        <span className="figure-value figures">{value}</span>
        {hint !== undefined && <span className="figure-hint">{hint}</span>}
      </dd>
    </div>
  );
}

/** Figures side by side, as many as fit in a row. */
export function Figures({ children }: { readonly children: ReactNode }) {
  return <dl className="figures-row">{children}</dl>;
}
