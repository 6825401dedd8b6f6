import { formatMoney, parseMoney } from '../format/money';
import { formatInstant } from '../format/time';
import type { Language } from '../words/language';
import { defineWords, sayIn } from '../words/words';

/**
 * Sentences of the API whose values a person needs, as its sources write them: an amount that is left, a day from which.
 * A test finds each in the sources.
 */
export const knownSentences = {
  INSUFFICIENT_FUNDS: 'the available balance is {available} and the operation needs {needed}',
  INSUFFICIENT_PENDING: 'the card balance that can be advanced is {available} and {needed} was asked for',
  ADVANCE_COST_TOO_HIGH: 'The cost of the advance, {cost}, uses up its amount of {amount}',
  AMOUNT_BELOW_FEE: 'O valor mínimo para {what} é {least}',
  AMOUNT_BELOW_MINIMUM: 'O valor mínimo para {what} é {least}',
  BOLETO_AMOUNT_OUT_OF_RANGE: 'The amount of a BOLETO of this store should be from {least} to {most}',
  PIX_AMOUNT_TOO_SMALL: 'The amount of a PIX of this store should be at least {least}',
  PLAN_AMOUNT_OUT_OF_RANGE: 'The new amount should be between {least} and {most}',
  REFUND_EXCEEDS_LEFT: 'What is left to refund of this charge is {left}',
  SUB_TRANSFER_EXCEEDS_CAUSE: "At most {left} can still go back to the store for what 'against' names",
  BR_CODE_AMOUNT: "Property 'amount' should be the amount of the BR Code ({least}), not {amount}",
  PAYOUT_LIMIT_EXCEEDED: 'one order may send {most}',
  COUPON_NOT_STARTED: 'This coupon can be used from {at} on',
  COUPON_PAST_END: 'This coupon expired at {at}',
} as const;

/** The same of the limit of a day or a night. */
export const leftOfLimit = '{left} ({cents} centavos) are left of the limit of the {period} until {at}';

const words = defineWords(
  {
    INSUFFICIENT_FUNDS: 'Disponível: {available}. Necessário: {needed}.',
    INSUFFICIENT_PENDING: 'Dá para antecipar {available}; foram pedidos {needed}.',
    ADVANCE_COST_TOO_HIGH: 'O custo de {amount} seria {cost}.',
    AMOUNT_BELOW_FEE: 'O mínimo é {least}.',
    AMOUNT_BELOW_MINIMUM: 'O mínimo é {least}.',
    BOLETO_AMOUNT_OUT_OF_RANGE: 'O boleto aceita de {least} a {most}.',
    PIX_AMOUNT_TOO_SMALL: 'O Pix aceita a partir de {least}.',
    PLAN_AMOUNT_OUT_OF_RANGE: 'O valor pode ser de {least} a {most}.',
    REFUND_EXCEEDS_LEFT: 'Restam {left}.',
    SUB_TRANSFER_EXCEEDS_CAUSE: 'Restam {left}.',
    BR_CODE_AMOUNT: 'O valor do código é {least}.',
    PAYOUT_LIMIT_EXCEEDED: 'Cada envio pode ser de até {most}.',
    COUPON_NOT_STARTED: 'Vale a partir de {at}.',
    COUPON_PAST_END: 'Venceu em {at}.',
    left: 'Restam {left} até {at}.',
  },
  {
    INSUFFICIENT_FUNDS: 'Available: {available}. Needed: {needed}.',
    INSUFFICIENT_PENDING: '{available} can be advanced; {needed} was asked for.',
    ADVANCE_COST_TOO_HIGH: '{amount} would cost {cost}.',
    AMOUNT_BELOW_FEE: 'The least is {least}.',
    AMOUNT_BELOW_MINIMUM: 'The least is {least}.',
    BOLETO_AMOUNT_OUT_OF_RANGE: 'A boleto takes {least} to {most}.',
    PIX_AMOUNT_TOO_SMALL: 'Pix takes {least} or more.',
    PLAN_AMOUNT_OUT_OF_RANGE: 'The amount can be from {least} to {most}.',
    REFUND_EXCEEDS_LEFT: '{left} is left.',
    SUB_TRANSFER_EXCEEDS_CAUSE: '{left} is left.',
    BR_CODE_AMOUNT: 'The amount of the code is {least}.',
    PAYOUT_LIMIT_EXCEEDED: 'One order can send up to {most}.',
    COUPON_NOT_STARTED: 'It holds from {at} on.',
    COUPON_PAST_END: 'It ended at {at}.',
    left: '{left} is left until {at}.',
  },
);

type Known = keyof typeof knownSentences;

function isKnown(code: string): code is Known {
  return Object.hasOwn(knownSentences, code);
}

/** The values of the API's sentence in the person's language; undefined where it has none that are known. */
export function sayValues(code: string, sentence: string, language: Language): string | undefined {
  if (!isKnown(code)) return undefined;
  const say = sayIn(words, language);
  const values = valuesIn(sentence, knownSentences[code]);
  if (values) return say(code, told(values, language));
  const left = code === 'PAYOUT_LIMIT_EXCEEDED' ? valuesIn(sentence, leftOfLimit) : undefined;
  return left && say('left', told(left, language));
}

const amount = String.raw`-?R\$\s?-?[\d.]+,\d{2}`;
const instant = String.raw`\d{4}-\d{2}-\d{2}T[\d:.]+Z`;

/** What stands in the places of a sentence. */
export function valuesIn(sentence: string, known: string): Readonly<Record<string, string>> | undefined {
  const escaped = known.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
  const one = `(?:${amount}|${instant}|[\\p{L}\\d]+(?: [\\p{L}]+)*?)`;
  const pattern = escaped.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => `(?<${name}>${one})`);
  return new RegExp(pattern, 'u').exec(sentence)?.groups;
}

function told(values: Readonly<Record<string, string>>, language: Language): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, sayValue(value, language)]));
}

/** An instant, or an amount: as it is written, or in centavos. */
function sayValue(value: string, language: Language): string {
  if (value.endsWith('Z')) return formatInstant(value, language);
  const centavos = /^\d+$/.test(value) ? Number(value) : readAmount(value);
  return centavos === undefined ? value : formatMoney(centavos, language);
}

/** The centavos of `-R$ 1.234,56`; undefined for anything else. */
export function readAmount(text = ''): number | undefined {
  const centavos = parseMoney(text.replace('-', ''));
  return centavos !== undefined && text.includes('-') ? -centavos : centavos;
}
