import type { PaymentMethod } from '../money/fees';

/** How many failures in a row keep new payments away from an account, and for how long. */
const failuresMax = 5;
const restMs = 30_000;

/**
 * Whether new payments of one method go to one account, as this process has seen it. Each process learns by itself: a
 * shared answer would cost a read for each payment, and a few more failures are all that it would save.
 */
export interface MethodHealth {
  /** Whether it rests after failures in a row; when its rest is over, one payment tries it. */
  isResting(now: Date): boolean;
  /** A payment goes to it now: until that has ended, no other tries one that rested. */
  begin(now: Date): void;
  /** It answered, also by a refusal of the payer or the amount. */
  succeeded(): void;
  failed(now: Date): void;
  /** When it last failed; undefined where it has answered since. */
  failedAt(): Date | undefined;
}

function createMethodHealth(): MethodHealth {
  let failures = 0;
  let restsUntil = 0;
  let failedAt: Date | undefined;
  const rest = (now: Date): void => {
    if (failures >= failuresMax) restsUntil = now.getTime() + restMs;
  };
  return {
    isResting: (now) => restsUntil > now.getTime(),
    begin: rest,
    succeeded: () => {
      failures = 0;
      restsUntil = 0;
      failedAt = undefined;
    },
    failed: (now) => {
      failures += 1;
      failedAt = now;
      rest(now);
    },
    failedAt: () => failedAt,
  };
}

/** The health of every account that this process has used, by store, name and method. */
export interface HealthBook {
  of(storeId: string, name: string, method: PaymentMethod): MethodHealth;
}

export function createHealthBook(): HealthBook {
  const known = new Map<string, MethodHealth>();
  return {
    of: (storeId, name, method) => {
      const key = `${storeId} ${name} ${method}`;
      const found = known.get(key) ?? createMethodHealth();
      known.set(key, found);
      return found;
    },
  };
}
