/** Runs what has no end of its own: Ctrl-C is how a person ends it, and no failure. */
export async function untilInterrupted(interrupted: AbortSignal, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!interrupted.aborted) throw error;
  }
}
