import type { ReactNode } from 'react';

interface Props {
  /** Name and value; an undefined value leaves its line out. */
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** Names and values of one record, aligned. */
export function Facts({ facts }: Props) {
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
