import { digitGaps } from './card-number';

/** How a kind of text is parted while it is typed. Separators stand between characters only, never at the end. */
interface Mask {
  /** The characters that count, without separators. */
  readonly bare: (text: string) => string;
  readonly shown: (bare: string) => string;
}

const keepDigits = (text: string): string => text.replace(/\D/g, '');

const masks: Readonly<Record<string, Mask>> = {
  cardNumber: {
    bare: keepDigits,
    shown: (digits) => parted(digits, new Map(digitGaps(digits).map((gap) => [gap, ' ']))),
  },
  expiry: {
    // `1/` and `5` begin a month of one digit.
    bare: (text) => keepDigits(text.replace(/^\s*(\d\s*\/|[2-9])/, '0$1')),
    shown: (digits) => parted(digits, new Map([[2, '/']])),
  },
  cvv: { bare: keepDigits, shown: (digits) => digits },
  taxId: { bare: (text) => text.replace(/[^0-9a-z]/gi, '').toUpperCase(), shown: shownTaxId },
  zipCode: { bare: keepDigits, shown: (digits) => parted(digits, new Map([[5, '-']])) },
};

const cpfParts = new Map([
  [3, '.'],
  [6, '.'],
  [9, '-'],
]);
const cnpjParts = new Map([
  [2, '.'],
  [5, '.'],
  [8, '/'],
  [12, '-'],
]);

/** A CPF has eleven digits; what is longer, or has letters, is a CNPJ. */
function shownTaxId(bare: string): string {
  return parted(bare, bare.length > 11 || /[A-Z]/.test(bare) ? cnpjParts : cpfParts);
}

function parted(bare: string, separators: ReadonlyMap<number, string>): string {
  return Array.from(bare, (character, index) => (separators.get(index) ?? '') + character).join('');
}

/** The text of a field after an input, and where its caret stands: behind the same characters as before. */
export function masked(
  kind: string,
  text: string,
  caret: number,
): { readonly text: string; readonly caret: number } | undefined {
  const mask = masks[kind];
  if (!mask) return undefined;
  const shown = mask.shown(mask.bare(text));
  const before = mask.bare(text.slice(0, caret)).length;
  let at = 0;
  for (let seen = 0; seen < before && at < shown.length; at += 1) {
    if (mask.bare(shown.charAt(at)) !== '') seen += 1;
  }
  return { text: shown, caret: caret >= text.length ? shown.length : at };
}
