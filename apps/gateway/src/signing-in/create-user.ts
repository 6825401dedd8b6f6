import type { Tx } from '@pitanga/database';
import { insertUser } from '../users/user-repository';
import type { PeopleDeps } from './people-deps';

/** Inserts a user whose e-mail a link has proved; undefined when the e-mail has an account. */
export async function createUser(
  tx: Tx,
  { all, clock, ids, sealer }: PeopleDeps,
  { email, passwordHash }: { readonly email: string; readonly passwordHash: string },
): Promise<string | undefined> {
  const now = clock.real();
  const id = ids.next('user', now);
  const user = { id, email, passwordHash, createdAt: now, passwordChangedAt: now };
  return (await insertUser(tx, all, sealer, user)) ? id : undefined;
}
