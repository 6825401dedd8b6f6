import { serviceNames, type ServiceName } from '@pitanga/tools';
import { seeded } from '@pitanga/testing';

export const serverNames = ['postgres', 'kafka', 'redis'] as const;
export type ServerName = (typeof serverNames)[number];
export type PartName = ServiceName | ServerName;

/** Who calls whom, as `caller>called`: each way has a proxy of its own. */
export const ways: readonly string[] = [
  ...serviceNames.map((name) => `${name}>postgres`),
  ...serviceNames.map((name) => `${name}>kafka`),
  'gateway>redis',
  ...serviceNames.filter((name) => name !== 'gateway').map((name) => `gateway>${name}`),
  ...['billing>ledger', 'payouts>ledger', 'subscriptions>billing', 'webhooks>billing'],
];

export const parts: readonly PartName[] = [...serviceNames, ...serverNames];
/** Services whose consumers have a group. */
const consumers: readonly ServiceName[] = ['ledger', 'subscriptions', 'webhooks'];

export interface Fault {
  /** After the start of the load. */
  readonly atMs: number;
  readonly kind: FaultKind;
  /** A part, a way, or who answers in another's place. */
  readonly target: string;
  readonly forMs: number;
  /** In the unit of its kind. */
  readonly amount: number;
}

interface Kind {
  /** How often it is drawn, beside the others. */
  readonly weight: number;
  readonly targets: readonly string[];
  /** From, to. */
  readonly forMs: readonly [number, number];
  readonly amount?: readonly [number, number];
}

/** Every kind of fault. */
export const faultKinds = {
  /** kill -9; it stays away for a while. */
  killed: { weight: 14, targets: parts, forMs: [0, 2_000] },
  /** SIGSTOP, and SIGCONT later. */
  stopped: { weight: 14, targets: parts, forMs: [200, 4_000] },
  /** kill -9 of one connection's process, after which PostgreSQL recovers as from a crash. */
  'backend killed': { weight: 3, targets: ['postgres'], forMs: [0, 1] },
  cut: { weight: 16, targets: ways, forMs: [100, 4_000] },
  silent: { weight: 12, targets: ways, forMs: [500, 6_000] },
  /** By milliseconds, each way. */
  delayed: { weight: 14, targets: ways, forMs: [1_000, 6_000], amount: [20, 600] },
  /** To bytes a second. */
  throttled: { weight: 10, targets: ways, forMs: [1_000, 6_000], amount: [2_000, 60_000] },
  'disk full': { weight: 4, targets: serverNames, forMs: [300, 3_000] },
  /** By milliseconds; back again at its end. */
  'clock ahead': { weight: 5, targets: serviceNames, forMs: [500, 5_000], amount: [1_000, 600_000] },
  'clock behind': { weight: 3, targets: serviceNames, forMs: [500, 5_000], amount: [1_000, 120_000] },
  /** Its consumers are set back by milliseconds: events come twice, and older ones after newer ones. */
  redelivered: { weight: 2, targets: consumers, forMs: [0, 1], amount: [5_000, 60_000] },
  /** A second process joins its consumers and is killed while it works. */
  rebalanced: { weight: 1, targets: consumers, forMs: [500, 4_000] },
  /** By milliseconds. */
  'answers late': { weight: 4, targets: ['bank', 'payout provider'], forMs: [1_000, 6_000], amount: [200, 12_000] },
  /** It does what it is asked and does not say so. */
  'answers lost': { weight: 3, targets: ['bank', 'payout provider'], forMs: [0, 1] },
  /** So many times. */
  'tells again': { weight: 3, targets: ['bank'], forMs: [1_000, 6_000], amount: [2, 4] },
  /** Callbacks wait up to so many milliseconds, each its own. */
  'tells in another order': { weight: 3, targets: ['bank'], forMs: [1_000, 6_000], amount: [500, 5_000] },
} as const satisfies Readonly<Record<string, Kind>>;

const none = [0, 0] as const;

/** How the first account of a store is down while its second one is well. */
export const downKinds = ['account refuses', 'account hangs', 'account answers 500'] as const;
export type DownKind = (typeof downKinds)[number];

export type FaultKind = keyof typeof faultKinds | DownKind;

/** Most faults begin about this long after the one before. */
const meanGapMs = 700;
/** The load has run a moment before the first. */
const firstMs = 1_000;

/** The faults of a run: of the same seed and length always the same. */
export function planFaults(seed: number, seconds: number): readonly Fault[] {
  const random = seeded(seed);
  const between = ([from, to]: readonly [number, number]): number => Math.round(from + random() * (to - from));
  const kinds = Object.entries(faultKinds) as [FaultKind, Kind][];
  const lots = kinds.flatMap((kind) => Array.from({ length: kind[1].weight }, () => kind));
  const faults: Fault[] = [];
  for (let atMs = firstMs; atMs < seconds * 1_000; atMs += between([meanGapMs * 0.2, meanGapMs * 1.8])) {
    const [kind, { targets, forMs, amount = none }] = pick(lots, random);
    faults.push({ atMs, kind, target: pick(targets, random), forMs: between(forMs), amount: between(amount) });
  }
  return faults;
}

const downGapMs = [2_000, 6_000] as const;
const downForMs = [500, 5_000] as const;

/** When and how the first account is down: of a seed of its own, so that it changes nothing in the plan of the others. */
export function planDowns(seed: number, seconds: number): readonly Fault[] {
  const random = seeded(seed + 7);
  const between = ([from, to]: readonly [number, number]): number => Math.round(from + random() * (to - from));
  const faults: Fault[] = [];
  for (let atMs = firstMs; atMs < seconds * 1_000; atMs += between(downGapMs)) {
    faults.push({ atMs, kind: pick(downKinds, random), target: 'first account', forMs: between(downForMs), amount: 0 });
  }
  return faults;
}

function pick<T>(all: readonly T[], random: () => number): T {
  const [first, ...others] = all.slice(Math.floor(random() * all.length));
  if (first === undefined) throw new Error(`nothing to pick of ${String(others.length)}`);
  return first;
}
