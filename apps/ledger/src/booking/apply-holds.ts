import { cents, type Owned } from '@pitanga/core';
import { transact, type Db, type Tx } from '@pitanga/database';
import type { Account } from '../balances/account';
import { lockBalances } from '../balances/balance-repository';
import type { Deps, Tools, TxDeps } from '../deps';
import { createHoldBook, type HoldBook, type LoadedHolds } from '../holds/hold-book';
import { anyHoldExists, lockHolds, saveHolds, sumRefunds } from '../holds/hold-repository';
import type { HoldCommand } from '../holds/hold-rules';
import { insertReservations } from '../holds/reservation-repository';
import { pickStripe, type JournalDraft } from '../journals/journal';
import { distinctBy, tenantKey } from '../owned-rows';
import { findTakings } from '../pending-parts/part-taking-repository';
import { lockPartsOfCharges } from '../pending-parts/pending-part-repository';
import { draftJournal, postDrafts } from './post-journals';

/** A command, and the context (trace) of its request, in which its event is built. */
export interface HoldRequest {
  readonly command: HoldCommand;
  readonly inContext: <T>(work: () => T) => T;
}

/** The result of one item of a batch: undefined when it succeeded, also as a repeat. */
export type HoldResult = { readonly error: unknown } | undefined;

/** Another process wrote a hold after this transaction looked for it: roll back and retry. */
class HoldConflict extends Error {}

const conflictsMax = 10;

/**
 * Applies commands in order in one transaction. Returns for each whether it was refused; a refusal affects no other
 * command. The charges of reserves must be posted before.
 *
 * Locks, in this order and each in key order: the holds, the statement entries of those that may end, the parts of
 * their charges, the balances of their stores; then, by writing, journals, platform balances and new holds
 * (docs/adr/0017-ledger-locks.md). From the lock of a store's `available` to the commit no other transaction debits it.
 */
export async function applyHolds(deps: Deps, requests: readonly HoldRequest[]): Promise<readonly HoldResult[]> {
  if (await reserveAtOnce(deps, requests)) return requests.map(() => undefined);
  for (let conflicts = 1; ; conflicts += 1) {
    try {
      return await transact(deps, (tx) => applyInTransaction(tx, requests));
    } catch (error) {
      if (!(error instanceof HoldConflict) || conflicts === conflictsMax) throw error;
    }
  }
}

/** Decided as if every store had it; the statement holds only where that is so. */
const enoughCents = cents(Number.MAX_SAFE_INTEGER);

/**
 * Reserves new holds without a charge in one statement and one round trip, which is what most batches are. False, and
 * nothing done, when a command is another one, a store has not enough for all of its holds, or one of them exists.
 */
async function reserveAtOnce(deps: Deps, requests: readonly HoldRequest[]): Promise<boolean> {
  if (!requests.every(({ command }) => command.step === 'reserve' && !command.input.charge)) return false;
  const available = requests.map(({ command: { tenant } }) => ({ tenant, availableCents: enoughCents }));
  const book = createHoldBook({ holds: [], parts: [], takings: [], refunded: [], available });
  const journals: JournalDraft[] = [];
  if (requests.some((request) => run(deps, book, request, journals))) return false;
  const byId = new Map(journals.map((journal) => [tenantKey(journal.tenant, journal.referenceId), journal]));
  const reservations = book.changes().holds.flatMap(({ tenant, hold }) => {
    const journal = byId.get(tenantKey(tenant, hold.id));
    return journal && hold.purpose !== undefined ? [{ tenant, hold, journal }] : [];
  });
  return insertReservations(deps.db, reservations, { stripe: pickStripe(journals), recordedAt: deps.clock.real() });
}

async function applyInTransaction(tx: TxDeps, requests: readonly HoldRequest[]): Promise<readonly HoldResult[]> {
  const loaded = await load(
    tx.db,
    requests.map(({ command }) => command),
  );
  const book = createHoldBook(loaded);
  const drafts: JournalDraft[] = [];
  const refusals = requests.map((request) => run(tx, book, request, drafts));
  const refused = requests.flatMap(({ command }, index) => (refusals[index] ? [holdId(command)] : []));
  await assertStillAbsent(tx.db, refused, loaded.holds);
  if ((await postDrafts(tx, drafts)) !== drafts.length) throw new HoldConflict('the journal of a hold exists');
  const { holds, parts } = book.changes();
  if (!(await saveHolds(tx.db, holds, parts))) throw new HoldConflict('another transaction wrote a hold');
  return refusals;
}

function run(tools: Tools, book: HoldBook, { command, inContext }: HoldRequest, drafts: JournalDraft[]): HoldResult {
  try {
    const decision = book.run(command);
    if (decision.outcome === 'refused') return { error: decision.error };
    const journal = decision.outcome === 'changed' ? decision.change.journal : undefined;
    if (journal) drafts.push(inContext(() => draftJournal(tools, journal)));
    return undefined;
  } catch (error) {
    return { error };
  }
}

/**
 * Another attempt at the same reserve may have committed while this transaction waited for the balance, and debited the
 * money whose lack it was refused for. From now on none can: inserting a hold requires the lock of `available`.
 */
async function assertStillAbsent(db: Db, refused: readonly HoldId[], known: LoadedHolds['holds']): Promise<void> {
  const knownKeys = new Set(known.map(({ tenant, hold }) => tenantKey(tenant, hold.id)));
  const absent = refused.filter(({ tenant, id }) => !knownKeys.has(tenantKey(tenant, id)));
  if (absent.length > 0 && (await anyHoldExists(db, absent))) throw new HoldConflict('a refused hold exists');
}

type HoldId = Owned<{ readonly id: string }>;
type ChargeId = Owned<{ readonly chargeId: string }>;

/** An empty batch needs no query. */
function unlessEmpty<Row, Found>(rows: readonly Row[], query: (rows: readonly Row[]) => Promise<readonly Found[]>) {
  return rows.length === 0 ? Promise.resolve([]) : query(rows);
}

async function load(tx: Tx, commands: readonly HoldCommand[]): Promise<LoadedHolds> {
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
  const accounts = distinctBy(changedAccounts(commands, holds, parts), ({ account }) => account);
  const available = await lockBalances(tx, accounts);
  // After the lock of `available`, which every insert and release of a hold requires.
  const refunded = await unlessEmpty(refunding, (charges) => sumRefunds(tx, charges));
  return { holds, parts, takings, available, refunded };
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
    ...parts.map(({ tenant }) => ({ tenant, account: 'pending' as const })),
    ...purposes
      .filter(({ purpose }) => purpose === 'WITHDRAW' || purpose === 'TRANSFER')
      .map(({ tenant }) => ({ tenant, account: 'payouts_in_flight' as const })),
  ];
}
