import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly title?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page with its own heading. */
export function Card({ title, actions, children }: Props) {
  return (
    <section className="card">
      {title !== undefined && (
        <header className="card-head">
          <Title order={2} size="h5">
            {title}
          </Title>
          {actions}
        </header>
      )}
      {children}
    </section>
  );
}
