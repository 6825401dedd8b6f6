/** Characters of a password (docs/behaviour/people.md#password). */
const lengthMin = 12;
export const passwordLengthMax = 200;

/** What can be known of a password before it is sent; whether it is a common one, only the server knows. */
export interface PasswordChecks {
  readonly hasLength: boolean;
  readonly isVaried: boolean;
  readonly isNotEmail: boolean;
}

/** Each rule apart, so that a person sees which is still open. An empty password fulfils none. */
export function checkPassword(password: string, email: string): PasswordChecks {
  const normal = password.normalize('NFKC');
  const { length } = Array.from(normal);
  const folded = normal.toLowerCase();
  const isTyped = length > 0;
  return {
    hasLength: length >= lengthMin && length <= passwordLengthMax,
    isVaried: isTyped && !isRepetition(folded) && !isRun(folded),
    isNotEmail: isTyped && folded !== email.toLowerCase() && folded !== email.toLowerCase().split('@')[0],
  };
}

export function isAccepted(checks: PasswordChecks): boolean {
  return checks.hasLength && checks.isVaried && checks.isNotEmail;
}

function isRepetition(text: string): boolean {
  return /^(.{1,4})\1+.?.?.?$/su.test(text);
}

/** Neighbours up or down, 0 after 9: `123456789012`. */
function isRun(text: string): boolean {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  return [1, -1].some((step) => steps.every((one) => one === step || one === step * -9));
}
