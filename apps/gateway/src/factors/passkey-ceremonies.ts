import { hash } from 'node:crypto';
import { isAppError } from '@pitanga/core';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { passkeyInvalid } from './factor-errors';
import type { Passkey } from './passkey';

/** What passkeys are bound to: the host and the origin of PUBLIC_URL. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

export function toRelyingParty(publicUrl: string): RelyingParty {
  const { hostname: id, origin } = new URL(publicUrl);
  return { id, origin };
}

type Known = Pick<Passkey, 'id' | 'transports'>;

const described = ({ id, transports }: Known) => ({ id, transports: [...transports] });

/** Loaded at the first passkey: with its certificates it is a tenth of what the gateway loads. */
const library = () => import('@simplewebauthn/server');

/** For `navigator.credentials.create`; `challenge` is base64url. */
export async function registrationOptions(
  party: RelyingParty,
  { user, known }: { readonly user: { readonly id: string; readonly email: string }; readonly known: readonly Known[] },
) {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: 'Pitanga',
    rpID: party.id,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email,
    excludeCredentials: known.map(described),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

/** For `navigator.credentials.get`; without `known` any passkey may answer, which must then verify its person. */
export async function authenticationOptions(party: RelyingParty, known: readonly Known[] | undefined) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: party.id,
    ...(known && { allowCredentials: known.map(described) }),
    userVerification: known ? 'preferred' : 'required',
  });
}

/** Stored and looked up instead of a challenge. */
export function hashChallenge(challenge: string): Buffer {
  return hash('sha256', challenge, 'buffer');
}

/** The challenge that an authenticator's answer claims to be for. */
export function readChallenge({ response }: { readonly response: { readonly clientDataJSON: string } }): string {
  try {
    const data = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as { challenge?: unknown };
    if (typeof data.challenge === 'string') return data.challenge;
  } catch {
    // The parser's message would quote the answer.
  }
  throw passkeyInvalid();
}

/** The credential of a registration for this challenge and origin. */
export async function verifiedCredential(
  party: RelyingParty,
  response: RegistrationResponseJSON,
): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'>> {
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo } = await refusing(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: readChallenge(response),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
    }),
  );
  if (!registrationInfo) throw passkeyInvalid();
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return { id, publicKey: Buffer.from(publicKey), counter, transports: transports.slice(0, 8) };
}

/** The new counter of a passkey that has signed its challenge; a counter that does not grow is refused. */
export async function verifiedCounter(
  party: RelyingParty,
  response: AuthenticationResponseJSON,
  { passkey, mustVerifyUser }: { readonly passkey: Passkey; readonly mustVerifyUser: boolean },
): Promise<number> {
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await refusing(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: readChallenge(response),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id: passkey.id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
      requireUserVerification: mustVerifyUser,
    }),
  );
  if (!verified) throw passkeyInvalid();
  return authenticationInfo.newCounter;
}

/** The library throws plain errors for every fault of an answer, and for bytes that are none. */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isAppError(error) ? error : passkeyInvalid();
  }
}
