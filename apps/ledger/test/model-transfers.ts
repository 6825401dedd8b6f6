import { subtractCents, sumCents, zeroCents, type Cents } from '@pitanga/core';
import { toAvailable } from '../src/balances/account';
import type { TransferInput } from '../src/booking/make-transfer';
import type { Journal } from '../src/journals/journal';
import { planTransfer } from '../src/sub-transfers/sub-transfer';
import type { Model } from './model';
import { known, type Booked } from './model-asked';

type Splits = Pick<Model, 'asked' | 'balances' | 'operators' | 'holds' | 'disputes' | 'subTakings' | 'takings'>;

/** The transfers between a store and its sub-accounts, as the rules have them. */
export class ModelTransfers {
  /** By id: one, or two where what is moved has two owners. */
  private readonly planned = new Map<string, readonly Journal[]>();

  /** The journal that must be booked; throws for a transfer that is impossible then. */
  book(model: Splits, { id, referenceId }: Pick<Booked, 'id' | 'referenceId'>): Journal {
    const journals = this.planned.get(referenceId) ?? this.plan(model, known(model.asked.transfers, referenceId));
    this.planned.set(referenceId, journals);
    const journal = journals.find((planned) => planned.id === id);
    if (!journal) throw new Error(`${id} is no journal of its transfer`);
    return journal;
  }

  private plan(model: Splits, input: TransferInput): readonly Journal[] {
    if (lacksFunds(model, input)) throw new Error(`transfer ${input.id} was of more than there was`);
    if (input.direction === 'TO_STORE') this.checkCause(model, input);
    const source = toAvailable(input.direction === 'TO_STORE' ? input.subAccountId : undefined);
    const funds = {
      balanceCents: model.balances.get(source) ?? zeroCents,
      operatorCents: model.operators.get(source) ?? zeroCents,
    };
    const written = { description: undefined, nextStatementId: () => 'any' };
    return planTransfer(model.asked.tenant, { ...input, createdAt: new Date(0) }, funds, written);
  }

  private checkCause({ asked, holds, disputes, subTakings, takings }: Splits, input: TransferInput): void {
    const { id, againstId = '', amountCents, subAccountId } = input;
    const [hold, dispute] = [holds.get(againstId), disputes.get(againstId)];
    const taken = subTakings.get(againstId) ?? [];
    const hasShare = taken.some((taking) => taking.subAccountId === subAccountId);
    const refunded = hold?.purpose === 'REFUND' && hold.state === 'SETTLED' && hasShare ? hold.amountCents : undefined;
    const lost = dispute?.state === 'LOST' && hasShare ? dispute.amountCents : undefined;
    const given = this.planned.has(againstId) ? known(asked.transfers, againstId).amountCents : undefined;
    const limitCents = refunded ?? lost ?? given;
    if (limitCents === undefined) throw new Error(`transfer ${id} names no cause`);
    const ofParts = (takings.get(againstId) ?? []).filter(({ number }) => number > 100);
    const before = [...this.planned.keys()]
      .filter((made) => asked.transfers.get(made)?.againstId === againstId)
      .map((made) => known(asked.transfers, made).amountCents);
    const used: readonly Cents[] = [...[...taken, ...ofParts].map((taking) => taking.amountCents), ...before];
    if (amountCents > subtractCents(limitCents, sumCents(...used))) throw new Error(`transfer ${id} exceeds its cause`);
  }
}

/** Whether its source has less than it moves. */
export function lacksFunds({ balances }: Pick<Model, 'balances'>, input: TransferInput): boolean {
  const source = toAvailable(input.direction === 'TO_STORE' ? input.subAccountId : undefined);
  return (balances.get(source) ?? zeroCents) < input.amountCents;
}
