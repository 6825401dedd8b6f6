import { randomInt } from 'node:crypto';
import { aCpf } from './api';

/** Somebody with values that appear nowhere by themselves. */
export interface PlantedPerson {
  readonly name: string;
  readonly email: string;
  readonly taxId: string;
  readonly cellphone: string;
  readonly zipCode: string;
  readonly nick: string;
  readonly cardHolder: string;
}

export function aPerson(word: string): PlantedPerson {
  const digits = (length: number) => Array.from({ length }, () => String(randomInt(10))).join('');
  return {
    name: `${word} Quixotina Planted`,
    email: `${word}.quixotina@planted.example`.toLowerCase(),
    taxId: aCpf(),
    cellphone: `119${digits(8)}`,
    zipCode: `01${digits(3)}-${digits(3)}`,
    nick: `nick-${word}-planted`,
    cardHolder: `${word.toUpperCase()} Q HOLDER`,
  };
}

export type Planted = keyof PlantedPerson | 'maskedTaxId';

/** Every spelling under which a value would be found: plain, punctuated, folded, and inside bytes and base64. */
export function spellings(person: PlantedPerson): ReadonlyMap<Planted, readonly string[]> {
  const { taxId, cellphone, zipCode } = person;
  const values: Readonly<Record<Planted, readonly string[]>> = {
    name: [person.name],
    email: [person.email],
    taxId: [taxId, taxId.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')],
    maskedTaxId: [`${taxId.slice(0, 3)}.***.***-**`],
    cellphone: [cellphone, `(${cellphone.slice(0, 2)}) ${cellphone.slice(2, 7)}-${cellphone.slice(7)}`],
    zipCode: [zipCode],
    nick: [person.nick],
    cardHolder: [person.cardHolder],
  };
  return spelled(values);
}

/** Each value as it is and in small letters, plain and inside bytes and base64. */
export function spelled<Name extends string>(
  values: Readonly<Record<Name, readonly string[]>>,
): ReadonlyMap<Name, readonly string[]> {
  const encoded = (text: string) => [text, text.toLowerCase()].flatMap((form) => [form, ...encodings(form)]);
  return new Map(
    (Object.entries(values) as [Name, readonly string[]][]).map(([what, texts]) => [
      what,
      [...new Set(texts.flatMap(encoded))],
    ]),
  );
}

/** As PostgreSQL shows bytes, and as base64 at each of the three places within its groups, without the bordering signs. */
function encodings(text: string): readonly string[] {
  const bytes = Buffer.from(text, 'utf8');
  const base64 = [0, 1, 2].map((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    return padded.slice(offset === 0 ? 0 : 4, -1);
  });
  return [bytes.toString('hex'), ...base64];
}

/** Which of the values a text has. */
export function foundIn<Name extends string>(
  text: string,
  planted: ReadonlyMap<Name, readonly string[]>,
): readonly Name[] {
  const lower = text.toLowerCase();
  return [...planted].flatMap(([what, forms]) =>
    forms.some((form) => (isFolded(form) ? lower : text).includes(form)) ? [what] : [],
  );
}

const isFolded = (form: string): boolean => form === form.toLowerCase();
