import type { ErrorCode } from './error-codes';

/** What a merchant or a program does about an error, with the codes that it is true of. */
export interface ErrorAction {
  readonly action: string;
  readonly codes: readonly ErrorCode[];
}
