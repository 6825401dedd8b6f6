import type { Debit } from '../debits/debit';
import type { AutomaticPixProvider, DebitReading } from '../provider/automatic-pix-provider';

type DebitName = Pick<Debit, 'kind' | 'txid'>;

/** An unpaid code at its bank. */
export const unpaidCode: DebitReading = {
  status: 'OPEN',
  isAccepted: true,
  amountCents: undefined,
  tries: [],
  payments: [],
  endCode: undefined,
};

/** What the bank has of a debit, which may be a code; undefined when it has none. */
export async function readAtBank(
  provider: AutomaticPixProvider,
  { kind, txid }: DebitName,
): Promise<DebitReading | undefined> {
  if (kind === 'DEBIT') return provider.readDebit(txid);
  const reading = await provider.readCode(txid);
  return reading && { ...unpaidCode, ...reading };
}

/** False when it can no longer be cancelled. May be repeated, also for one that the bank never had. */
export async function cancelAtBank(provider: AutomaticPixProvider, { kind, txid }: DebitName): Promise<boolean> {
  if (kind === 'DEBIT') return provider.cancelDebit(txid);
  await provider.cancelCode(txid);
  const reading = await provider.readCode(txid);
  return reading === undefined || reading.status === 'CANCELLED';
}
