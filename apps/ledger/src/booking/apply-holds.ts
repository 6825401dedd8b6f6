import type { Tenant } from '@pitanga/core';
import { inTransaction, type Db } from '@pitanga/database';
import type { Deps } from '../deps';
import type { Account } from '../journals/journal';
import type { JournalDraft } from '../journals/journal-rows';
import { draftOf, postDrafts } from './post-journals';
import { createHoldBook, type HoldBook, type LoadedHolds, type Of } from '../holds/hold-book';
import {
  anyHoldExists,
  claimBalances,
  claimHolds,
  claimParts,
  claimTakings,
  readRefunded,
  saveHolds,
} from '../holds/hold-repository';
import type { HoldCommand } from '../holds/hold-rules';

/** A command and the context (trace) of who asked for it, in which its fact is made. */
export interface AskedHold {
  readonly command: HoldCommand;
  readonly inContext: <T>(work: () => T) => T;
}

/** What became of one of several: undefined when it is done, also by a repeat. */
export type Refusal = { readonly error: unknown } | undefined;

/** Another process wrote a hold between this transaction's look at it and its own write; nothing is kept. */
class HoldConflict extends Error {}

const conflictsMax = 10;

/**
 * Applies commands one after the other in one transaction and answers for each whether it was refused; a refusal of
 * one is none of the others'. The charges of reserves must be booked before.
 *
 * Locks, in this order and each in key order: the holds, the lines of those that may end, the parts of their charges,
 * the balances of their stores; then, by writing, journals, the platform's balances and new holds
 * (docs/adr/0017-ledger-locks.md). From the lock of a store's `available` to the commit nobody else takes from it.
 */
export async function applyHolds(deps: Deps, asked: readonly AskedHold[]): Promise<readonly Refusal[]> {
  for (let conflicts = 1; ; conflicts += 1) {
    try {
      return await inTransaction(deps.db, (tx) => applyIn({ ...deps, db: tx }, asked));
    } catch (error) {
      if (!(error instanceof HoldConflict) || conflicts === conflictsMax) throw error;
    }
  }
}

async function applyIn(deps: Deps, asked: readonly AskedHold[]): Promise<readonly Refusal[]> {
  const loaded = await load(
    deps.db,
    asked.map(({ command }) => command),
  );
  const book = createHoldBook(loaded);
  const drafts: JournalDraft[] = [];
  const refusals = asked.map((one) => run(deps, book, one, drafts));
  const refused = asked.flatMap(({ command }, index) => (refusals[index] ? holdOf(command) : []));
  await assertStillAbsent(deps.db, refused, loaded.holds);
  if ((await postDrafts(deps, drafts)) !== drafts.length) throw new HoldConflict('the journal of a hold exists');
  if (!(await saveHolds(deps.db, book.changes()))) throw new HoldConflict('a hold was written meanwhile');
  return refusals;
}

function run(deps: Deps, book: HoldBook, { command, inContext }: AskedHold, drafts: JournalDraft[]): Refusal {
  try {
    const decision = book.run(command);
    if (decision.outcome === 'refused') return { error: decision.error };
    const journal = decision.outcome === 'changed' ? decision.change.journal : undefined;
    if (journal) drafts.push(inContext(() => draftOf(deps, journal)));
    return undefined;
  } catch (error) {
    return { error };
  }
}

/**
 * A reserve may have been refused for money that its own repeat, committed while this transaction waited for the
 * balance, has just taken. By now nobody else can: who makes a hold has its store's `available` locked.
 */
async function assertStillAbsent(tx: Db, refused: readonly Of<string>[], known: LoadedHolds['holds']): Promise<void> {
  const knownKeys = new Set(known.map(({ tenant, value }) => keyOf(tenant, value.hold.id)));
  const absent = refused.filter(({ tenant, value }) => !knownKeys.has(keyOf(tenant, value)));
  if (absent.length > 0 && (await anyHoldExists(tx, absent))) throw new HoldConflict('a hold exists by now');
}

async function load(tx: Db, commands: readonly HoldCommand[]): Promise<LoadedHolds> {
  const holds = await claimHolds(tx, distinct(commands.map(holdOf)));
  const charges = distinct([...chargesOfHolds(holds), ...commands.flatMap(chargeOfReserve)]);
  const parts = charges.length === 0 ? [] : await claimParts(tx, charges);
  const takers = holds.filter(({ value: { hold } }) => hold.purpose !== undefined && hold.chargeId !== undefined);
  const takings =
    takers.length === 0
      ? []
      : await claimTakings(
          tx,
          takers.map(({ tenant, value }) => ({ tenant, value: value.hold.id })),
        );
  const available = await claimBalances(tx, distinct(balancesMoved(commands, holds, parts)));
  // After the lock of `available`, under which alone a hold comes or goes.
  const refunding = distinct(commands.flatMap(chargeOfReserve));
  const refunded = refunding.length === 0 ? [] : await readRefunded(tx, refunding);
  return { holds, parts, takings, available, refunded };
}

function chargesOfHolds(holds: LoadedHolds['holds']): readonly Of<string>[] {
  return holds.flatMap(({ tenant, value: { hold } }) =>
    hold.purpose === undefined || hold.chargeId === undefined ? [] : [{ tenant, value: hold.chargeId }],
  );
}

function chargeOfReserve(command: HoldCommand): readonly Of<string>[] {
  if (command.step !== 'reserve' || !command.input.charge) return [];
  return [{ tenant: command.tenant, value: command.input.charge.chargeId }];
}

/** Every balance of a store that the commands may move, and `available`, which decides. */
function balancesMoved(
  commands: readonly HoldCommand[],
  holds: LoadedHolds['holds'],
  parts: LoadedHolds['parts'],
): readonly Of<Account>[] {
  const purposes = [
    ...holds.map(({ tenant, value }) => ({ tenant, value: value.hold.purpose })),
    ...commands.flatMap((command) =>
      command.step === 'reserve' ? [{ tenant: command.tenant, value: command.input.purpose }] : [],
    ),
  ];
  return [
    ...commands.map(({ tenant }) => ({ tenant, value: 'available' as const })),
    ...parts.map(({ tenant }) => ({ tenant, value: 'pending' as const })),
    ...purposes
      .filter(({ value }) => value === 'WITHDRAW' || value === 'TRANSFER')
      .map(({ tenant }) => ({ tenant, value: 'payouts_in_flight' as const })),
  ];
}

function holdOf({ tenant, input }: HoldCommand): Of<string> {
  return { tenant, value: input.holdId };
}

function keyOf({ storeId, devMode }: Tenant, id: string): string {
  return `${storeId}/${String(devMode)}/${id}`;
}

function distinct<T extends string>(of: readonly Of<T>[]): readonly Of<T>[] {
  return [...new Map(of.map((one) => [keyOf(one.tenant, one.value), one])).values()];
}
