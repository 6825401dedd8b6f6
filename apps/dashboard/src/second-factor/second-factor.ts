import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser';
import { isAddress } from './host';
import { account } from '../api/client';
import { record } from '../api/problem';

/** Whether this browser has passkeys at this address (docs/behaviour/people.md#passkeys). */
export function hasPasskeys(): boolean {
  return browserSupportsWebAuthn() && !isAddress(window.location.hostname);
}

/** Passes the second step with the code of an authenticator app, or with a recovery code. */
export async function passWithCode(kind: 'TOTP' | 'RECOVERY_CODE', code: string): Promise<void> {
  const body = { code: code.trim() };
  await record(
    kind === 'TOTP'
      ? account.POST('/dashboard/api/auth/second-factor/totp', { body })
      : account.POST('/dashboard/api/auth/second-factor/recovery-code', { body }),
  );
}

/** Passes the second step with a passkey of the person. */
export async function passWithPasskey(): Promise<void> {
  const body = await signChallenge(record(account.POST('/dashboard/api/auth/second-factor/passkey/options')));
  await record(account.POST('/dashboard/api/auth/second-factor/passkey', { body }));
}

/** Signs in by a passkey alone. */
export async function signInWithPasskey(): Promise<void> {
  const body = await signChallenge(record(account.POST('/dashboard/api/auth/passkeys/sign-in/options')));
  await record(account.POST('/dashboard/api/auth/passkeys/sign-in', { body }));
}

type AuthenticationOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** The browser asks the person; the document leaves the shape of both messages to WebAuthn. */
async function signChallenge(options: Promise<object>): Promise<never> {
  const optionsJSON = (await options) as AuthenticationOptions;
  return { response: await startAuthentication({ optionsJSON }) } as never;
}
