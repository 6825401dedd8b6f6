import { cents, formatBrl, type Cents } from '@pitanga/core';
import { lastPayableDay, type BoletoFine } from '../money/late-fees';

/** The printed data of a boleto. Days are YYYY-MM-DD. */
export interface BoletoSlip {
  /** 44 digits. */
  readonly barCode: string;
  /** 47 digits. */
  readonly digitableLine: string;
  readonly ourNumber: string;
  readonly documentNumber: string;
  readonly dueDate: string;
  /** Also the creation date of the file, so that a slip always produces the same bytes. */
  readonly issuedOn: string;
  readonly amountCents: Cents;
  readonly merchantName: string;
  readonly merchantTaxId?: string | undefined;
  readonly payerName: string;
  /** In full or masked: printed as given, with its punctuation. */
  readonly payerTaxId: string;
  readonly description?: string | undefined;
  readonly interestBasisPointsPerMonth?: number | undefined;
  readonly fine?: BoletoFine | undefined;
  /** The same debt as Pix. */
  readonly brCode: string | undefined;
  /** A boleto of dev mode is marked as not payable. */
  readonly isSimulated: boolean;
}

export interface BankLabel {
  readonly name: string;
  /** Code and check digit, printed beside the name. */
  readonly code: string;
}

const banks: ReadonlyMap<string, BankLabel> = new Map([
  ['001', { name: 'Banco do Brasil', code: '001-9' }],
  ['033', { name: 'Santander', code: '033-7' }],
  ['077', { name: 'Banco Inter', code: '077-9' }],
  ['104', { name: 'Caixa', code: '104-0' }],
  ['237', { name: 'Bradesco', code: '237-2' }],
  ['341', { name: 'Itaú', code: '341-7' }],
  ['422', { name: 'Banco Safra', code: '422-7' }],
  ['748', { name: 'Sicredi', code: '748-X' }],
  ['756', { name: 'Sicoob', code: '756-0' }],
  ['999', { name: 'Banco Simulado', code: '999-7' }],
]);

/** Name and code of the bank in a bar code; an unknown bank is named by its number. */
export function findBank(barCode: string): BankLabel {
  const code = barCode.slice(0, 3);
  return banks.get(code) ?? { name: `Banco ${code}`, code };
}

/** The instructions to the bank and the payer, one sentence a line. */
export function slipInstructions(slip: BoletoSlip): string[] {
  const fees = feesInWords(slip);
  const lastDay = brazilianDay(lastPayableDay(slip.dueDate, fees !== ''));
  return [
    fees === '' ? `Não receber após ${lastDay}.` : `Após o vencimento, ${fees}. Não receber após ${lastDay}.`,
    'Vencimento em dia sem expediente bancário: pagável no dia útil seguinte, sem acréscimo.',
    ...(slip.isSimulated ? ['BOLETO DE TESTE: não pode ser pago.'] : []),
  ];
}

/** `dd/mm/yyyy`. */
export function brazilianDay(day: string): string {
  return day.split('-').reverse().join('/');
}

function feesInWords({ fine, interestBasisPointsPerMonth }: BoletoSlip): string {
  const parts: string[] = [];
  if (fine && fine.value > 0) {
    parts.push(`multa de ${fine.kind === 'PERCENTAGE' ? percent(fine.value) : formatBrl(cents(fine.value))}`);
  }
  if (interestBasisPointsPerMonth) parts.push(`juros de ${percent(interestBasisPointsPerMonth)} ao mês`);
  return parts.join(' e ');
}

/** `2,00%` of 200 basis points. */
function percent(basisPoints: number): string {
  const digits = String(basisPoints).padStart(3, '0');
  return `${digits.slice(0, -2)},${digits.slice(-2)}%`;
}
