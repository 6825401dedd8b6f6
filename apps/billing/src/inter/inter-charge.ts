import {
  addDays,
  cents,
  endOfSaoPauloDay,
  isAppError,
  isCalendarDay,
  parseDigitableLine,
  type Cents,
} from '@pitanga/core';
import { fromReais } from '@pitanga/provider-account';
import { asFields, asText, parseMoney, type Fields } from '@pitanga/provider-account/bank';
import { amountDueOn, type LateTerms } from '../money/late-fees';
import type { BoletoRegistration } from '../provider/boleto-provider';

/**
 * REGISTERING: it has no numbers yet. OPEN: it can be paid, also when it is overdue. GONE: it cannot be paid any more, or the
 * merchant marked it as received outside of the bank.
 */
export type InterState = 'REGISTERING' | 'OPEN' | 'PAID' | 'GONE';

/** A charge (cobrança) of Inter: a boleto and the Pix code beside it. */
export interface InterCharge {
  /** Inter's id, `codigoSolicitacao`. */
  readonly id: string;
  /** Ours, up to 15 letters and digits; Inter does not make it unique. */
  readonly seuNumero: string | undefined;
  readonly state: InterState;
  readonly nominalCents: Cents | undefined;
  readonly dueDate: string | undefined;
  readonly receivedCents: Cents | undefined;
  readonly paidBy: 'BOLETO' | 'PIX' | undefined;
  /** The day of its present state, YYYY-MM-DD. */
  readonly stateDay: string | undefined;
  readonly terms: Pick<LateTerms, 'interestBasisPointsPerMonth' | 'fine'>;
  /** Of the Pix code, made by Inter. */
  readonly txid: string | undefined;
  /** Undefined until Inter has registered it, and of numbers that contradict each other. */
  readonly registration: BoletoRegistration | undefined;
}

const states: Readonly<Record<string, InterState>> = {
  EM_PROCESSAMENTO: 'REGISTERING',
  A_RECEBER: 'OPEN',
  ATRASADO: 'OPEN',
  PROTESTO: 'OPEN',
  RECEBIDO: 'PAID',
  MARCADO_RECEBIDO: 'GONE',
  CANCELADO: 'GONE',
  EXPIRADO: 'GONE',
  FALHA_EMISSAO: 'GONE',
};

/** Undefined for what is no charge. A state that is not known leaves it open: nothing is concluded from it. */
export function toInterCharge(body: unknown): InterCharge | undefined {
  const { cobranca, boleto, pix } = asFields(body);
  const fields = asFields(cobranca);
  const id = asText(fields['codigoSolicitacao']);
  if (id === undefined || !/^[A-Za-z0-9-]{1,64}$/.test(id)) return undefined;
  const { txid, pixCopiaECola } = asFields(pix);
  const state = states[asText(fields['situacao']) ?? ''] ?? 'OPEN';
  const origin = fields['origemRecebimento'];
  return {
    id,
    seuNumero: asText(fields['seuNumero']),
    state,
    nominalCents: toAmount(fields['valorNominal']),
    dueDate: toDay(fields['dataVencimento']),
    receivedCents: toAmount(fields['valorTotalRecebido']),
    paidBy: origin === 'PIX' || origin === 'BOLETO' ? origin : undefined,
    stateDay: toDay(fields['dataSituacao']),
    terms: { interestBasisPointsPerMonth: toInterest(fields['mora']), fine: toFine(fields['multa']) },
    txid: asText(txid)?.slice(0, 35),
    registration: toRegistration(id, asText(asFields(boleto)['linhaDigitavel']), { txid, pixCopiaECola }),
  };
}

/** A JSON number of reais, or a text of them. */
function toAmount(value: unknown): Cents | undefined {
  return fromReais(value) ?? parseMoney(value);
}

/** The day of a date, or of an instant. */
function toDay(value: unknown): string | undefined {
  const day = asText(value)?.slice(0, 10);
  return day !== undefined && isCalendarDay(day) ? day : undefined;
}

function toInterest(value: unknown): number | undefined {
  const { codigo, taxa } = asFields(value);
  return codigo === 'TAXAMENSAL' ? toAmount(taxa) : undefined;
}

function toFine(value: unknown): LateTerms['fine'] {
  const { codigo, taxa, valor } = asFields(value);
  const [percent, fixed] = [toAmount(taxa), toAmount(valor)];
  if (codigo === 'PERCENTUAL' && percent !== undefined) return { kind: 'PERCENTAGE', value: percent };
  return codigo === 'VALORFIXO' && fixed !== undefined ? { kind: 'FIXED', value: fixed } : undefined;
}

/** The numbers are shown to the payer, so they are checked as if the payer had typed them. */
function toRegistration(reference: string, typed: string | undefined, pix: Fields): BoletoRegistration | undefined {
  const digitableLine = (typed ?? '').replace(/\D/g, '');
  if (digitableLine === '') return undefined;
  try {
    return { barCode: parseDigitableLine(digitableLine).barCode, digitableLine, reference, ...toCode(pix) };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return undefined;
  }
}

/** A Pix that pays it is known by its txid: a code without one is not shown. */
function toCode({ txid, pixCopiaECola }: Fields): Pick<BoletoRegistration, 'brCode' | 'txid'> {
  const [name, brCode] = [asText(txid), asText(pixCopiaECola)?.trim()];
  return name === undefined || name.length > 35 || brCode === undefined
    ? { brCode: undefined }
    : { brCode, txid: name };
}

/** How many days after the payment a bank shows it at the latest, weekend included. */
const reportDays = 4;

/**
 * When it was paid. Inter gives the day on which it knows, which may be days after the payer's: of the days before it the
 * latest counts on which what came is what was owed. An instant within it, never later than now.
 */
export function paidAt({ nominalCents, dueDate, receivedCents, stateDay, terms }: InterCharge, now: Date): Date {
  if (stateDay === undefined) return now;
  const days = Array.from({ length: reportDays + 1 }, (_, back) => addDays(stateDay, -back));
  const owed = (day: string): Cents | undefined =>
    nominalCents === undefined || dueDate === undefined
      ? undefined
      : amountDueOn({ amountCents: nominalCents, dueDate, ...terms }, day);
  const end = endOfSaoPauloDay(days.find((day) => owed(day) === receivedCents) ?? stateDay);
  return end < now ? end : now;
}

/** What is known of Inter (?); the setting `boletoAmountMin` replaces it. */
export const interCentsMin = cents(250);
