import { subtractCents, sumCents, zeroCents, type AccountOwner, type Cents } from '@pitanga/core';
import { toAvailable, type Account } from '../src/balances/account';
import { planTopUp } from '../src/top-ups/top-up';
import { planAdvance, planAdvanceJournal } from '../src/advances/advance';
import { planLost, planOpened, planWon, type Dispute } from '../src/disputes/dispute';
import { decideHold, applyTakings, type AnyHold, type HoldCommand, type HoldDecision } from '../src/holds/hold-rules';
import { chargeContext, planCapture, splitParts } from '../src/charges/capture';
import { move, operatorShare, type Entry } from '../src/journals/journal';
import { planTakings, type OpenPart, type PartTaking } from '../src/pending-parts/pending-part';
import { splitDebit } from '../src/journals/debit-split';
import { computeShares, sumShares, type SplitTaking } from '../src/splits/split';
import { groupTakings } from '../src/splits/split-installments';
import { known, type Asked, type Booked } from './model-asked';
import { settleInstallment, sumReturned, takeShares, viewSubs } from './model-splits';
import { ModelTransfers } from './model-transfers';
import type { StatementContext } from '../src/statement/statement';

const anyTime = new Date(0);
const noContext: StatementContext = {
  method: undefined,
  description: undefined,
  checkoutId: undefined,
  chargeId: undefined,
  externalId: undefined,
  subscriptionId: undefined,
  customer: undefined,
};

/**
 * One store's ledger in memory. Applies journals in the order in which the database committed them, and computes the
 * entries that each must have by the rules and all journals before it; throws for a journal that is impossible then.
 */
export class Model {
  readonly balances = new Map<Account, Cents>();
  /** What of them is the operator's. */
  readonly operators = new Map<Account, Cents>();
  readonly holds = new Map<string, AnyHold>();
  readonly parts = new Map<string, readonly OpenPart[]>();
  readonly settled = new Map<string, Cents>();
  readonly takings = new Map<string, readonly PartTaking[]>();
  /** By refund or dispute, those that were not given back. */
  readonly subTakings = new Map<string, readonly SplitTaking[]>();
  readonly disputes = new Map<string, Dispute>();
  readonly overpayments = new Map<string, 'OPEN' | 'RETURNED'>();
  private readonly transfers = new ModelTransfers();
  private readonly seen = new Set<string>();

  constructor(readonly asked: Asked) {}

  balance(account: Account): Cents {
    return this.balances.get(account) ?? zeroCents;
  }

  /** Decides a command by the rules and the current state. */
  decide(command: HoldCommand): HoldDecision {
    const { holdId } = command.input;
    const hold = this.holds.get(holdId);
    const reserve = command.step === 'reserve' ? command.input : undefined;
    const chargeId = hold?.purpose === undefined ? reserve?.charge?.chargeId : hold.chargeId;
    const source = toAvailable(reserve?.subAccountId);
    return decideHold(
      {
        hold,
        parts: (chargeId !== undefined && this.parts.get(chargeId)) || [],
        takings: this.takings.get(holdId) ?? [],
        subTakings: this.subTakings.get(holdId) ?? [],
        subs: reserve?.charge?.splits && viewSubs(this, reserve.charge),
        context: noContext,
        availableCents: this.balance(source),
        topUpCents: this.balance('top_up'),
        ofOperator: {
          availableCents: this.operators.get(source) ?? zeroCents,
          topUpCents: this.operators.get('top_up') ?? zeroCents,
        },
        refundedCents: this.refunded(chargeId),
      },
      command,
    );
  }

  /** The refunds of a charge that were not released. */
  private refunded(chargeId: string | undefined): Cents {
    const amounts = [...this.holds.values()].map((hold) =>
      hold.purpose === 'REFUND' && hold.chargeId === chargeId && hold.state !== 'RELEASED'
        ? hold.amountCents
        : zeroCents,
    );
    return sumCents(...amounts);
  }

  /** Applies the next journal and returns the entries that it must have. */
  apply(journal: Booked): readonly Entry[] {
    if (this.seen.has(journal.id)) throw new Error(`${journal.id} is booked twice`);
    this.seen.add(journal.id);
    const entries = this.entriesOf(journal);
    for (const { account, amountCents } of entries) {
      this.balances.set(account, sumCents(this.balance(account), amountCents));
      const share = operatorShare(this.ownerOf(journal), amountCents);
      this.operators.set(account, sumCents(this.operators.get(account) ?? zeroCents, share));
    }
    return entries;
  }

  private entriesOf(journal: Booked): readonly Entry[] {
    switch (journal.kind) {
      case 'charge.captured':
        return this.capture(journal.referenceId);
      case 'charge.settled':
        return this.settlePart(journal);
      case 'hold.reserved':
        return this.reserve(journal);
      case 'hold.settled':
        return this.step(journal, { step: 'settle', tenant: this.asked.tenant, input: endOf(journal) });
      case 'hold.released':
        return this.step(journal, {
          step: 'release',
          tenant: this.asked.tenant,
          input: endOf(journal),
          statementId: 'any',
        });
      case 'dispute.opened':
        return this.openDispute(journal.referenceId);
      case 'dispute.won':
      case 'dispute.lost':
        return this.closeDispute(journal.referenceId, journal.kind === 'dispute.won' ? 'WON' : 'LOST');
      case 'advance.made':
        return this.advance(journal);
      case 'sub_transfer.made':
        return this.transfers.book(this, journal).entries;
      case 'top_up.received':
        return planTopUp(known(this.asked.topUps, journal.referenceId), 'any').entries;
      default:
        return this.overpayment(journal);
    }
  }

  private ownerOf({ id, kind, referenceId, takings }: Booked): AccountOwner | undefined {
    const charges = this.asked.charges;
    if (kind.startsWith('charge.')) return known(charges, referenceId).owner;
    if (kind.startsWith('dispute.')) return known(charges, known(this.disputes, referenceId).chargeId).owner;
    if (kind.startsWith('top_up.')) return known(this.asked.topUps, referenceId).owner;
    if (kind === 'sub_transfer.made') return this.transfers.book(this, { id, referenceId }).owner;
    if (kind.startsWith('advance.')) return charges.get(takings[0]?.chargeId ?? '')?.owner;
    const hold = this.holds.get(referenceId);
    return hold?.purpose === undefined ? undefined : hold.owner;
  }

  private capture(chargeId: string): readonly Entry[] {
    const journal = planCapture(known(this.asked.charges, chargeId), 'any');
    const parts = (journal.parts ?? []).map(({ amountCents, ...part }) => ({ ...part, openCents: amountCents }));
    this.parts.set(chargeId, parts);
    return journal.entries;
  }

  private settlePart({ id, referenceId }: Booked): readonly Entry[] {
    const number = Number(id.split(':')[2]);
    const parts = known(this.parts, referenceId);
    const { settled, entries } = settleInstallment(parts, number);
    if (settled[0]?.number !== number) throw new Error(`${id}: nothing of its first part is open`);
    const before = this.settled.get(`${referenceId}:${String(number)}`) ?? zeroCents;
    if (before > 0 !== (id.split(':').length === 4)) throw new Error(`${id}: ${String(before)} had settled before`);
    for (const part of settled) {
      const key = `${referenceId}:${String(part.number)}`;
      this.settled.set(key, sumCents(this.settled.get(key) ?? zeroCents, part.amountCents));
    }
    this.parts.set(referenceId, applyTakings(parts, settled, 'take'));
    return entries;
  }

  private reserve(journal: Booked): readonly Entry[] {
    const reserves = known(this.asked.reserves, journal.referenceId);
    const input =
      reserves.find((one) => sumCents(one.amountCents, one.feeCents) === setAsideBy(journal)) ?? reserves[0];
    if (!input) throw new Error(`${journal.id} was never asked`);
    return this.step(journal, { step: 'reserve', tenant: this.asked.tenant, input, statementId: 'any' });
  }

  private step(journal: Booked, command: HoldCommand): readonly Entry[] {
    const decision = this.decide(command);
    if (decision.outcome !== 'changed') throw new Error(`${journal.id}: the rules say ${JSON.stringify(decision)}`);
    const { hold, journal: planned, takings, subTakings } = decision.change;
    this.holds.set(hold.id, hold);
    if (hold.purpose !== undefined && hold.chargeId !== undefined && command.step !== 'settle') {
      const how = command.step === 'reserve' ? 'take' : 'restore';
      this.parts.set(hold.chargeId, applyTakings(known(this.parts, hold.chargeId), takings, how));
      this.takings.set(hold.id, command.step === 'reserve' ? takings : []);
      this.subTakings.set(hold.id, command.step === 'reserve' ? subTakings : []);
    }
    return planned?.entries ?? [];
  }

  private openDispute(id: string): readonly Entry[] {
    const { chargeId, amountCents } = known(this.asked.disputes, id);
    const charge = known(this.asked.charges, chargeId);
    const dispute: Dispute = { id, chargeId, state: 'OPEN', amountCents, statementEntryId: 'any' };
    const parts = known(this.parts, chargeId);
    const shares = computeShares(splitParts(charge), sumReturned(this, chargeId), {
      amountCents,
      leftCents: amountCents,
    });
    const { subs, ofSubs } = takeShares(parts, shares);
    this.subTakings.set(id, subs);
    const takings = [...planTakings(parts, subtractCents(amountCents, sumShares(subs))), ...ofSubs];
    this.parts.set(chargeId, applyTakings(parts, takings, 'take'));
    this.takings.set(id, takings);
    this.disputes.set(id, dispute);
    const taken = splitDebit(amountCents, { ...groupTakings(parts, takings), subs });
    return planOpened(this.asked.tenant, dispute, taken, { occurredAt: anyTime, context: chargeContext(charge) })
      .entries;
  }

  private closeDispute(id: string, state: 'WON' | 'LOST'): readonly Entry[] {
    const dispute = known(this.disputes, id);
    if (dispute.state !== 'OPEN') throw new Error(`dispute ${id} is ${dispute.state}`);
    this.disputes.set(id, { ...dispute, state });
    const step = { occurredAt: anyTime, statementId: 'any', context: noContext };
    const subs = this.subTakings.get(id) ?? [];
    if (state === 'LOST') return planLost(this.asked.tenant, dispute, subs, step).entries;
    this.subTakings.set(id, []);
    const takings = this.takings.get(id) ?? [];
    this.parts.set(dispute.chargeId, applyTakings(known(this.parts, dispute.chargeId), takings, 'restore'));
    this.takings.set(id, []);
    const split = splitDebit(dispute.amountCents, {
      ...groupTakings(known(this.parts, dispute.chargeId), takings),
      subs,
    });
    return planWon(this.asked.tenant, dispute, split, step).entries;
  }

  /** Checks that the parts were open, not that they were due earliest: the time of the plan is unknown here. */
  private advance({ id, referenceId, takings }: Booked): readonly Entry[] {
    const asked = known(this.asked.advances, referenceId);
    const parts = takings.map(({ chargeId, number, amountCents }) => {
      const isPart = (one: { readonly number: number }): boolean => one.number === number;
      const open = known(this.parts, chargeId).find(isPart)?.openCents ?? zeroCents;
      const due = planCapture(known(this.asked.charges, chargeId), 'any').parts?.find(isPart);
      if (!due || open < amountCents) throw new Error(`${id}: ${String(open)} of the part is open`);
      this.parts.set(chargeId, applyTakings(known(this.parts, chargeId), [{ number, amountCents }], 'take'));
      return {
        chargeId,
        number,
        openCents: amountCents,
        dueAt: due.dueAt,
        owner: known(this.asked.charges, chargeId).owner,
      };
    });
    const plan = planAdvance(parts, undefined, asked);
    if (plan.amountCents !== asked.requestedCents) throw new Error(`${id} took ${String(plan.amountCents)}`);
    return planAdvanceJournal(this.asked.tenant, { ...asked, ...plan, createdAt: anyTime }, 'any').entries;
  }

  private overpayment({ id, kind, referenceId }: Booked): readonly Entry[] {
    const isReturn = kind === 'overpayment.returned';
    if (this.overpayments.get(referenceId) !== (isReturn ? 'OPEN' : undefined)) throw new Error(`${id} out of order`);
    this.overpayments.set(referenceId, isReturn ? 'RETURNED' : 'OPEN');
    const amountCents = known(this.asked.overpayments, referenceId);
    return isReturn
      ? move('suspense', 'provider_clearing', amountCents)
      : move('provider_clearing', 'suspense', amountCents);
  }
}

function endOf({ referenceId }: Booked): { readonly holdId: string; readonly occurredAt: Date } {
  return { holdId: referenceId, occurredAt: anyTime };
}

/** The amount of a reserve and its fee. */
function setAsideBy({ entries }: Booked): Cents {
  return sumCents(...entries.map(({ amountCents }) => amountCents).filter((amount) => amount > 0));
}
