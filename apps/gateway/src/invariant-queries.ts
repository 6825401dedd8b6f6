import { invariant, platformInvariants, type Invariant } from '@pitanga/database';

/** Creating a store takes seconds; one that is CREATING for an hour was abandoned, and its keys are not accepted. */
export const storesAreComplete = invariant(
  'stores_are_complete',
  `select format('store %s is CREATING since %s', id, created_at) as violation
    from stores where status = 'CREATING' and created_at < :now::timestamptz - interval '1 hour'`,
);

/** An advance of a test clock whose process died is resumed within a day. */
export const advancesEnd = invariant(
  'advances_end',
  `select format('the clock of %s is on its way to %s since before %s', store_id, target, leased_until) as violation
    from clock_advances where leased_until < :now::timestamptz - interval '24 hours'`,
);

/** No revoked key was used after its revocation took effect in every gateway. */
export const revokedKeysAreDead = invariant(
  'revoked_keys_are_dead',
  `select format('key %s of %s was revoked at %s and used at %s', id, store_id, revoked_at, last_used_at) as violation
    from api_keys where last_used_at > revoked_at + interval '5 seconds'`,
);

export const invariants: readonly Invariant[] = [storesAreComplete, advancesEnd, revokedKeysAreDead];

export const gatewayInvariants = [...invariants, ...platformInvariants];
