const errorName = 'UserError';

/** An error whose message says what is wrong and what to do; commands print it without a stack. */
export function userError(message: string, cause?: unknown): Error {
  const error = new Error(message, { cause });
  error.name = errorName;
  return error;
}

export function isUserError(error: unknown): error is Error {
  return error instanceof Error && error.name === errorName;
}
