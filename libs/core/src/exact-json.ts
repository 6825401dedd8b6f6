/** The part of JSON that es2024 does not declare; every Node that we run on has it. */
interface JsonWithSource {
  rawJSON(text: string): unknown;
  parse(text: string, revive: (key: string, value: unknown, context: { readonly source: string }) => unknown): unknown;
}

const json = JSON as unknown as JsonWithSource;

/** Only a number as long as this, or one with an exponent, can be another as a double. */
const longNumber = /[:,[\s]-?(?:[\d.]{16,}|[\d.]+[eE])/;

/** Whether a JSON text may have a number that a double cannot hold. */
export function hasLongNumber(text: string): boolean {
  return longNumber.test(text);
}

/**
 * As JSON.parse, but a number that a double would change is kept as it is written: JSON.stringify gives it back digit
 * by digit. To the program it is an object of which nothing can be read.
 */
export function parseExactly(text: string): unknown {
  if (!hasLongNumber(text)) return JSON.parse(text);
  return json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && !isHeld(value, source) ? json.rawJSON(source) : value,
  );
}

/** No double has so many digits; what has is not worth comparing. */
const sourceMax = 400;

function isHeld(value: number, source: string): boolean {
  return source.length <= sourceMax && decimalOf(source) === decimalOf(String(value));
}

/** Significant digits and exponent: one text for 1.50, 1.5 and 15e-1. */
function decimalOf(text: string): string | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE](.+))?$/.exec(text) ?? [];
  const all = whole + fraction;
  const digits = all.replace(/0+$/, '');
  const power = Number(exponent) - fraction.length + all.length - digits.length;
  const significant = digits.replace(/^0+/, '');
  if (whole === '') return undefined;
  return significant === '' ? '0' : `${sign}${significant}e${String(power)}`;
}
