import { waitFor } from '@pitanga/testing';

/**
 * Examines a platform until everything holds: what was paid a moment ago may still be on its way to the ledger, and on a busy
 * machine for longer than the doctor waits. What is lost stays wrong.
 * @param command runs a command of the operator; rejects when it ends with another status than 0
 */
export async function untilBooksHold(command: (name: 'doctor') => Promise<string>): Promise<void> {
  await waitFor('books that hold', async () => (await command('doctor')).includes('all hold'), booksTimeoutMs);
}

/** For the test that waits: every service is examined, perhaps several times. */
export const booksTimeoutMs = 120_000;
