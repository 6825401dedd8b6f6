import { Nullable, OneOf } from '@pitanga/records';
import { Type } from 'typebox';
import { listRolePermissions, roles } from '../../access/role';
import type { Factors } from '../../factors/factor-repository';
import { findFactors } from '../../factors/factor-repository';
import { listMemberships } from '../../members/member-repository';
import { signOut, readUser } from '../../signing-in/own-account';
import { signIn } from '../../signing-in/sign-in';
import type { Route, RouteGroup } from '../edge/api';
import { Email, Language } from '../fields/fields';
import { ok, recordAnswer } from '../v2/envelope';
import { requireSession, readVisit } from './visit';

/** Longer than any password that may be set: those are refused as wrong, not as too long. */
export const GivenPassword = Type.String({ minLength: 1, maxLength: 1000 });

export const Done = Type.Object({ done: Type.Literal(true) });
export const done = ok({ done: true as const });

const factorNames = ['TOTP', 'PASSKEY', 'RECOVERY_CODE'] as const;
const FactorName = OneOf('FactorName', factorNames);

const signInRoute: Route = (app, deps) => {
  app.post(
    '/auth/sign-in',
    {
      config: { permission: 'public' },
      schema: {
        body: Type.Object({ email: Email, password: GivenPassword }),
        response: recordAnswer(
          Type.Object({
            next: OneOf('NextStep', ['DONE', 'SECOND_FACTOR']),
            factors: Type.Array(FactorName),
          }),
        ),
      },
    },
    async (request, reply) => {
      const { awaited, ...tokens } = await signIn(deps.people, request.body, readVisit(request, deps));
      deps.cookies.set(reply, tokens);
      return ok({ next: awaited ? ('SECOND_FACTOR' as const) : ('DONE' as const), factors: listFactorNames(awaited) });
    },
  );
};

function listFactorNames(factors: Factors | undefined): (typeof factorNames)[number][] {
  const has = {
    TOTP: factors?.hasTotp === true,
    PASSKEY: (factors?.passkeys ?? 0) > 0,
    RECOVERY_CODE: (factors?.recoveryCodes ?? 0) > 0,
  };
  return factorNames.filter((name) => has[name]);
}

const signOutRoute: Route = (app, deps) => {
  app.post(
    '/auth/sign-out',
    { config: { permission: 'signingIn' }, schema: { response: recordAnswer(Done) } },
    async (request, reply) => {
      await signOut(deps.people, requireSession(request));
      deps.cookies.clearSession(reply);
      return done;
    },
  );
};

const Me = Type.Object({
  user: Type.Object({
    id: Type.String(),
    email: Type.String(),
    createdAt: Type.String(),
    language: Nullable({ ...Language, description: 'Of mail to the person; null until one is chosen.' }),
  }),
  session: Type.Object({ id: Type.String(), secondFactorAt: Type.Union([Type.String(), Type.Null()]) }),
  factors: Type.Object({ totp: Type.Boolean(), passkeys: Type.Integer(), recoveryCodes: Type.Integer() }),
  stores: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      role: OneOf('MemberRole', roles),
      permissions: Type.Array(Type.String()),
      sandboxOf: Nullable(Type.String({ description: 'The store that it is a sandbox of.' })),
      subAccounts: Type.Object(
        { dev: Type.Boolean(), prod: Type.Boolean() },
        { description: 'Whether it may have sub-accounts, by environment.' },
      ),
    }),
  ),
  canCreateStore: Type.Boolean({ description: 'False where only the operator creates stores.' }),
});

const meRoute: Route = (app, deps) => {
  app.get('/me', { config: { permission: 'session' }, schema: { response: recordAnswer(Me) } }, async (request) => {
    const session = requireSession(request);
    const { db, all } = deps.people;
    const user = await readUser(deps.people, session);
    const factors = await findFactors(db, all, user.id);
    const stores = await listMemberships(db, all, user.id);
    return ok({
      user: {
        id: user.id,
        email: user.email,
        createdAt: user.createdAt.toISOString(),
        language: user.language ?? null,
      },
      session: { id: session.id, secondFactorAt: session.secondFactorAt?.toISOString() ?? null },
      factors: { totp: factors.hasTotp, passkeys: factors.passkeys, recoveryCodes: factors.recoveryCodes },
      stores: stores.map(({ storeId, name, role, sandboxOf, subAccountsDev, subAccountsProd }) => ({
        id: storeId,
        name,
        role,
        permissions: [...listRolePermissions(role)],
        subAccounts: { dev: subAccountsDev, prod: subAccountsProd },
        sandboxOf: sandboxOf ?? null,
      })),
      canCreateStore: deps.stores.isCreationOpen,
    });
  });
};

export const signInRoutes: RouteGroup = [signInRoute, signOutRoute, meRoute];
