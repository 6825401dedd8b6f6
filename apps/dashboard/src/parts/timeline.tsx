import type { ReactNode } from 'react';
import { Instant } from './instant';
import type { Tone } from './status';

export interface Moment {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly title: ReactNode;
  readonly tone?: Tone;
  /** What belongs to it: a request, its deliveries. */
  readonly detail?: ReactNode;
}

/** What happened, in the order given. */
export function Timeline({ label, moments }: { readonly label: string; readonly moments: readonly Moment[] }) {
  return (
    <ol className="timeline" aria-label={label}>
      {moments.map(({ id, at, title, tone = 'quiet', detail }) => (
        <li key={id} className={`moment moment-${tone}`}>
          <div className="moment-head">
            <span className="moment-title">{title}</span>
            <Instant at={at} hasSeconds />
          </div>
          {detail}
        </li>
      ))}
    </ol>
  );
}
