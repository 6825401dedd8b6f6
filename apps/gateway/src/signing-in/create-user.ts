import type { Locked } from '@pitanga/database';
import type { User } from '../users/user';
import { insertUser, type UserKey } from '../users/user-repository';
import type { PeopleTxDeps } from './people-deps';

/** Inserts a user whose e-mail a link has proved; undefined when the e-mail has an account. */
export async function createUser(
  tx: PeopleTxDeps,
  { email, passwordHash, language }: Pick<User, 'email' | 'passwordHash' | 'language'>,
): Promise<Locked<UserKey> | undefined> {
  const now = tx.clock.real();
  const id = tx.ids.next('user', now);
  const user = { id, email, passwordHash, createdAt: now, passwordChangedAt: now, language };
  return insertUser(tx.db, tx.all, tx.sealer, user);
}
