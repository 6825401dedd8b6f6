import { createIdSource, toTenant, type Clock, type IdSource, type Tenant } from '@pitanga/core';
import { createLog, randomBytes, type Log } from '@pitanga/runtime';

/** Ids as in production: unique over every worker that shares the run's services. */
export const testIds: IdSource = createIdSource(randomBytes);

/** Discards every line. */
export const silentLog: Log = createLog({ service: 'test', level: 'silent' });

/** A store of its own isolates a test from all others in the same database. */
export function aTenant(devMode = true): Tenant {
  return toTenant(testIds.next('store', testStart), devMode);
}

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  advance(ms: number): void;
}

/** An ordinary Friday noon in São Paulo. */
const testStart = new Date('2026-11-20T15:00:00.000Z');

export function testClock(start: Date = testStart): TestClock {
  let nowMs = start.getTime();
  const read = (): Date => new Date(nowMs);
  return {
    real: read,
    now: read,
    advance: (ms) => {
      nowMs += ms;
    },
  };
}
