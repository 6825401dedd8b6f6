import { writeFileSync } from 'node:fs';
import { cents, formatBrl, type Cents } from '@pitanga/core';

/** A line of the settlement file that `npm run reconcile` reads (docs/runbooks/reconciliation.md). */
export interface SettlementLine {
  readonly reference: string;
  readonly type:
    | 'PAYMENT'
    | 'REFUND'
    | 'CHARGEBACK'
    | 'OVERPAYMENT'
    | 'OVERPAYMENT_RETURN'
    | 'KEY_PAYMENT'
    | 'KEY_PAYMENT_RETURN'
    | 'PAYOUT'
    | 'PAYOUT_RETURN';
  readonly amountCents: Cents;
  /** YYYY-MM-DD in America/Sao_Paulo. */
  readonly day: string;
}

/** Writes the lines as the file (`-` is standard output), `method` left empty: the ledger knows it. */
export function writeSettlement(file: string, lines: readonly SettlementLine[]): void {
  const rows = lines.map(
    ({ reference, type, amountCents, day }) => `${reference},,${type},${String(amountCents)},${day}`,
  );
  const text = `${['reference,method,type,amount,date', ...rows].join('\n')}\n`;
  if (file === '-') process.stdout.write(text);
  else writeFileSync(file, text);
}

export function formatSigned(amount: number): string {
  return amount < 0 ? `-${formatBrl(cents(-amount))}` : formatBrl(cents(amount));
}
