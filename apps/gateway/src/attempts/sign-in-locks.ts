import { eventCounter, type Metrics } from '@pitanga/runtime';

/** Locks by what was locked: an account, an e-mail without one (unknown), or an address. */
export function signInLocks(metrics: Metrics) {
  return eventCounter(metrics, {
    name: 'pitanga_sign_in_locks_total',
    help: 'Locks after failed sign-ins, by what was locked: account, unknown (an e-mail without account) or address',
    labelNames: ['of'],
  });
}

export type SignInLocks = ReturnType<typeof signInLocks>;
