/**
 * What the words of a program or of the system say of a problem that a person can mend: one sentence with the next step.
 * Undefined of other words.
 */
export function plainProblem(words: string): string | undefined {
  if (/ENOSPC|No space left on device|Check free disk space/i.test(words)) {
    return 'The disk is full: make room on it (1 GB at least), then run the command again; what was booked is kept.';
  }
  if (/EADDRINUSE|Address already in use/i.test(words)) {
    return 'Another program has taken a port meanwhile: run the command again, or choose another port of the API with --port.';
  }
  return undefined;
}
