import { testIds } from '@pitanga/testing';

/** Something that a suite made at a provider, by our reference. */
export interface MadeReference {
  readonly kind: 'PIX' | 'BOLETO' | 'CARD' | 'REFUND' | 'PAYOUT';
  readonly reference: string;
}

/** Of a process that checks one provider: tests of adapters begin none, and their references are random. */
interface ConformanceRun {
  /** What every reference begins with, after its kind if it has one; letters and digits. */
  readonly id: string;
  /** YYYY-MM-DD in America/Sao_Paulo, on which boletos are registered; stand-ins agree on the default. */
  readonly today: string;
  /** When they are due. */
  readonly dueDate: string;
}

let run: ConformanceRun = { id: '', today: '2026-11-23', dueDate: '2026-11-26' };
/** Ids of ours begin with their kind. */
const prefixes: Readonly<Record<MadeReference['kind'], string>> = {
  PIX: '',
  BOLETO: 'char_',
  CARD: 'card_',
  REFUND: '',
  PAYOUT: 'tran_',
};
const made = new Map<string, MadeReference>();

/** Everything that the suites make from now on is of this run. */
export function beginRun(next: ConformanceRun): void {
  run = next;
  made.clear();
}

export function currentRun(): ConformanceRun {
  return run;
}

/** @param own what it is made of; absent: random */
export function newReference(kind: MadeReference['kind'], length: number, own = testIds.token(length)): string {
  const reference = `${prefixes[kind]}${(run.id + own).slice(0, length)}`;
  made.set(`${kind} ${reference}`, { kind, reference });
  return reference;
}

/** Oldest first. */
export function madeReferences(): readonly MadeReference[] {
  return [...made.values()];
}
