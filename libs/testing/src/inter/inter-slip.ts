import { toDigits } from './inter-parts';

/** Numbers of a boleto and the code of a Pix, laid out and sealed by hand: nothing here is of the adapters' own code. */

const mod10 = (digits: string): number => {
  const sum = Array.from(digits, Number)
    .reverse()
    .map((digit, index) => digit * (index % 2 === 0 ? 2 : 1))
    .reduce((total, product) => total + (product > 9 ? product - 9 : product), 0);
  return (10 - (sum % 10)) % 10;
};

const mod11 = (digits: string): number => {
  const sum = Array.from(digits, Number)
    .reverse()
    .reduce((total, digit, index) => total + digit * ((index % 8) + 2), 0);
  const check = 11 - (sum % 11);
  return check === 0 || check === 10 || check === 11 ? 1 : check;
};

/** The day of a bar code: 1000 was 2025-02-22, when its count began anew. */
const toFactor = (day: string): number =>
  1_000 + (Date.parse(`${day}T00:00:00Z`) - Date.parse('2025-02-22T00:00:00Z')) / 86_400_000;

export function buildSlip(nossoNumero: string, dueDate: string, valueCents: number) {
  const rest = `${String(toFactor(dueDate)).padStart(4, '0')}${String(valueCents).padStart(10, '0')}${nossoNumero.padStart(25, '0')}`;
  const codigoBarras = `0779${String(mod11(`0779${rest}`))}${rest}`;
  const free = codigoBarras.slice(19);
  const fields = [`0779${free.slice(0, 5)}`, free.slice(5, 15), free.slice(15, 25)];
  const line = fields.map((field) => `${field}${String(mod10(field))}`).join('');
  return { codigoBarras, linhaDigitavel: `${line}${codigoBarras.slice(4, 5)}${codigoBarras.slice(5, 19)}` };
}

export const ourNumber = (id: string): string => toDigits(id, 11);

export function buildBrCode(location: string): string {
  const part = (id: string, value: string): string => id + String(value.length).padStart(2, '0') + value;
  const account = part('00', 'br.gov.bcb.pix') + part('25', location);
  const head = part('00', '01') + part('26', account) + part('52', '0000') + part('53', '986') + part('58', 'BR');
  const body = `${head}${part('59', 'LOJA NO INTER')}${part('60', 'BELO HORIZONTE')}${part('62', part('05', '***'))}6304`;
  let crc = 0xffff;
  for (const byte of Buffer.from(body, 'ascii')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return body + crc.toString(16).toUpperCase().padStart(4, '0');
}
