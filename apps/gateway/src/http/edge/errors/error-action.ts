import type { ErrorCode } from './error-codes';

/** What a merchant or a program does about an error, with the codes that it is true of. */
export interface ErrorAction {
  readonly action: string;
  readonly codes: readonly ErrorCode[];
  /** Why several codes share it: each has its own otherwise. */
  readonly sharedBecause?: string;
}

/** What to do about each of some codes. */
export type Actions = Readonly<Partial<Record<ErrorCode, string>>>;
