import type { Origin } from './origin';

/** KEY: a secret API key. PUBLIC_KEY: a card form's key. USER: a person's session. OPERATOR: a command of the operator. */
export type ActorKind = 'KEY' | 'PUBLIC_KEY' | 'USER' | 'OPERATOR';

/** The cause of a change: what the audit log names. */
export interface Actor {
  readonly kind: ActorKind;
  /** The id of the key or user; of an operator, the name of the account that ran the command. */
  readonly id: string;
  /** Of a request: for mail about security, and not for the audit log. */
  readonly from?: Origin | undefined;
}
