import { setTimeout as delay } from 'node:timers/promises';
import { connect, type Db } from '@pitanga/database';
import { serviceNames } from '@pitanga/operations/services';
import { backlogReader, backlogSentence, isEmpty, type Backlog, type BacklogReader } from './backlog';
import { cpuEach, readCpuTime, cpuSentence, readMemory } from './cpu';
import { createHttpCaller } from './http-caller';
import { steadyCallers } from './ledger-load';
import { mixedCalls } from './mixed-calls';
import { openLoop, fitSlope, type Stretch } from './open-loop';
import { subscribe } from './renewals';
import { ms, type Bench } from './section';
import { startReceiver } from './webhooks-load';

const share = 0.7;
const renewalsPerSecond = 2;
const subscribers = 60;
/** Once nothing is asked any more. */
const drainSeconds = 60;

/**
 * The section `mixed` of the benchmark: 60 % reads, 25 % creates, 10 % payments, 5 % management, with webhooks and with
 * renewals in the background, held at 70 % of what 16 callers get at most. Says latency, memory and backlog by minute.
 */
export async function benchMixed(bench: Bench): Promise<void> {
  await runMixed(bench, bench.plan.mixedSeconds, () => ({ stop: () => undefined }));
}

/** What runs beside the load while it is held. */
export type StartBeside = () => { stop(): void };

/** Asks how much is possible, and holds 70 % of it for `seconds` beside what `startBeside` starts. */
export async function runMixed(bench: Bench, seconds: number, startBeside: StartBeside): Promise<void> {
  const { platform, api, plan } = bench;
  const receiver = await startReceiver();
  const backlog = await backlogReader(platform);
  const subscriptions = connect({ url: platform.wiring.databaseUrls.subscriptions, applicationName: 'bench' });
  const caller = createHttpCaller(platform.baseUrl, { authorization: `Bearer ${platform.demo.devKey}` });
  try {
    await api.post('/v2/webhooks/create', {
      name: 'mixed',
      endpoint: `${receiver.url}/`,
      events: ['transparent.completed', 'subscription.renewed'],
    });
    await subscribe(api, subscriptions, subscribers);
    const next = mixedCalls();
    const call = (): Promise<void> => caller.send(next());
    const calibration = Math.min(20, seconds / 4);
    // Code that is not yet compiled by the JIT says nothing.
    await steadyCallers(call, plan.connections, calibration / 2);
    const most = await steadyCallers(call, plan.connections, calibration);
    console.log(`mixed load, ${String(plan.connections)} callers: at most ${most.perSecond.toFixed(0)}/s`);
    bench.figures.add('at most', '/s', most.perSecond);
    await emptied(backlog);
    const renewals = renewInBackground(subscriptions);
    const beside = startBeside();
    try {
      await hold(bench, { call, perSecond: most.perSecond * share, seconds }, backlog);
    } finally {
      beside.stop();
      await renewals.stop();
    }
    await reportDrain(bench, backlog);
  } finally {
    caller.close();
    receiver.stop();
    await backlog.close();
    await subscriptions.destroy();
  }
}

interface Sight {
  readonly memory: Readonly<Record<string, number>>;
  readonly backlog: Promise<Backlog>;
}

interface Held {
  readonly call: () => Promise<void>;
  readonly perSecond: number;
  readonly seconds: number;
}

async function hold({ platform, figures }: Bench, held: Held, backlog: BacklogReader): Promise<void> {
  const { perSecond, seconds } = held;
  const stretchSeconds = Math.min(60, seconds / 4);
  const sights: Sight[] = [];
  const onStretch = (): void => {
    const memory = Object.entries(readMemory(platform)).map(([name, of]) => [name, of.pssMiB] as const);
    sights.push({ memory: Object.fromEntries(memory), backlog: backlog.read() });
  };
  const before = readCpuTime(platform, { 'load generator': process.pid });
  const stretches = await openLoop({ ...held, stretchSeconds, onStretch });
  const asked = stretches.reduce((sum, stretch) => sum + stretch.asked, 0);
  const { 'load generator': ofLoad, ...cpu } = cpuEach(
    asked,
    before,
    readCpuTime(platform, { 'load generator': process.pid }),
  );
  console.log(
    `  held ${String(seconds)} s at ${perSecond.toFixed(0)}/s, ${String(asked)} requests, none failed; ${String(renewalsPerSecond)} renewals/s beside them`,
  );
  console.log(`  CPU for one: ${cpuSentence(cpu)}; the load itself ${(ofLoad ?? 0).toFixed(2)}`);
  figures.addCpu('CPU of one', cpu);
  await reportStretches({ stretches, sights, stretchSeconds }, figures);
}

interface Seen {
  readonly stretches: readonly Stretch[];
  readonly sights: readonly Sight[];
  readonly stretchSeconds: number;
}

async function reportStretches({ stretches, sights, stretchSeconds }: Seen, figures: Bench['figures']): Promise<void> {
  for (const [index, { p50Ms, p99Ms }] of stretches.entries()) {
    const sight = sights[index];
    if (!sight) continue;
    const memory = serviceNames.reduce((sum, name) => sum + (sight.memory[name] ?? 0), 0).toFixed(0);
    const left = backlogSentence(await sight.backlog);
    const until = String((index + 1) * stretchSeconds).padStart(4);
    console.log(`  until ${until} s: p50 ${ms(p50Ms)}, p99 ${ms(p99Ms)}; services ${memory} MiB; ${left}`);
    figures.add(`p99 until ${until.trim()} s`, 'ms', p99Ms);
  }
  figures.add('p50', 'ms', medianStretch(stretches, 'p50Ms'));
  figures.add('p99', 'ms', medianStretch(stretches, 'p99Ms'));
  // The first stretch fills pools and caches.
  const later = sights.slice(1);
  const slopes = Object.keys(later[0]?.memory ?? {}).map((name) => {
    const perStretch = fitSlope(later.map(({ memory }) => memory[name] ?? NaN));
    return [name, (perStretch * 60) / stretchSeconds] as const;
  });
  const parts = slopes.map(([name, slope]) => `${name} ${slope.toFixed(1)}`);
  console.log(`  memory grows, MiB (PSS) a minute after the first stretch: ${parts.join(', ')}`);
  figures.addByProcess('memory grows', 'MiB/min', Object.fromEntries(slopes));
}

function medianStretch(stretches: readonly Stretch[], of: 'p50Ms' | 'p99Ms'): number {
  return stretches.map((stretch) => stretch[of]).sort((a, b) => a - b)[Math.floor(stretches.length / 2)] ?? NaN;
}

async function reportDrain({ figures }: Bench, backlog: BacklogReader): Promise<void> {
  const { seconds, left } = await emptied(backlog);
  const end = isEmpty(left) ? 'empty' : `NOT empty: ${backlogSentence(left)}`;
  console.log(`  backlog ${end} ${seconds.toFixed(1)} s after the end`);
  figures.add('backlog left', 'count', left.outbox + left.lag + left.deliveries);
}

/** Waits until nothing is left to do, for a minute at most. */
async function emptied(backlog: BacklogReader): Promise<{ readonly seconds: number; readonly left: Backlog }> {
  const start = performance.now();
  for (;;) {
    const left = await backlog.read();
    const seconds = (performance.now() - start) / 1_000;
    if (isEmpty(left) || seconds > drainSeconds) return { seconds, left };
    await delay(250);
  }
}

/** Makes some subscriptions due every second, those that have waited longest. */
function renewInBackground(db: Db): { stop(): Promise<void> } {
  const ending = new AbortController();
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      await db.raw(
        `update subscriptions set run_at = clock_timestamp() where (store_id, dev_mode, id) in (
           select store_id, dev_mode, id from subscriptions where status = 'ACTIVE' and step = 'WAIT' and run_at > now()
           order by updated_at limit ?)`,
        [renewalsPerSecond],
      );
      await delay(1_000, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    stop: async () => {
      ending.abort();
      await running;
    },
  };
}
