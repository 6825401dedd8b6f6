import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { Type } from 'typebox';

const base64url = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' });

const CredentialId = base64url(1400);

const credential = {
  id: CredentialId,
  rawId: CredentialId,
  type: Type.Literal('public-key'),
  clientExtensionResults: Type.Optional(Type.Object({})),
  authenticatorAttachment: Type.Optional(Type.String({ maxLength: 50 })),
};

/** What `navigator.credentials.create` answers, as JSON. */
export const RegistrationResponse = Type.Unsafe<RegistrationResponseJSON>(
  Type.Object({
    ...credential,
    response: Type.Object({
      clientDataJSON: base64url(4_000),
      attestationObject: base64url(20_000),
      transports: Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 8 })),
    }),
  }),
);

/** What `navigator.credentials.get` answers, as JSON. */
export const AuthenticationResponse = Type.Unsafe<AuthenticationResponseJSON>(
  Type.Object({
    ...credential,
    response: Type.Object({
      clientDataJSON: base64url(4_000),
      authenticatorData: base64url(4_000),
      signature: base64url(4_000),
      userHandle: Type.Optional(Type.String({ maxLength: 200 })),
    }),
  }),
);

/** Options for the browser: what the library made, as it is. */
export const CeremonyOptions = Type.Object({}, { additionalProperties: true });
