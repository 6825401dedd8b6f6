import type { TestClockServiceDefinition } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import type { CallContext, RpcClient } from '@pitanga/rpc';
import { clockEventsMax } from '@pitanga/store-clock';
import { advanceInterrupted, advanceTooLong } from './clock-advance-errors';

/** An event that occurred while the clock advanced. */
export interface ClockEvent {
  /** The store's time. */
  readonly at: Date;
  /** The type of a domain event, or the kind of a journal. */
  readonly type: string;
  /** The record it is about. */
  readonly id: string;
}

/** A service whose clock is advanced. */
export type ClockedService = Omit<RpcClient<TestClockServiceDefinition>, 'close' | 'awaitApplied'>;

export interface AdvanceDeps {
  /** In the order of the call graph: callers before the services they call. */
  readonly services: readonly ClockedService[];
  /** Real time. */
  readonly real: () => Date;
  /** The gateway's own clock of the store. */
  readonly ownOffsetMs: (tenant: Tenant) => number;
  readonly moveOwnClock: (tenant: Tenant, offsetMs: number, isAdvancing: boolean) => Promise<void>;
  /** Aborted when the gateway stops. */
  readonly stopping: AbortSignal;
}

/** The longest an advance may take in one request. */
export const advanceMsMax = 600_000;
/** Well within the minute after which services consider an advance abandoned. */
const touchEveryMs = 20_000;

/**
 * Advances a store's clock to `to`, from one due instant to the next: sets the clock of every service, runs what is due,
 * and waits until every event that follows has been consumed. The services keep their clocks and their due work, so an
 * interrupted advance resumes where it stopped.
 * @returns the events that occurred, in order
 */
export async function advanceClock(
  deps: AdvanceDeps,
  tenant: Tenant,
  to: Date,
  context: CallContext,
): Promise<readonly ClockEvent[]> {
  const { services } = deps;
  const events: ClockEvent[] = [];
  const startedMs = performance.now();
  const clock = await createSharedClock(deps, tenant, context);
  /** Store time up to which all due work is done. Real time passes during the advance, so this may be later than set. */
  let doneUntil: Date;

  const checkTime = (): void => {
    if (deps.stopping.aborted) throw advanceInterrupted();
    if (performance.now() - startedMs > advanceMsMax) throw advanceTooLong();
  };
  const runDue = async (service: ClockedService): Promise<number> => (await service.runDue({ tenant }, context)).done;
  /**
   * Runs the services that are due one after the other, callers first. Then runs all of them in rounds, until a round
   * finds no work and no new events.
   */
  const settle = async (due: readonly ClockedService[]): Promise<void> => {
    let done = 0;
    for (const service of due) done += await runDue(service);
    for (;;) {
      checkTime();
      await clock.touch();
      const drained = await Promise.all(services.map((service) => service.drain({ tenant }, context)));
      const fresh = drained.flatMap((answer) => answer.happenings.map(toClockEvent));
      events.push(...fresh);
      if (events.length > 2 * clockEventsMax) events.splice(0, events.length - clockEventsMax);
      if (done === 0 && fresh.length === 0) return;
      doneUntil = clock.now();
      done = sum(await Promise.all(services.map(runDue)));
    }
  };

  await clock.hold();
  doneUntil = clock.now();
  await settle(services);
  while (doneUntil < to) {
    const next = await findNextDue(services, tenant, { after: doneUntil, until: to }, context);
    doneUntil = next.at;
    await clock.moveTo(next.at);
    await settle(next.due);
  }
  await clock.release();
  // Each service answers in its own order; a stable sort keeps it among equal instants.
  return events.sort((one, other) => one.at.getTime() - other.at.getTime()).slice(-clockEventsMax);
}

/** A store's clock, set in the gateway and in every service. */
interface SharedClock {
  now(): Date;
  /** Sets the clock everywhere, as one that is being advanced. */
  hold(): Promise<void>;
  /** Moves the clock forward to `at`, unless it is past that, and holds it. */
  moveTo(at: Date): Promise<void>;
  /** Holds the clock again before services consider the advance abandoned. */
  touch(): Promise<void>;
  /** Sets the clock everywhere, as one whose advance is over. */
  release(): Promise<void>;
}

async function createSharedClock(deps: AdvanceDeps, tenant: Tenant, context: CallContext): Promise<SharedClock> {
  const { services, real } = deps;
  let offsetMs = await furthestOffset(deps, tenant, context);
  let setMs = -Infinity;
  const set = async (isAdvancing: boolean): Promise<void> => {
    setMs = performance.now();
    await Promise.all([
      deps.moveOwnClock(tenant, offsetMs, isAdvancing),
      ...services.map((service) => service.setOffset({ tenant, offsetMs, advancing: isAdvancing }, context)),
    ]);
  };
  return {
    now: () => new Date(real().getTime() + offsetMs),
    hold: () => set(true),
    moveTo: async (at) => {
      offsetMs = Math.max(offsetMs, at.getTime() - real().getTime());
      await set(true);
    },
    touch: async () => {
      if (performance.now() - setMs > touchEveryMs) await set(true);
    },
    release: () => set(false),
  };
}

/** An interrupted advance may have moved some services and not others. */
async function furthestOffset(deps: AdvanceDeps, tenant: Tenant, context: CallContext): Promise<number> {
  const answers = await Promise.all(deps.services.map((service) => service.getOffset({ tenant }, context)));
  return Math.max(deps.ownOffsetMs(tenant), ...answers.map(({ offsetMs }) => offsetMs));
}

/** The next instant at which a service has due work, or `until`, and the services that have; it may be in the past. */
async function findNextDue(
  services: readonly ClockedService[],
  tenant: Tenant,
  window: { readonly after: Date; readonly until: Date },
  context: CallContext,
): Promise<{ readonly at: Date; readonly due: readonly ClockedService[] }> {
  const answers = await Promise.all(services.map((service) => service.getNextDue({ tenant, ...window }, context)));
  const dues = answers.map(({ dueAt }) => dueAt?.getTime() ?? Infinity);
  const at = Math.min(window.until.getTime(), ...dues);
  return { at: new Date(at), due: services.filter((_, index) => dues[index] === at) };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

function toClockEvent({ at, type, id }: { at: Date | undefined; type: string; id: string }): ClockEvent {
  return { at: at ?? new Date(0), type, id };
}
