import type { PaymentMethod } from '../money/fees';
import {
  createMethodHealth,
  type MethodHealth,
  type RestLimits,
  type Seen,
  type SharedMethodHealth,
} from '../provider/method-health';

/** Names the health of one account of a store for one method. */
export interface HealthKey {
  readonly storeId: string;
  /** As charges name it. */
  readonly provider: string;
  readonly method: PaymentMethod;
}

/** The health of every account that this process has used or heard of. */
export interface HealthBook {
  readonly limits: RestLimits;
  of(storeId: string, provider: string, method: PaymentMethod): MethodHealth;
  /** What was seen since the last call, each with its key. */
  takeSeen(): readonly (HealthKey & Seen)[];
  /** @param rests what all processes together have seen: until when each rests; undefined where it does not */
  learn(rests: readonly (HealthKey & { readonly restsUntil: Date | undefined })[], now: Date): void;
}

export function createHealthBook(limits: RestLimits): HealthBook {
  const known = new Map<string, HealthKey & { readonly health: SharedMethodHealth }>();
  const find = ({ storeId, provider, method }: HealthKey): SharedMethodHealth => {
    const name = `${storeId} ${provider} ${method}`;
    const found = known.get(name) ?? { storeId, provider, method, health: createMethodHealth(limits) };
    known.set(name, found);
    return found.health;
  };
  return {
    limits,
    of: (storeId, provider, method) => find({ storeId, provider, method }),
    takeSeen: () =>
      [...known.values()].flatMap(({ health, ...key }) => {
        const seen = health.take();
        return seen ? [{ ...key, ...seen }] : [];
      }),
    learn: (rests, now) => {
      for (const { restsUntil, ...key } of rests) find(key).learn(restsUntil, now);
    },
  };
}
