import type { TestClockServiceDefinition } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import type { CallContext, RpcClient } from '@pitanga/rpc';
import { clockEventsMax } from '@pitanga/store-clock';
import { advanceInterrupted, advanceTooLong } from './advance-errors';

/** One thing that happened on the way. */
export interface ClockEvent {
  /** The store's time. */
  readonly at: Date;
  /** A fact's type, or the kind of a journal. */
  readonly type: string;
  /** What it happened to. */
  readonly id: string;
}

/** A service's part in an advance. */
export type ClockedService = Omit<RpcClient<TestClockServiceDefinition>, 'close'>;

export interface AdvanceDeps {
  /** In the order of the call graph: who calls before who is called. */
  readonly services: readonly ClockedService[];
  /** Real time. */
  readonly real: () => Date;
  /** The gateway's own clock of the store. */
  readonly ownOffsetMs: (tenant: Tenant) => number;
  readonly moveOwn: (tenant: Tenant, offsetMs: number, isAdvancing: boolean) => Promise<void>;
  /** Aborted when the gateway stops. */
  readonly stopping: AbortSignal;
}

/** The longest an advance may take in one request. */
const advanceMsMax = 600_000;
/** Well within the minute after which services take an advance for dead. */
const touchEveryMs = 20_000;

/**
 * Moves a store's clock to `to`, from one instant at which something is due to the next: all services are set to it,
 * do what is due, and everything that follows from it is through before the clock goes on. Interrupted anywhere and
 * begun again it goes on where it was, because the services keep their clocks and what is due. Answers what happened,
 * in order.
 */
export async function advanceTo(
  deps: AdvanceDeps,
  tenant: Tenant,
  to: Date,
  context: CallContext,
): Promise<readonly ClockEvent[]> {
  const { services, real } = deps;
  const happenings: ClockEvent[] = [];
  const startedMs = performance.now();
  let offsetMs = await furthestOffset(deps, tenant, context);
  let movedMs = -Infinity;
  /** Store time up to which everything has been done. The clock goes on meanwhile, and what falls due then counts too. */
  let doneUntil: Date;

  const storeNow = (): Date => new Date(real().getTime() + offsetMs);
  const checkTime = (): void => {
    if (deps.stopping.aborted) throw advanceInterrupted();
    if (performance.now() - startedMs > advanceMsMax) throw advanceTooLong();
  };
  const move = async (isAdvancing: boolean): Promise<void> => {
    movedMs = performance.now();
    await Promise.all([
      deps.moveOwn(tenant, offsetMs, isAdvancing),
      ...services.map((service) => service.setOffset({ tenant, offsetMs, advancing: isAdvancing }, context)),
    ]);
  };
  const runDue = async (service: ClockedService): Promise<number> => (await service.runDue({ tenant }, context)).done;
  /**
   * First those that are due at this instant, one after the other, because who calls goes before who is called. Then
   * rounds of all at once for what follows from it, until one finds nothing to do and nothing that was said meanwhile.
   */
  const settle = async (due: readonly ClockedService[]): Promise<void> => {
    let done = 0;
    for (const service of due) done += await runDue(service);
    for (;;) {
      checkTime();
      if (performance.now() - movedMs > touchEveryMs) await move(true);
      const drained = await Promise.all(services.map((service) => service.drain({ tenant }, context)));
      const told = drained.flatMap((answer) => answer.happenings.map(toClockEvent));
      happenings.push(...told);
      if (happenings.length > 2 * clockEventsMax) happenings.splice(0, happenings.length - clockEventsMax);
      if (done === 0 && told.length === 0) return;
      doneUntil = storeNow();
      done = sum(await Promise.all(services.map(runDue)));
    }
  };

  await move(true);
  doneUntil = storeNow();
  await settle(services);
  while (doneUntil < to) {
    const next = await nextDue(services, tenant, { after: doneUntil, until: to }, context);
    doneUntil = next.at;
    offsetMs = Math.max(offsetMs, next.at.getTime() - real().getTime());
    await move(true);
    await settle(next.due);
  }
  await move(false);
  // Services answer each in their own order; a stable sort keeps it among equal instants.
  return happenings.sort((one, other) => one.at.getTime() - other.at.getTime()).slice(-clockEventsMax);
}

/** An interrupted advance may have moved some services and not others. */
async function furthestOffset(deps: AdvanceDeps, tenant: Tenant, context: CallContext): Promise<number> {
  const answers = await Promise.all(deps.services.map((service) => service.getOffset({ tenant }, context)));
  return Math.max(deps.ownOffsetMs(tenant), ...answers.map(({ offsetMs }) => offsetMs));
}

/** The next instant at which any service has something to do, or `until`, and which ones have; it may be over. */
async function nextDue(
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
