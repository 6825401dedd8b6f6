/** The part of JSON that es2024 does not declare; every supported Node has it. */
interface JsonWithSource {
  rawJSON(text: string): unknown;
  parse(text: string, revive: (key: string, value: unknown, context: { readonly source: string }) => unknown): unknown;
}

const json = JSON as unknown as JsonWithSource;

/** Matches numbers of 16 characters or more and those with an exponent: shorter ones are exact as doubles. */
const longNumber = /[:,[\s]-?(?:[\d.]{16,}|[\d.]+[eE])/;

/** Whether a JSON text may contain a number that a double cannot represent. */
export function hasLongNumber(text: string): boolean {
  return longNumber.test(text);
}

/**
 * JSON.parse that keeps the text of numbers that a double would change: JSON.stringify writes them digit by digit. Such
 * a number is an opaque object to the program.
 */
export function parseExactly(text: string): unknown {
  if (!hasLongNumber(text)) return JSON.parse(text);
  return json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && !isHeld(value, source) ? json.rawJSON(source) : value,
  );
}

/** No double has so many digits: longer sources are not compared. */
const sourceMax = 400;

function isHeld(value: number, source: string): boolean {
  return source.length <= sourceMax && normalizeDecimal(source) === normalizeDecimal(String(value));
}

/** Significant digits and exponent: the same text for 1.50, 1.5 and 15e-1. */
function normalizeDecimal(text: string): string | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE](.+))?$/.exec(text) ?? [];
  const all = whole + fraction;
  const digits = all.replace(/0+$/, '');
  const power = Number(exponent) - fraction.length + all.length - digits.length;
  const significant = digits.replace(/^0+/, '');
  if (whole === '') return undefined;
  return significant === '' ? '0' : `${sign}${significant}e${String(power)}`;
}
