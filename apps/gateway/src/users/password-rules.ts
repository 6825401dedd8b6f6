import { commonPasswords } from './common-passwords';
import { passwordCommon, passwordIsEmail, passwordLength, passwordLengthMax, passwordLengthMin } from './user-errors';

/** The form that is hashed: keyboards write the same letters in different ways. Spaces at the ends count. */
export function normalizePassword(password: string): string {
  return password.normalize('NFKC');
}

/**
 * docs/behaviour/people.md#password
 * @throws AppError INVALID_ARGUMENT for a password of a wrong length, a common one, or the e-mail.
 */
export function checkPassword(password: string, email: string): void {
  const normal = normalizePassword(password);
  const { length } = Array.from(normal);
  if (length < passwordLengthMin || length > passwordLengthMax) throw passwordLength();
  const folded = normal.toLowerCase();
  if (commonPasswords.has(folded) || isMonotonous(folded)) throw passwordCommon();
  if (folded === email || folded === email.split('@')[0]) throw passwordIsEmail();
}

/** One part of at most four characters repeated, or a run of neighbours: aaaaaaaaaaaa, abcabcabcabc, 123456789012. */
function isMonotonous(text: string): boolean {
  if (/^(.{1,4})\1+.?.?.?$/su.test(text)) return true;
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  // 9 is followed by 0.
  const isRun = (step: number): boolean => steps.every((one) => one === step || one === step * -9);
  return isRun(1) || isRun(-1);
}
