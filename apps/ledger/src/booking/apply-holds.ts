import { cents, type Owned } from '@pitanga/core';
import { transact, type Tx } from '@pitanga/database';
import { toAvailable, toPending, type Account } from '../balances/account';
import { lockBalances } from '../balances/balance-repository';
import type { AnyDeps, Deps, Tools } from '../deps';
import { createHoldBook, type ChangedHold, type HoldBook, type LoadedHolds } from '../holds/hold-book';
import { lockHolds, sumRefunds } from '../holds/hold-repository';
import { leavesByKey, payoutPurposes, type HoldPurpose } from '../holds/hold';
import type { AnyHold, HoldCommand } from '../holds/hold-rules';
import { HoldConflict, LimitsConflict, writeHolds } from '../holds/hold-writing-repository';
import { findLimitedStores, type OutflowRange } from '../limits/payout-limits-repository';
import type { JournalDraft } from '../journals/journal';
import { distinctBy, tenantKey } from '../owned-rows';
import { findTakings } from '../pending-parts/part-taking-repository';
import { lockPartsOfCharges } from '../pending-parts/pending-part-repository';
import { splitParts } from '../charges/capture';
import {
  deleteSplitTakings,
  findSplitTakings,
  insertSplitTakings,
  sumReturnedShares,
} from '../splits/split-taking-repository';
import { draftJournal } from './post-journals';

/** A command, and the context (trace) of its request, in which its event is built. */
export interface HoldRequest {
  readonly command: HoldCommand;
  readonly inContext: <T>(work: () => T) => T;
}

/** The result of one item of a batch: undefined when it succeeded, also as a repeat. */
export type HoldResult = { readonly error: unknown } | undefined;

const conflictsMax = 10;

/**
 * Applies commands in order, all by one statement. Returns for each whether it was refused; a refusal affects no other
 * command. The charges of reserves must be posted before.
 *
 * New holds of payouts, which is what most batches are, are decided as if none were known and every store had
 * enough: the statement writes only if that is so. All others, and those for which it is not, are decided in a transaction
 * that locks, in this order and each in key order: the holds, the statement entries of those that may end, the parts of
 * their charges, the balances of their stores; then, by writing, journals, platform balances and new holds
 * (docs/adr/0017-ledger-locks.md). Limits of payouts, which few stores have, are read once the statement has found some.
 * From the lock of a store's `available` to the commit no other transaction debits it.
 */
export async function applyHolds(deps: Deps, requests: readonly HoldRequest[]): Promise<readonly HoldResult[]> {
  const commands = requests.map(({ command }) => command);
  const isAssumed = commands.every(({ step, input }) => step === 'reserve' && isOfStore(input.purpose));
  let readsLimits = false;
  for (let conflicts = 0; ; conflicts += 1) {
    try {
      if (isAssumed && conflicts === 0) return (await decideAndWrite(deps, requests, assume(commands), false)).results;
      return await transact(deps, async (tx) => {
        const loaded = await load(tx.db, commands, readsLimits);
        const { results, changed } = await decideAndWrite(tx, requests, loaded, true);
        await writeSplitTakings(tx.db, changed);
        return results;
      });
    } catch (error) {
      if (!(error instanceof HoldConflict)) throw error;
      readsLimits ||= error instanceof LimitsConflict;
      if (conflicts === conflictsMax) throw error.cause instanceof Error ? error.cause : error;
    }
  }
}

/** A payout of the store's own money, which needs nothing read. */
function isOfStore(purpose: HoldPurpose): boolean {
  return purpose === 'WITHDRAW' || purpose === 'TRANSFER';
}

/** What refunds took of sub-accounts, beside their journals. */
async function writeSplitTakings(tx: Tx, changed: readonly ChangedHold[]): Promise<void> {
  await deleteSplitTakings(
    tx,
    changed.filter(({ givesBack }) => givesBack).map(({ tenant, hold }) => ({ tenant, takerId: hold.id })),
  );
  const taken = changed.flatMap(({ tenant, hold, subTakings }) =>
    subTakings.map((taking) => ({ tenant, takerId: hold.id, chargeId: readCharge(hold), ...taking })),
  );
  await insertSplitTakings(tx, taken);
}

function readCharge(hold: AnyHold): string {
  if (hold.purpose === undefined || hold.chargeId === undefined) throw new Error(`hold ${hold.id} has no charge`);
  return hold.chargeId;
}

const enoughCents = cents(Number.MAX_SAFE_INTEGER);

function assume(commands: readonly HoldCommand[]): LoadedHolds {
  const enough = { account: 'available', balanceCents: enoughCents, operatorCents: enoughCents } as const;
  const funds = commands.map(({ tenant }) => ({ tenant, ...enough }));
  const nothing = { holds: [], parts: [], takings: [], subTakings: [], refunded: [], returned: [] };
  return { ...nothing, funds, limited: undefined };
}

async function decideAndWrite(
  deps: AnyDeps,
  requests: readonly HoldRequest[],
  loaded: LoadedHolds,
  /** Or assumed, and confirmed by the statement. */
  isLocked: boolean,
): Promise<{ readonly results: readonly HoldResult[]; readonly changed: readonly ChangedHold[] }> {
  const book = createHoldBook(loaded);
  const journals: JournalDraft[] = [];
  const refusals = requests.map((request) => run(deps, book, request, journals));
  const changes = book.changes();
  const commands = requests.map(({ command }) => command);
  const absent = listAbsent(commands, loaded.holds);
  const unlimited = loaded.limited ? [] : distinctBy(commands.flatMap(leaving), () => '').map(({ tenant }) => tenant);
  // Nothing to write, and nothing that a writer before this one may have changed.
  if (changes.holds.length > 0 || absent.length > 0) {
    await writeHolds(deps.db, journals, { ...changes, absent, isLocked, unlimited }, deps.clock.real());
  }
  return { results: refusals, changed: changes.holds };
}

function run(tools: Tools, book: HoldBook, { command, inContext }: HoldRequest, journals: JournalDraft[]): HoldResult {
  try {
    const decision = book.decide(command);
    if (decision.outcome === 'refused') return { error: decision.error };
    if (decision.outcome === 'unchanged') return undefined;
    const { journal } = decision.change;
    if (journal) journals.push(inContext(() => draftJournal(tools, journal)));
    book.record(command, decision.change);
    return undefined;
  } catch (error) {
    return { error };
  }
}

/**
 * The holds that the commands found absent. Another attempt at the same reserve may have committed while this one waited
 * for the balance, and debited the money whose lack it was refused for. From the lock of `available` on none can:
 * inserting a hold requires it.
 */
function listAbsent(commands: readonly HoldCommand[], known: LoadedHolds['holds']): readonly HoldId[] {
  const knownKeys = new Set(known.map(({ tenant, hold }) => tenantKey(tenant, hold.id)));
  return distinctBy(commands.map(holdId), ({ id }) => id).filter(
    ({ tenant, id }) => !knownKeys.has(tenantKey(tenant, id)),
  );
}

type HoldId = Owned<{ readonly id: string }>;
type ChargeId = Owned<{ readonly chargeId: string }>;

/** An empty batch needs no query. */
function unlessEmpty<Row, Found>(rows: readonly Row[], query: (rows: readonly Row[]) => Promise<readonly Found[]>) {
  return rows.length === 0 ? Promise.resolve([]) : query(rows);
}

async function load(tx: Tx, commands: readonly HoldCommand[], readsLimits: boolean): Promise<LoadedHolds> {
  const holds = await lockHolds(
    tx,
    distinctBy(commands.map(holdId), ({ id }) => id),
  );
  const refunding = distinctCharges(commands.flatMap(reservedCharge));
  const ofHolds = holds.flatMap(heldCharge);
  const parts = await unlessEmpty(distinctCharges([...ofHolds, ...commands.flatMap(reservedCharge)]), (charges) =>
    lockPartsOfCharges(tx, charges),
  );
  const takings = await unlessEmpty(ofHolds, (takers) => findTakings(tx, takers));
  const subTakings = await unlessEmpty(ofHolds, (takers) => findSplitTakings(tx, takers));
  const changed = [...changedAccounts(commands, holds, parts), ...subAccounts(commands, holds, subTakings)];
  const accounts = distinctBy(changed, ({ account }) => account);
  const funds = await lockBalances(tx, accounts);
  // After the lock of `available`, which every insert and release of a hold requires.
  const refunded = await unlessEmpty(refunding, (charges) => sumRefunds(tx, charges));
  const splits = commands.filter((command) => isSplit(command)).flatMap(reservedCharge);
  const returned = await unlessEmpty(distinctCharges(splits), (charges) => sumReturnedShares(tx, charges));
  const limited = readsLimits ? await findLimitedStores(tx, wantedStores(commands)) : undefined;
  return { holds, parts, takings, subTakings, funds, refunded, returned, limited };
}

/** More than the day, the night and the longest interval around an order. */
const aroundMs = 86_400_000;

function wantedStores(commands: readonly HoldCommand[]): readonly Owned<OutflowRange>[] {
  const byStore = new Map<string, Owned<OutflowRange>>();
  for (const { tenant, at } of commands.flatMap(leaving)) {
    const [since, until] = [new Date(at.getTime() - aroundMs), new Date(at.getTime() + aroundMs)];
    const known = byStore.get(tenantKey(tenant, '')) ?? { tenant, since, until };
    byStore.set(tenantKey(tenant, ''), {
      tenant,
      since: since < known.since ? since : known.since,
      until: until > known.until ? until : known.until,
    });
  }
  return [...byStore.values()];
}

/** The store that a command lets money leave, and when. */
function leaving(command: HoldCommand): readonly Owned<{ readonly at: Date }>[] {
  if (command.step !== 'reserve') return [];
  const { purpose, moneyOut, occurredAt } = command.input;
  return leavesByKey({ purpose, isToKey: moneyOut !== undefined }) ? [{ tenant: command.tenant, at: occurredAt }] : [];
}

function distinctCharges<Row extends { readonly chargeId: string }>(
  charges: readonly Owned<Row>[],
): readonly Owned<Row>[] {
  return distinctBy(charges, ({ chargeId }) => chargeId);
}

function holdId({ tenant, input }: HoldCommand): HoldId {
  return { tenant, id: input.holdId };
}

/** The charge of a refund's hold, from whose parts it may have taken. */
function heldCharge({
  tenant,
  hold,
}: LoadedHolds['holds'][number]): readonly (ChargeId & { readonly takerId: string })[] {
  if (hold.purpose === undefined || hold.chargeId === undefined) return [];
  return [{ tenant, chargeId: hold.chargeId, takerId: hold.id }];
}

function reservedCharge(command: HoldCommand): readonly ChargeId[] {
  if (command.step !== 'reserve' || !command.input.charge) return [];
  return [{ tenant: command.tenant, chargeId: command.input.charge.chargeId }];
}

/** Every store balance that the commands may change, and `available`, which decides. */
function changedAccounts(
  commands: readonly HoldCommand[],
  holds: LoadedHolds['holds'],
  parts: LoadedHolds['parts'],
): readonly Owned<{ readonly account: Account }>[] {
  const purposes = [
    ...holds.map(({ tenant, hold }) => ({ tenant, purpose: hold.purpose })),
    ...commands.flatMap((command) =>
      command.step === 'reserve' ? [{ tenant: command.tenant, purpose: command.input.purpose }] : [],
    ),
  ];
  return [
    ...commands.map(({ tenant }) => ({ tenant, account: 'available' as const })),
    ...parts.flatMap(({ tenant, parts: ofCharge }) =>
      ofCharge.map(({ subAccountId }) => ({ tenant, account: toPending(subAccountId) })),
    ),
    ...purposes
      .filter(({ purpose }) => purpose !== undefined && payoutPurposes.includes(purpose))
      .map(({ tenant }) => ({ tenant, account: 'payouts_in_flight' as const })),
    ...purposes
      .filter(({ purpose }) => purpose === 'REFUND')
      .map(({ tenant }) => ({ tenant, account: 'top_up' as const })),
  ];
}

function isSplit(command: HoldCommand): boolean {
  return command.step === 'reserve' && command.input.charge?.splits !== undefined;
}

/** Every balance of a sub-account that the commands may change. */
function subAccounts(
  commands: readonly HoldCommand[],
  holds: LoadedHolds['holds'],
  taken: LoadedHolds['subTakings'],
): readonly Owned<{ readonly account: Account }>[] {
  const ids = [
    ...holds.map(({ tenant, hold }) => ({ tenant, id: hold.purpose === undefined ? undefined : hold.subAccountId })),
    ...taken.flatMap(({ tenant, takings }) => takings.map(({ subAccountId: id }) => ({ tenant, id }))),
    ...commands.flatMap((command) => {
      if (command.step !== 'reserve') return [];
      const { charge, subAccountId } = command.input;
      const parts = charge ? splitParts(charge).map((part) => part.subAccountId) : [];
      return [subAccountId, ...parts].map((id) => ({ tenant: command.tenant, id }));
    }),
  ];
  return ids.flatMap(({ tenant, id }) => (id === undefined ? [] : [{ tenant, account: toAvailable(id) }]));
}
