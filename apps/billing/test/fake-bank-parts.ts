import { randomBytes } from 'node:crypto';

export interface Problem {
  readonly status: number;
  readonly type: string;
  readonly title: string;
}

export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.type);
  }
}

export const refuse = (status: number, type: string, title: string): never => {
  throw new Refusal({ status, type, title });
};

export interface Answer {
  readonly status: number;
  readonly answer: object;
}

export const ispb = '12345678';
export const money = /^\d{1,10}\.\d{2}$/;
export const token = (length: number): string => randomBytes(length).toString('hex').slice(0, length);

/** How far apart two charges of a recurrence are at least. */
export const cycleDays: Readonly<Record<string, number>> = {
  SEMANAL: 7,
  MENSAL: 28,
  TRIMESTRAL: 84,
  SEMESTRAL: 168,
  ANUAL: 360,
};

/** The bank's day: UTC less three hours. */
export function dayOf(at: Date): string {
  return new Date(at.getTime() - 3 * 3_600_000).toISOString().slice(0, 10);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

export function daysBetween(first: string, second: string): number {
  return (Date.parse(`${second}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / 86_400_000;
}

/** A dynamic BR Code, with the location of a charge, of a recurrence or of both, laid out and sealed by hand. */
export function codeOf(location: string | undefined, recurrence?: string): string {
  const part = (id: string, value: string): string => id + String(value.length).padStart(2, '0') + value;
  const account = part('00', 'br.gov.bcb.pix') + (location === undefined ? '' : part('25', location));
  const head = part('00', '01') + part('26', account) + part('52', '0000') + part('53', '986') + part('58', 'BR');
  const body = `${head}${part('59', 'LOJA DO BANCO')}${part('60', 'RECIFE')}${part('62', part('05', '***'))}${
    recurrence === undefined ? '' : part('80', part('00', 'br.gov.bcb.pix') + part('25', recurrence))
  }6304`;
  let crc = 0xffff;
  for (const byte of Buffer.from(body, 'ascii')) {
    for (let bit = 7; bit >= 0; bit -= 1) {
      const carry = ((crc >> 15) & 1) ^ ((byte >> bit) & 1);
      crc = ((crc << 1) & 0xffff) ^ (carry === 1 ? 0x1021 : 0);
    }
  }
  return body + crc.toString(16).toUpperCase().padStart(4, '0');
}
