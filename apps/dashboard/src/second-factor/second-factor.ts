import { startAuthentication } from '@simplewebauthn/browser';
import { account } from '../api/client';
import { record } from '../api/problem';

/** Passes the second step with the code of an authenticator app, or with a recovery code. */
export async function passWithCode(kind: 'TOTP' | 'RECOVERY_CODE', code: string): Promise<void> {
  const body = { code: code.trim() };
  await record(
    kind === 'TOTP'
      ? account.POST('/dashboard/api/auth/second-factor/totp', { body })
      : account.POST('/dashboard/api/auth/second-factor/recovery-code', { body }),
  );
}

type AuthenticationOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** Passes the second step with a passkey of the person. */
export async function passWithPasskey(): Promise<void> {
  const options = await record(account.POST('/dashboard/api/auth/second-factor/passkey/options'));
  const response = await startAuthentication({ optionsJSON: options as unknown as AuthenticationOptions });
  await record(account.POST('/dashboard/api/auth/second-factor/passkey', { body: { response } as never }));
}

/** Signs in by a passkey alone. */
export async function signInWithPasskey(): Promise<void> {
  const options = await record(account.POST('/dashboard/api/auth/passkeys/sign-in/options'));
  const response = await startAuthentication({ optionsJSON: options as unknown as AuthenticationOptions });
  await record(account.POST('/dashboard/api/auth/passkeys/sign-in', { body: { response } as never }));
}
