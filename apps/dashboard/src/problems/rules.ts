import { formatMoney } from '../format/money';
import type { Language } from '../words/language';
import { sayIn } from '../words/words';
import { fieldNames, isFieldName } from './field-names';
import { ruleWords, type Rule } from './rule-words';

/** What the API said of a field: which, and the rule in the person's language. */
export interface Broken {
  /** As the API names them: `customer.email`. */
  readonly fields: readonly string[];
  /** "Digite um e-mail, como nome@exemplo.com.br." */
  readonly said: string;
  /** The same for a place that is not at the field: with its name in front. */
  readonly named: string;
}

/** How the rules of the API are written (apps/gateway/src/http/edge/input/validation); the first that fits. */
const patterns: readonly (readonly [RegExp, Rule])[] = [
  [/^(is missing|should not be empty)|but found: undefined$/, 'missing'],
  [/should be an e-mail address/, 'email'],
  [/(CPF or CNPJ)/, 'taxId'],
  [/CEP of eight digits/, 'cep'],
  [/URL|backslash|spaces or control characters|\/\/ and a host|user name or password/, 'url'],
  [/(a day|a date|ISO 8601)/, 'date'],
  [/should be later than now|in the past|after today|to come/, 'future'],
  [/should be (later than|after) '(?<other>\w+)'|should not be before '(?<other2>\w+)'/, 'after'],
  [/should not be (after|more than) '(?<other>\w+)'|should be before '(?<other2>\w+)'/, 'notAfter'],
  [/should be at most (?<least>\d+) (days|years) ahead|more than (?<most>1) year ahead/, 'tooFar'],
  [/should (include|be) at most (?<most>\d+) days/, 'days'],
  [/should have (from )?(?<least>\d+) to (?<most>\d+) characters/, 'lengths'],
  [/should have at least (?<least>\d+) characters/, 'longer'],
  [/should have at most (?<most>\d+) characters/, 'shorter'],
  [/should have at least (?<least>\d+)/, 'more'],
  [/should have (at most|from \d+ to) (?<most>\d+)/, 'fewer'],
  [/should be (an integer )?(from|between) (?<least>.+) (to|and) (?<most>.+)$/, 'between'],
  [/should be at least (?<least>.+)$/, 'atLeast'],
  [/should be more than (the fee, )?(?<least>.+)$/, 'moreThan'],
  [/should be at most (?<most>[^ ]+|R\$ [^ ]+)/, 'atMost'],
  [/should be less than (?<most>.+)$/, 'lessThan'],
  [/should be one of|is not valid$/, 'choice'],
  [/should not repeat|at most once|each .* once/, 'unique'],
  [/should not be used together|cannot be used together|should not be used with/, 'together'],
  [/should not contain control characters|invalid format|to be \w+ but found/, 'form'],
];

/** Undefined for a sentence that names no field. */
export function readRule(sentence: string, language: Language): Broken | undefined {
  const found = /^(?:Property|Properties|Expected property) ((?:'[^']+'(?:,? and |, )?)+)/.exec(sentence);
  const fields = [...(found?.[1] ?? '').matchAll(/'([^']+)'/g)].map(([, field = '']) => field);
  if (!found || fields.length === 0) return undefined;
  const said = sayRule(sentence.slice(found[0].length).trim(), fields.at(-1) ?? '', language);
  return {
    fields,
    said,
    named: [...new Set(fields.map((field) => toName(field, language)))].filter(Boolean).join(', '),
  };
}

function sayRule(rule: string, field: string, language: Language): string {
  const say = sayIn(ruleWords, language);
  for (const [pattern, key] of patterns) {
    const found = pattern.exec(rule);
    if (!found) continue;
    const { groups } = found;
    const least = sayLimit(groups?.['least'], field, language);
    const most = sayLimit(groups?.['most'], field, language);
    const other = toName(groups?.['other'] ?? groups?.['other2'] ?? '', language);
    if ((key === 'after' || key === 'notAfter') && other === '') return say('other');
    return say(key, { least, most, other });
  }
  return say('other');
}

/** Amounts of the API are centavos; a limit that is an amount already stays as it is written. */
function sayLimit(limit: string | undefined, field: string, language: Language): string {
  if (limit === undefined) return '';
  const isAmount = /(amount|price|amounts\.\w+)$/i.test(field) && /^\d+$/.test(limit);
  return isAmount ? formatMoney(Number(limit), language) : limit.replace(/ \(\d+ centavos\)/, '');
}

/** As the pages call it; empty for a field that no page shows. */
function toName(field: string, language: Language): string {
  const name = field.replace(/^.*\./, '').replace(/\[\d+\]$/, '');
  return isFieldName(name) ? fieldNames[language][name] : '';
}
