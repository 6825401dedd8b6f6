import { waitFor } from '@pitanga/testing';
import type { Answer } from '../api';
import { eventsOf, type Merchant } from './merchant';

/** An outside call, and what a client or provider does that leads to it. */
export interface Row<Of extends Merchant = Merchant> {
  /** What the call does, and its request. */
  readonly call: string;
  readonly process: 'billing' | 'payouts';
  readonly provider: 'stripe' | 'bank' | 'payoutBank' | 'asaas' | 'efi' | 'inter';
  /** The `METHOD path` of the request. */
  readonly request: RegExp;
  /** False: nothing of ours goes on with it until its client asks again. */
  readonly isFinishedByJobs?: boolean;
  /** Does all that comes before. */
  begin(merchant: Of): Promise<Attempt> | Attempt;
}

/** What is true of one attempt; `ours` and `theirs` say how it stands in the same words. */
export interface Attempt {
  /** What leads to the call; also its repeat, by a client that got no answer. */
  send(): Promise<Answer>;
  /** Undefined while it is not known yet. */
  ours(): Promise<string | undefined>;
  theirs(): string;
  /** How often the provider has done it. */
  effects(): number;
  /** What a provider that never got it leaves, where its job ends it for good. */
  readonly undone?: string;
  /** What was to become of it. */
  readonly done: string;
  /** Names what a repeat must answer again. */
  identify?(answer: Answer): unknown;
  /** Events of a record, each of which is published once. */
  events?(): Promise<{ readonly recordId: string; readonly types: readonly string[] } | undefined>;
}

export type Point = 'before the effect' | 'after the effect';
export type Way = 'its client repeats it' | 'its jobs go on';

/**
 * Longer than any claim and lease of a request; then longer than those of jobs and of what a buyer was asked; then a day, after
 * which a refund without a trace at Efí was not made.
 */
const waitsMs = [
  ...[65_000, 65_000, 65_000, 600_000, 600_000, 600_000, 1_200_000, 3_600_000, 3_600_000, 3_600_000],
  86_400_000,
];
/** How long a process holds the idempotency key of a request. */
const keyLeaseMs = 30_000;
/** Jobs run every five seconds at the least; most every second. */
const roundMs = 1_500;

/**
 * Kills the process with SIGKILL while the provider has the request, starts it again, and waits until both sides have the
 * same end.
 */
export async function crash<Of extends Merchant>(merchant: Of, row: Row<Of>, point: Point, way: Way): Promise<void> {
  const attempt = await row.begin(merchant);
  const killed = trap(merchant, row, point);
  const first = attempt.send().catch(() => undefined);
  await killed.catch(async (error: unknown) => {
    throw new Error(`the call never came: ${String((await first)?.text).slice(0, 500)}`, { cause: error });
  });
  await first;
  const ended = await untilEnded(merchant, attempt, way);
  expect({ ours: ended, effects: attempt.effects() }).toEqual(
    ended === attempt.undone && way === 'its jobs go on'
      ? { ours: attempt.theirs(), effects: 0 }
      : { ours: attempt.done, effects: 1 },
  );
  expect(attempt.theirs()).toBe(ended);
  await expectSameAnswer(merchant, attempt, ended);
}

interface Server {
  beforeEffect: ((asked: string) => Promise<boolean>) | undefined;
  beforeAnswer: ((asked: string) => Promise<void>) | undefined;
}

type Servers = { readonly [Name in 'asaas' | 'efi' | 'inter']?: Server };

function serverOf(merchant: Merchant & Servers, provider: Row['provider']): Server {
  const server = merchant[provider];
  if (!server) throw new Error(`this merchant has no ${provider}`);
  return server;
}

/** Settles when the process was killed at the call and is back. */
async function trap<Of extends Merchant>(
  merchant: Of,
  { provider, process: name, request }: Row<Of>,
  point: Point,
): Promise<void> {
  const server = serverOf(merchant, provider);
  const service = merchant.platform.services[name];
  let isSprung = false;
  const isIt = (asked: string): boolean => !isSprung && request.test(asked);
  const kill = async (): Promise<void> => {
    isSprung = true;
    await service.kill9();
  };
  server.beforeEffect = async (asked) => {
    if (point !== 'before the effect' || !isIt(asked)) return true;
    await kill();
    return false;
  };
  server.beforeAnswer = async (asked) => {
    if (point === 'after the effect' && isIt(asked)) await kill();
  };
  try {
    const isDead = () => Promise.resolve(isSprung && service.pid === undefined);
    await waitFor(`${String(request)} at the provider`, isDead);
  } finally {
    server.beforeEffect = undefined;
    server.beforeAnswer = undefined;
  }
  await service.restart();
}

async function untilEnded(merchant: Merchant, attempt: Attempt, way: Way): Promise<string> {
  for (const waitMs of waitsMs) {
    if (way === 'its client repeats it') await attempt.send();
    const ours = await waitFor('an end', () => endOf(attempt), roundMs).catch(() => undefined);
    if (ours !== undefined) return ours;
    await merchant.advance(waitMs);
  }
  const last = await waitFor('an end', () => endOf(attempt), 4 * roundMs).catch(() => undefined);
  if (last !== undefined) return last;
  const times = String(attempt.effects());
  throw new Error(`ours is ${String(await attempt.ours())}, theirs ${attempt.theirs()}, ${times} times`);
}

/** Both sides have the same end; undefined before. */
async function endOf(attempt: Attempt): Promise<string | undefined> {
  const ours = await attempt.ours();
  const isEnd = ours !== undefined && (ours === attempt.done || ours === attempt.undone);
  // What was made twice by a client's repeat may be taken back, if nobody has seen it.
  return isEnd && attempt.theirs() === ours && attempt.effects() < 2 ? ours : undefined;
}

/** The repeats of a request answer the same and do nothing more, once its killed process holds its key no longer. */
async function expectSameAnswer(merchant: Merchant, attempt: Attempt, ended: string): Promise<void> {
  await merchant.advance(keyLeaseMs);
  const [one, other] = [await attempt.send(), await attempt.send()];
  expect([other.status, other.json?.code]).toEqual([one.status, one.json?.code]);
  if (ended !== attempt.done) return;
  expect(one.status).toBeLessThan(400);
  expect(attempt.identify?.(other)).toEqual(attempt.identify?.(one));
  expect([await attempt.ours(), attempt.theirs(), attempt.effects()]).toEqual([ended, ended, 1]);
  const wanted = await attempt.events?.();
  if (!wanted) return;
  const published = await waitFor('the events', async () => {
    const all = await eventsOf(merchant, wanted.recordId);
    return wanted.types.every((type) => all.includes(type)) && all;
  });
  for (const type of wanted.types) expect([type, published.filter((one) => one === type)]).toEqual([type, [type]]);
}
