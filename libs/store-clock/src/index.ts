/**
 * Test clocks (docs/behaviour/test-clock.md#store-time): a store's dev environment can be ahead of real time. Every
 * service stores the offsets in its own database (`store_clocks`), caches them, and is moved with the others.
 *
 * ```ts
 * const clock = await startStoreClock({ db, base: systemClock, log, lifecycle }); // instead of systemClock
 * const relay = await startRelay({ …, beforePublish: (tx, rows) => recordClockEvents(tx, clock, rows) });
 * rpc.add(TestClockServiceDefinition, testClockHandlers({ db, clock, work, messaging, relay, lifecycle, applied }));
 * ```
 */
export { createAppliedEvents } from './applied-events';
export { createStoreClock, startStoreClock, type StoreClock } from './store-clock';
export { clockEventsMax } from './clock-repository';
export { noClockedWork, type ClockedWork } from './clocked-work';
export { recordClockEvents } from './clock-events';
export { moveClock, testClockDevOnly } from './move-clock';
export { testClockHandlers } from './test-clock-handlers';
