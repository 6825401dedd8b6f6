import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly name: string;
  /** Beside the name. */
  readonly state?: ReactNode;
  readonly hint?: ReactNode;
  /** What can be done with it. */
  readonly children?: ReactNode;
}

/** One thing of the account with what can be done about it. */
export function AccountRow({ name, state, hint, children }: Props) {
  return (
    <li className="account-row">
      <div className="account-row-text">
        <div className="account-row-head">
          <span>{name}</span>
          {state}
        </div>
        {hint !== undefined && (
          <Text size="sm" c="dimmed" component="div">
            {hint}
          </Text>
        )}
      </div>
      {children}
    </li>
  );
}
