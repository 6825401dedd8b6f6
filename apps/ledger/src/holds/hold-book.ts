import { subtractCents, sumCents, zeroCents, type Cents, type Tenant } from '@pitanga/core';
import type { Journal } from '../journals/journal';
import type { OpenPart, PartTaking } from '../pending-parts/pending-part';
import type { StatementContext } from '../statement/statement';
import { decideHold, partsAfter, type AnyHold, type HoldCommand, type HoldDecision } from './hold-rules';

/** Something of a store, with whose it is. */
export interface Of<T> {
  readonly tenant: Tenant;
  readonly value: T;
}

/** What is in the tables of what a batch of commands is about, all of it locked. */
export interface LoadedHolds {
  readonly holds: readonly Of<{ readonly hold: AnyHold; readonly context: StatementContext | undefined }>[];
  readonly parts: readonly Of<{ readonly chargeId: string; readonly parts: readonly OpenPart[] }>[];
  readonly takings: readonly Of<{ readonly takerId: string; readonly takings: readonly PartTaking[] }>[];
  readonly available: readonly Of<Cents>[];
  /** Of charges that are to be refunded: what their refunds that were not released have taken, as `available` was locked. */
  readonly refunded: readonly Of<{ readonly chargeId: string; readonly amountCents: Cents }>[];
}

/** What a batch of commands has changed besides its journals, to be written. */
export interface HoldChanges {
  readonly created: readonly Of<{ readonly hold: AnyHold; readonly createdAt: Date; readonly updatedAt: Date }>[];
  readonly ended: readonly Of<{ readonly hold: AnyHold; readonly updatedAt: Date }>[];
  /** Statement lines of holds that ended. */
  readonly endedLines: readonly Of<{
    readonly id: string;
    readonly status: 'COMPLETE' | 'FAILED';
    readonly updatedAt: Date;
  }>[];
  readonly taken: readonly Of<{ readonly takerId: string; readonly chargeId: string; readonly taking: PartTaking }>[];
  readonly returnedTakers: readonly Of<string>[];
  readonly parts: readonly Of<{ readonly chargeId: string; readonly part: OpenPart }>[];
}

export interface HoldBook {
  /** Decides a command on what the tables and the commands before it have left, and keeps what it changes. */
  run(command: HoldCommand): HoldDecision;
  changes(): HoldChanges;
}

interface HoldEntry {
  readonly tenant: Tenant;
  readonly isStored: boolean;
  readonly hadTakings: boolean;
  hold: AnyHold;
  context: StatementContext | undefined;
  takings: readonly PartTaking[];
  readonly createdAt: Date | undefined;
  /** Undefined until a command of the batch changes it. */
  updatedAt: Date | undefined;
}

interface PartsEntry {
  readonly tenant: Tenant;
  readonly chargeId: string;
  readonly stored: readonly OpenPart[];
  parts: readonly OpenPart[];
}

/** The holds of a batch in memory: one command after the other, as if each had a transaction of its own. */
export function createHoldBook(loaded: LoadedHolds): HoldBook {
  const takings = new Map(loaded.takings.map(({ tenant, value }) => [keyOf(tenant, value.takerId), value.takings]));
  const holds = new Map(loaded.holds.map((of) => [keyOf(of.tenant, of.value.hold.id), storedEntry(of, takings)]));
  const parts = new Map(loaded.parts.map((of) => [keyOf(of.tenant, of.value.chargeId), partsEntry(of)]));
  const available = new Map(loaded.available.map(({ tenant, value }) => [keyOf(tenant, ''), value]));
  const refunded = new Map(
    loaded.refunded.map(({ tenant, value }) => [keyOf(tenant, value.chargeId), value.amountCents]),
  );

  const partsOf = (tenant: Tenant, hold: AnyHold | undefined, command: HoldCommand): PartsEntry | undefined => {
    const chargeId = hold?.purpose === undefined ? chargeOf(command) : hold.chargeId;
    return chargeId === undefined ? undefined : parts.get(keyOf(tenant, chargeId));
  };

  return {
    run: (command) => {
      const { tenant, input } = command;
      const entry = holds.get(keyOf(tenant, input.holdId));
      const ofCharge = partsOf(tenant, entry?.hold, command);
      const decision = decideHold(
        {
          hold: entry?.hold,
          parts: ofCharge?.parts ?? [],
          takings: entry?.takings ?? [],
          context: entry?.context,
          availableCents: available.get(keyOf(tenant, '')) ?? zeroCents,
          refundedCents: refunded.get(keyOf(tenant, chargeOf(command) ?? '')) ?? zeroCents,
        },
        command,
      );
      if (decision.outcome !== 'changed') return decision;
      const { hold, journal, takings: changed } = decision.change;
      const how = command.step === 'reserve' ? 'taken' : 'returned';
      if (ofCharge) ofCharge.parts = partsAfter(ofCharge.parts, changed, how);
      if (journal) {
        const key = keyOf(tenant, '');
        available.set(key, sumCents(available.get(key) ?? zeroCents, ...amountsOfAvailable(journal)));
      }
      if (hold.purpose === 'REFUND' && hold.chargeId !== undefined && command.step !== 'settle') {
        const key = keyOf(tenant, hold.chargeId);
        const change = command.step === 'reserve' ? sumCents : subtractCents;
        refunded.set(key, change(refunded.get(key) ?? zeroCents, hold.amountCents));
      }
      if (entry) {
        entry.hold = hold;
        entry.updatedAt = input.occurredAt;
        if (command.step === 'release') entry.takings = [];
      } else {
        holds.set(keyOf(tenant, hold.id), newEntry(tenant, hold, journal, changed, input.occurredAt));
      }
      return decision;
    },
    changes: () => changesOf([...holds.values()], [...parts.values()]),
  };
}

function keyOf({ storeId, devMode }: Tenant, id: string): string {
  return `${storeId}/${String(devMode)}/${id}`;
}

function chargeOf(command: HoldCommand): string | undefined {
  return command.step === 'reserve' ? command.input.charge?.chargeId : undefined;
}

function amountsOfAvailable(journal: Journal): readonly Cents[] {
  return journal.entries.filter(({ account }) => account === 'available').map(({ amountCents }) => amountCents);
}

function storedEntry(
  { tenant, value }: LoadedHolds['holds'][number],
  takings: ReadonlyMap<string, readonly PartTaking[]>,
): HoldEntry {
  const taken = takings.get(keyOf(tenant, value.hold.id)) ?? [];
  const { hold, context } = value;
  return {
    ...{ tenant, hold, context, takings: taken },
    ...{ isStored: true, hadTakings: taken.length > 0, createdAt: undefined, updatedAt: undefined },
  };
}

function newEntry(
  tenant: Tenant,
  hold: AnyHold,
  journal: Journal | undefined,
  takings: readonly PartTaking[],
  at: Date,
): HoldEntry {
  const context = journal?.statement;
  return {
    ...{ tenant, hold, context, takings },
    ...{ isStored: false, hadTakings: false, createdAt: at, updatedAt: at },
  };
}

function partsEntry({ tenant, value }: LoadedHolds['parts'][number]): PartsEntry {
  return { tenant, chargeId: value.chargeId, stored: value.parts, parts: value.parts };
}

function changesOf(entries: readonly HoldEntry[], parts: readonly PartsEntry[]): HoldChanges {
  const changed = entries.filter(({ updatedAt }) => updatedAt !== undefined);
  return {
    created: changed.flatMap(({ tenant, hold, isStored, createdAt, updatedAt }) =>
      isStored || !createdAt || !updatedAt ? [] : [{ tenant, value: { hold, createdAt, updatedAt } }],
    ),
    ended: changed.flatMap(({ tenant, hold, isStored, updatedAt }) =>
      isStored && updatedAt ? [{ tenant, value: { hold, updatedAt } }] : [],
    ),
    endedLines: changed.flatMap(({ tenant, hold, updatedAt }) => {
      const value = updatedAt && endedLine(hold, updatedAt);
      return value ? [{ tenant, value }] : [];
    }),
    taken: changed.flatMap(({ tenant, hold, isStored, takings }) =>
      isStored || hold.purpose === undefined || hold.chargeId === undefined
        ? []
        : takings.map((taking) => ({ tenant, value: { takerId: hold.id, chargeId: hold.chargeId ?? '', taking } })),
    ),
    returnedTakers: changed
      .filter(({ hold, hadTakings }) => hadTakings && hold.state === 'RELEASED')
      .map(({ tenant, hold }) => ({ tenant, value: hold.id })),
    parts: parts.flatMap(({ tenant, chargeId, stored, parts: now }) =>
      now.filter((part, index) => part !== stored[index]).map((part) => ({ tenant, value: { chargeId, part } })),
    ),
  };
}

function endedLine(hold: AnyHold, updatedAt: Date): HoldChanges['endedLines'][number]['value'] | undefined {
  if (hold.purpose === undefined || hold.state === 'HELD') return undefined;
  return { id: hold.statementEntryId, status: hold.state === 'SETTLED' ? 'COMPLETE' : 'FAILED', updatedAt };
}
