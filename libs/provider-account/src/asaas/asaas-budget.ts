import type { Clock } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Log } from '@pitanga/runtime';

/**
 * What a call is for. PAYMENT: somebody waits for new money, a refund or a payout. FOLLOW: what an event or an end has named is
 * read. LIST: what was paid, came or moved is listed in case no event said so.
 */
export type AsaasUse = 'PAYMENT' | 'FOLLOW' | 'LIST';

/** The calls of one account at Asaas, which lets it make 25,000 in twelve hours. */
export interface AsaasBudget {
  /** Counts a call that is about to be made; false for one that is to wait, because payments need what is left. */
  take(use: AsaasUse): Promise<boolean>;
  /** By how much listing is to be rarer: 1, and more the fewer calls are left for it. */
  slowness(): number;
}

/** How many calls an account may have made before one of a use waits. Those of PAYMENT never wait. */
export type AsaasBudgetLimits = Readonly<Record<Exclude<AsaasUse, 'PAYMENT'>, number>>;

export interface AsaasBudgetsDeps {
  readonly db: Db;
  readonly clock: Pick<Clock, 'real'>;
  readonly log: Log;
  readonly limits: AsaasBudgetLimits;
  /** How old what other processes have counted may be. @default 5_000 */
  readonly staleMs?: number | undefined;
  /** @param mostCalls what the account with the most calls has made in twelve hours */
  readonly measured: (mostCalls: number) => void;
}

/** Of all accounts. */
export interface AsaasBudgets {
  of(account: string): AsaasBudget;
}

const quotaHours = 12;
const bucketMs = 600_000;
const staleMsDefault = 5_000;

interface Ledger {
  /** What this process has counted since its last save. */
  pending: Map<string, number>;
  /** What all processes had counted by then. */
  known: ReadonlyMap<string, number>;
  savedAtMs: number;
}

/**
 * Counts calls by account in one table, for all processes of a service. A crash loses the counts of seconds; a count that cannot be
 * saved holds no payment up.
 */
export function createAsaasBudgets(deps: AsaasBudgetsDeps): AsaasBudgets {
  const { staleMs = staleMsDefault } = deps;
  const ledger: Ledger = { pending: new Map(), known: new Map(), savedAtMs: -Infinity };
  let saving: Promise<void> | undefined;
  const refresh = (): Promise<void> => {
    if (performance.now() - ledger.savedAtMs < staleMs) return Promise.resolve();
    saving ??= save(deps, ledger).finally(() => (saving = undefined));
    return saving;
  };
  const usedBy = (account: string): number => (ledger.known.get(account) ?? 0) + (ledger.pending.get(account) ?? 0);
  return {
    of: (account) => ({
      take: async (use) => {
        await refresh();
        const used = usedBy(account);
        if (use !== 'PAYMENT' && used >= deps.limits[use]) return false;
        ledger.pending.set(account, (ledger.pending.get(account) ?? 0) + 1);
        return true;
      },
      slowness: () => {
        const share = usedBy(account) / deps.limits.LIST;
        return share < 0.5 ? 1 : share < 0.75 ? 3 : 6;
      },
    }),
  };
}

async function save({ db, clock, log, measured }: AsaasBudgetsDeps, ledger: Ledger): Promise<void> {
  const counted = ledger.pending;
  ledger.pending = new Map();
  ledger.savedAtMs = performance.now();
  try {
    ledger.known = await addCalls(db, counted, clock.real());
    measured(Math.max(0, ...ledger.known.values()));
  } catch (error) {
    log.warn({ err: error }, 'calls to Asaas were not counted');
    for (const [account, calls] of counted) ledger.pending.set(account, (ledger.pending.get(account) ?? 0) + calls);
  }
}

/** Adds calls, and answers what each account has made in twelve hours. */
async function addCalls(db: Db, counted: ReadonlyMap<string, number>, now: Date): Promise<ReadonlyMap<string, number>> {
  const since = new Date(now.getTime() - quotaHours * 3_600_000);
  const startedAt = new Date(Math.floor(now.getTime() / bucketMs) * bucketMs);
  if (counted.size > 0) {
    const accounts = [...counted].sort(([one], [other]) => (one < other ? -1 : 1));
    await db.raw(
      `insert into asaas_calls (account, started_at, calls)
       select account, :startedAt, calls from unnest(cast(:accounts as text[]), cast(:calls as int[])) as n (account, calls)
       on conflict (account, started_at) do update set calls = asaas_calls.calls + excluded.calls`,
      { startedAt, accounts: accounts.map(([account]) => account), calls: accounts.map(([, calls]) => calls) },
    );
    await db.raw('delete from asaas_calls where started_at < :since', { since: new Date(since.getTime() - bucketMs) });
  }
  const { rows } = await db.raw<{ rows: { account: string; calls: string }[] }>(
    'select account, sum(calls) as calls from asaas_calls where started_at > :since group by account',
    { since },
  );
  return new Map(rows.map(({ account, calls }) => [account, Number(calls)]));
}
