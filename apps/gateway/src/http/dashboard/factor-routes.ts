import { Type } from 'typebox';
import { findFactors } from '../../factors/factor-repository';
import { listPasskeys } from '../../factors/passkey-repository';
import {
  addPasskey,
  beginPasskey,
  confirmAuthenticator,
  enrolAuthenticator,
  removeFactor,
  renewRecoveryCodes,
} from '../../signing-in/manage-factors';
import { challengePasskey, proveCode, provePasskey, signInByPasskey } from '../../signing-in/second-factor';
import type { Route, RouteGroup } from '../edge/api';
import { ok, recordAnswer } from '../v2/envelope';
import { AuthenticationResponse, CeremonyOptions, RegistrationResponse } from './passkey-schemas';
import { Done, done, GivenPassword } from './sign-in-routes';
import { requireSession, readVisit } from './visit';

const Code = Type.Object({ code: Type.String({ minLength: 1, maxLength: 40 }) });
const Codes = Type.Object({ recoveryCodes: Type.Array(Type.String()) });
const OwnPassword = Type.Object({ currentPassword: Type.Optional(GivenPassword) });
const whileSigningIn = { permission: 'signingIn' } as const;
const signedIn = { permission: 'session' } as const;

/** The second step of a sign-in, and the confirmation of a sensitive act. */
const secondFactorRoutes: Route = (app, deps) => {
  const kinds = { totp: 'TOTP', 'recovery-code': 'RECOVERY_CODE' } as const;
  for (const [path, kind] of Object.entries(kinds)) {
    app.post(
      `/auth/second-factor/${path}`,
      { config: whileSigningIn, schema: { body: Code, response: recordAnswer(Done) } },
      async (request, reply) => {
        const proof = { kind, code: request.body.code };
        deps.cookies.set(reply, await proveCode(deps.people, requireSession(request), proof, readVisit(request, deps)));
        return done;
      },
    );
  }
  app.post(
    '/auth/second-factor/passkey/options',
    { config: whileSigningIn, schema: { response: recordAnswer(CeremonyOptions) } },
    async (request) => ok({ ...(await challengePasskey(deps.people, requireSession(request))) }),
  );
  app.post(
    '/auth/second-factor/passkey',
    {
      config: whileSigningIn,
      schema: { body: Type.Object({ response: AuthenticationResponse }), response: recordAnswer(Done) },
    },
    async (request, reply) => {
      deps.cookies.set(
        reply,
        await provePasskey(deps.people, requireSession(request), request.body.response, readVisit(request, deps)),
      );
      return done;
    },
  );
};

/** A passkey instead of e-mail, password and second factor. */
const passkeySignInRoutes: Route = (app, deps) => {
  const open = { permission: 'public' } as const;
  app.post(
    '/auth/passkeys/sign-in/options',
    { config: open, schema: { response: recordAnswer(CeremonyOptions) } },
    async () => ok({ ...(await challengePasskey(deps.people, undefined)) }),
  );
  app.post(
    '/auth/passkeys/sign-in',
    { config: open, schema: { body: Type.Object({ response: AuthenticationResponse }), response: recordAnswer(Done) } },
    async (request, reply) => {
      deps.cookies.set(reply, await signInByPasskey(deps.people, request.body.response, readVisit(request, deps)));
      return done;
    },
  );
};

const ShownFactors = Type.Object({
  totp: Type.Boolean(),
  recoveryCodes: Type.Integer(),
  passkeys: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      createdAt: Type.String(),
      lastUsedAt: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
});

const listFactorsRoute: Route = (app, { people }) => {
  app.get(
    '/auth/factors/list',
    { config: signedIn, schema: { response: recordAnswer(ShownFactors) } },
    async (request) => {
      const { userId } = requireSession(request);
      const { hasTotp, recoveryCodes } = await findFactors(people.db, people.all, userId);
      const passkeys = await listPasskeys(people.db, people.all, userId);
      return ok({
        totp: hasTotp,
        recoveryCodes,
        passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
          id,
          name,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        })),
      });
    },
  );
};

const totpRoutes: Route = (app, deps) => {
  const { people } = deps;
  app.post(
    '/auth/totp/enrol',
    {
      config: signedIn,
      schema: {
        body: OwnPassword,
        response: recordAnswer(Type.Object({ secret: Type.String(), uri: Type.String() })),
      },
    },
    async (request) => {
      const visit = readVisit(request, deps);
      return ok(await enrolAuthenticator(people, requireSession(request), request.body.currentPassword, visit));
    },
  );
  app.post(
    '/auth/totp/confirm',
    { config: signedIn, schema: { body: Code, response: recordAnswer(Codes) } },
    async (request, reply) => {
      const { code } = request.body;
      const added = await confirmAuthenticator(people, requireSession(request), code, readVisit(request, deps));
      deps.cookies.set(reply, added);
      return ok({ recoveryCodes: [...added.recoveryCodes] });
    },
  );
  app.post('/auth/totp/remove', { config: signedIn, schema: { response: recordAnswer(Done) } }, async (request) => {
    await removeFactor(people, requireSession(request), 'TOTP', readVisit(request, deps));
    return done;
  });
  app.post(
    '/auth/recovery-codes/renew',
    { config: signedIn, schema: { response: recordAnswer(Codes) } },
    async (request) => {
      const recoveryCodes = await renewRecoveryCodes(people, requireSession(request), readVisit(request, deps));
      return ok({ recoveryCodes: [...recoveryCodes] });
    },
  );
};

const passkeyRoutes: Route = (app, deps) => {
  const { people } = deps;
  app.post(
    '/auth/passkeys/register/options',
    { config: signedIn, schema: { body: OwnPassword, response: recordAnswer(CeremonyOptions) } },
    async (request) => {
      const visit = readVisit(request, deps);
      return ok({ ...(await beginPasskey(people, requireSession(request), request.body.currentPassword, visit)) });
    },
  );
  app.post(
    '/auth/passkeys/register',
    {
      config: signedIn,
      schema: {
        body: Type.Object({
          response: RegistrationResponse,
          name: Type.String({ minLength: 1, maxLength: 100, default: 'Passkey' }),
        }),
        response: recordAnswer(Codes),
      },
    },
    async (request, reply) => {
      const added = await addPasskey(people, requireSession(request), request.body, readVisit(request, deps));
      deps.cookies.set(reply, added);
      return ok({ recoveryCodes: [...added.recoveryCodes] });
    },
  );
  app.post(
    '/auth/passkeys/remove',
    {
      config: signedIn,
      schema: {
        body: Type.Object({ id: Type.String({ minLength: 1, maxLength: 1400 }) }),
        response: recordAnswer(Done),
      },
    },
    async (request) => {
      await removeFactor(people, requireSession(request), { passkeyId: request.body.id }, readVisit(request, deps));
      return done;
    },
  );
};

export const factorRoutes: RouteGroup = [
  secondFactorRoutes,
  passkeySignInRoutes,
  listFactorsRoute,
  totpRoutes,
  passkeyRoutes,
];
