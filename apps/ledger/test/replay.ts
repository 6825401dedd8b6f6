import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Entry } from '../src/journals/journal';
import type { ChargePartTaking } from '../src/pending-parts/pending-part';
import type { Call } from './calls';
import { Model } from './model';
import type { Asked, Booked } from './model-asked';

interface HistoryRow {
  readonly id: string;
  readonly kind: string;
  readonly reference_id: string;
  readonly entries: readonly Entry[];
  readonly takings: readonly ChargePartTaking[];
}

/** The store's journals in the order in which the database took them: that of their facts. */
export async function historyOf(db: Db, tenant: Tenant): Promise<readonly Booked[]> {
  const { rows } = await db.raw<{ rows: HistoryRow[] }>(
    `select j.id, j.kind, j.reference_id,
       (select coalesce(jsonb_agg(jsonb_build_object(
          'chargeId', t.charge_id, 'number', t.number, 'amountCents', t.amount_cents)), '[]')
        from part_takings t
        where j.kind = 'advance.made' and t.store_id = j.store_id and t.dev_mode = j.dev_mode
          and t.taker_id = j.reference_id) as takings,
       (select jsonb_agg(jsonb_build_object('account', e.account, 'amountCents', e.amount_cents) order by e.line)
        from entries e where e.store_id = j.store_id and e.dev_mode = j.dev_mode and e.journal_id = j.id) as entries
     from outbox o
     join journals j on j.store_id = ? and j.dev_mode and j.id = o.payload::json ->> 'journalId'
     order by o.id`,
    [tenant.storeId],
  );
  return rows.map(({ reference_id: referenceId, ...row }) => ({ ...row, referenceId }));
}

/**
 * Replays a history through the model, which must agree with every entry, and holds the answers that callers got
 * against it:
 * - every acknowledged effect is there;
 * - of holds, what was acknowledged before another was first asked comes before it;
 * - a refusal for money is right at some moment of its call: after all that was acknowledged before the call, and
 *   before every hold that was first asked after it.
 *
 * @param each is shown the model after every journal
 */
export function replay(
  asked: Asked,
  history: readonly Booked[],
  calls: readonly Call[],
  each: (model: Model) => void = () => undefined,
): Model {
  const places = new Map(history.map(({ id }, place) => [id, place]));
  const done = calls.filter(({ refused }) => refused === undefined);
  expect(done.flatMap(({ journals }) => journals).filter((id) => !places.has(id))).toEqual([]);
  expectOrderOfCalls(history, calls);
  const open = new Set(windowsOf(history, calls, places));
  const model = new Model(asked);
  dismissRight(open, model, 0);
  for (const [place, journal] of history.entries()) {
    expect({ id: journal.id, entries: model.apply(journal) }).toEqual({ id: journal.id, entries: journal.entries });
    each(model);
    dismissRight(open, model, place + 1);
  }
  expect([...open].map(({ call }) => call.command)).toEqual([]);
  return model;
}

/** When each hold was first asked, by its journal. */
function firstAskedOf(calls: readonly Call[]): ReadonlyMap<string, number> {
  const firstAsked = new Map<string, number>();
  for (const { command, startedAt } of calls) {
    if (!command) continue;
    const id = `hold:${command.input.holdId}:reserved`;
    firstAsked.set(id, Math.min(startedAt, firstAsked.get(id) ?? Infinity));
  }
  return firstAsked;
}

function expectOrderOfCalls(history: readonly Booked[], calls: readonly Call[]): void {
  const firstAsked = firstAskedOf(calls);
  const ended = new Map<string, number>();
  for (const { command, refused, journals, endedAt } of calls) {
    if (!command || refused !== undefined) continue;
    for (const id of journals) ended.set(id, Math.min(endedAt, ended.get(id) ?? Infinity));
  }
  let latest = -Infinity;
  const tooLate = history.filter(({ id }) => {
    const isLate = (ended.get(id) ?? Infinity) < latest;
    latest = Math.max(latest, firstAsked.get(id) ?? -Infinity);
    return isLate;
  });
  expect(tooLate).toEqual([]);
}

/** A refusal for money, and between how many and how many journals it must have been decided. */
interface Window {
  readonly call: Call;
  readonly first: number;
  readonly last: number;
}

function windowsOf(
  history: readonly Booked[],
  calls: readonly Call[],
  places: ReadonlyMap<string, number>,
): readonly Window[] {
  const done = calls.filter(({ refused }) => refused === undefined);
  const firstAsked = [...firstAskedOf(calls)].flatMap(([id, startedAt]) => {
    const place = places.get(id);
    return place === undefined ? [] : [{ place, startedAt }];
  });
  const refused = calls.filter((call) => call.refused === 'INSUFFICIENT_FUNDS');
  return refused.map((call) => {
    let [first, last] = [0, history.length];
    for (const { endedAt, journals } of done) {
      if (endedAt < call.startedAt) for (const id of journals) first = Math.max(first, (places.get(id) ?? -1) + 1);
    }
    for (const { place, startedAt } of firstAsked) if (startedAt > call.endedAt) last = Math.min(last, place);
    return { call, first, last };
  });
}

/** Forgets the refusals that the rules give too, now that the model has taken `taken` journals. */
function dismissRight(open: Set<Window>, model: Model, taken: number): void {
  for (const window of open) {
    const { call, first, last } = window;
    if (taken < first || taken > last) continue;
    if (call.lacksFunds?.(model) === true) open.delete(window);
    if (!call.command) continue;
    const decision = model.decide(call.command);
    if (decision.outcome === 'refused' && decision.error.reason === 'INSUFFICIENT_FUNDS') open.delete(window);
  }
}
