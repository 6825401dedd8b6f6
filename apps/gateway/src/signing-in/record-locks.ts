import type { Attempt } from '../attempts/lock-out';
import { installation, recordAudit, skipAudit } from '../audit/audit-log';
import type { User } from '../users/user';
import type { PeopleDeps, Visit } from './people-deps';

/**
 * Counts the locks that a failed attempt has set, and writes them to the audit log as far as strangers cannot make it
 * grow: each lock of an account, and the first of an address.
 * @param user absent for an e-mail without account, of which nothing may be kept
 */
export async function recordLocks(
  deps: PeopleDeps,
  { locks }: Attempt,
  user: Pick<User, 'id'> | undefined,
  { network, requestId }: Visit,
): Promise<void> {
  if (locks.account) {
    deps.locks.inc({ of: user ? 'account' : 'unknown' });
    if (user) {
      const person = { kind: 'USER', id: user.id } as const;
      const target = { type: 'USER', id: user.id };
      await recordAudit(deps, installation, { actor: person, action: 'user.locked', target, requestId });
    } else {
      // The time of the answer must not tell that there is no entry.
      await skipAudit(deps, installation);
    }
  }
  if (locks.network) deps.locks.inc({ of: 'address' });
  if (locks.network && locks.isFirstOfNetwork) {
    const actor = { kind: 'USER', id: 'unknown' } as const;
    const target = { type: 'ADDRESS', id: network };
    await recordAudit(deps, installation, { actor, action: 'address.locked', target, requestId });
  }
}
