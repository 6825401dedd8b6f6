/** Runs until Ctrl-C, then exits 0. */
export async function untilInterrupted(interrupted: AbortSignal, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!interrupted.aborted) throw error;
  }
}
