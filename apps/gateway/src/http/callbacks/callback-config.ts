import { Type, type Static, type TObject } from 'typebox';

/** The mTLS port that banks call. Spread into the gateway's configuration. */
export const callbackConfig = {
  CALLBACK_PORT: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 65_535,
      description: 'port of bank callbacks over mTLS, 0 = any free port; without it they come to PORT',
    }),
  ),
  CALLBACK_TLS_CERT: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'PEM certificate of the callback port (CALLBACK_TLS_CERT_FILE names a file)',
    }),
  ),
  CALLBACK_TLS_KEY: Type.Optional(
    Type.String({ minLength: 1, description: 'PEM key of that certificate (CALLBACK_TLS_KEY_FILE names a file)' }),
  ),
  CALLBACK_TLS_CLIENT_CA: Type.Optional(
    Type.String({ minLength: 1, description: 'PEM authorities of the banks that may call (…_FILE names a file)' }),
  ),
};

export type CallbackConfig = Static<TObject<typeof callbackConfig>> & { readonly HOST: string };
