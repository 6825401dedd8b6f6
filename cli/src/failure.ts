/** What the program ends with; the README and the page reference/cli say the same. */
export const exitCodes = {
  done: 0,
  refused: 1,
  wrongUse: 2,
  notSignedIn: 3,
  noAnswer: 4,
  defect: 5,
  interrupted: 130,
} as const;

/** An end that the reader can do something about: one sentence of what happened, one of what to do next. */
export class Failure extends Error {
  constructor(
    readonly exitCode: number,
    message: string,
    readonly next?: string,
  ) {
    super(message);
  }
}

export function wrongUse(message: string, next?: string): Failure {
  return new Failure(exitCodes.wrongUse, message, next);
}
