import { aTenant, testClock, type TestClock } from '@pitanga/testing';
import { advanceClock, type AdvanceDeps, type ClockedService, type ClockEvent } from './advance-clock';

const tenant = aTenant();
const context = { requestId: 'req_1' };
const dayMs = 86_400_000;

/** A service in memory: what is due when, and what each piece of work tells and causes elsewhere. */
interface Work {
  readonly at: number;
  readonly type: string;
  readonly causes?: () => void;
}

function aService(real: TestClock, log: string[], name: string) {
  let offsetMs = 0;
  let events: ClockEvent[] = [];
  const work: Work[] = [];
  const now = (): number => real.real().getTime() + offsetMs;
  const service: ClockedService = {
    getOffset: () => Promise.resolve({ offsetMs }),
    setOffset: (request) => {
      if (request.offsetMs < offsetMs) return Promise.reject(new Error('back'));
      ({ offsetMs } = request);
      if (!request.advancing) log.push(`${name} is released`);
      return Promise.resolve({});
    },
    getNextDue: ({ after, until }) => {
      const [from, to] = [after?.getTime() ?? now(), until?.getTime() ?? 0];
      const dues = work.map(({ at }) => at).filter((at) => at > from && at <= to);
      return Promise.resolve({ dueAt: dues.length > 0 ? new Date(Math.min(...dues)) : undefined });
    },
    runDue: () => {
      const due = work.filter(({ at }) => at <= now());
      for (const item of due) {
        work.splice(work.indexOf(item), 1);
        log.push(`${name} ${item.type}`);
        events.push({ at: new Date(now()), type: item.type, id: name });
        item.causes?.();
      }
      return Promise.resolve({ done: due.length });
    },
    drain: () => {
      const happenings = events;
      events = [];
      return Promise.resolve({ happenings });
    },
  };
  return { service, work, set: (ms: number) => (offsetMs = ms), offset: () => offsetMs };
}

function aPlatform() {
  const real = testClock();
  const log: string[] = [];
  const [billing, ledger] = [aService(real, log, 'billing'), aService(real, log, 'ledger')];
  let own = 0;
  const stopping = new AbortController();
  const deps: AdvanceDeps = {
    services: [billing.service, ledger.service],
    real: () => real.real(),
    ownOffsetMs: () => own,
    moveOwnClock: (_tenant, offsetMs) => {
      own = offsetMs;
      return Promise.resolve();
    },
    stopping: stopping.signal,
  };
  const inDays = (days: number): number => real.real().getTime() + days * dayMs;
  return { real, log, billing, ledger, deps, inDays, own: () => own, stop: () => stopping.abort() };
}

describe('advancing a clock', () => {
  it('does what is due in order of time over all services, with what follows from it, at its instant', async () => {
    const { log, billing, ledger, deps, inDays } = aPlatform();
    ledger.work.push({ at: inDays(2), type: 'settles' });
    billing.work.push({ at: inDays(3), type: 'expires' });
    billing.work.push({
      at: inDays(1),
      type: 'renews',
      causes: () => ledger.work.push({ at: inDays(1.5), type: 'settles the renewal' }),
    });
    billing.work.push({ at: inDays(10) + 1, type: 'comes too late' });
    const happenings = await advanceClock(deps, tenant, new Date(inDays(10)), context);
    expect(happenings).toEqual([
      { at: new Date(inDays(1)), type: 'renews', id: 'billing' },
      { at: new Date(inDays(1.5)), type: 'settles the renewal', id: 'ledger' },
      { at: new Date(inDays(2)), type: 'settles', id: 'ledger' },
      { at: new Date(inDays(3)), type: 'expires', id: 'billing' },
    ]);
    expect(log).toEqual([
      ...happenings.map(({ id, type }) => `${id} ${type}`),
      'billing is released',
      'ledger is released',
    ]);
    expect([billing.offset(), ledger.offset()]).toEqual([10 * dayMs, 10 * dayMs]);
  });

  it('goes on where an interrupted one has left the services, and never back', async () => {
    const { log, billing, ledger, deps, inDays, own } = aPlatform();
    billing.set(5 * dayMs);
    ledger.work.push({ at: inDays(4), type: 'settles' });
    await advanceClock(deps, tenant, new Date(inDays(5)), context);
    expect(log[0]).toBe('ledger settles');
    expect([billing.offset(), ledger.offset(), own()]).toEqual([5 * dayMs, 5 * dayMs, 5 * dayMs]);
  });

  it('does what falls due while it works, before it goes on', async () => {
    const { real, billing, ledger, deps, inDays } = aPlatform();
    const start = inDays(0);
    const [first, second, later] = [start + dayMs, start + dayMs + 300, start + 30 * dayMs];
    ledger.work.push({ at: first, type: 'settles slowly', causes: () => real.advance(1_000) });
    billing.work.push({ at: second, type: 'renews' }, { at: later, type: 'expires' });
    const happenings = await advanceClock(deps, tenant, new Date(start + 31 * dayMs), context);
    expect(happenings.map(({ at, type }) => [type, at.getTime() - start])).toEqual([
      ['settles slowly', dayMs],
      ['renews', dayMs + 1_000],
      ['expires', 30 * dayMs],
    ]);
  });

  it('does what is due by the end though the end is over when it comes to it', async () => {
    const { real, billing, ledger, deps, inDays } = aPlatform();
    const end = inDays(1);
    ledger.work.push({ at: end - 600, type: 'settles slowly', causes: () => real.advance(1_000) });
    billing.work.push({ at: end - 300, type: 'renews' });
    const happenings = await advanceClock(deps, tenant, new Date(end), context);
    expect(happenings.map(({ type }) => type)).toEqual(['settles slowly', 'renews']);
  });

  it('arrives though real time passes meanwhile', async () => {
    const { real, billing, deps, inDays } = aPlatform();
    const target = inDays(1);
    billing.work.push({ at: inDays(0.5), type: 'takes a day', causes: () => real.advance(dayMs) });
    const [happening] = await advanceClock(deps, tenant, new Date(target), context);
    expect(happening?.type).toBe('takes a day');
    expect(billing.offset()).toBe(dayMs / 2);
  });

  it('stops between two steps when the gateway stops', async () => {
    const { billing, deps, inDays, stop } = aPlatform();
    billing.work.push({ at: inDays(1), type: 'is done', causes: stop }, { at: inDays(2), type: 'waits' });
    await expect(advanceClock(deps, tenant, new Date(inDays(3)), context)).rejects.toMatchObject({
      reason: 'ADVANCE_INTERRUPTED',
    });
    expect(billing.work.map(({ type }) => type)).toEqual(['waits']);
  });
});
