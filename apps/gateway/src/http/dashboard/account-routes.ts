import { Nullable, OneOf } from '@pitanga/records';
import { Type } from 'typebox';
import { roles } from '../../access/role';
import type { AccountMessage, MessageKind } from '../../account-messages/account-message';
import { listSessions } from '../../sessions/session-repository';
import { acceptInvitation, describeInvitation, type DescribedInvitation } from '../../signing-in/invitations';
import { changePassword, revokeSessions } from '../../signing-in/own-account';
import {
  completeSignUp,
  openLink,
  requestPasswordReset,
  requestSignUp,
  resetPassword,
} from '../../signing-in/password-links';
import { updateLanguage } from '../../users/user-repository';
import type { Route, RouteGroup } from '../edge/api';
import { Email, Language } from '../fields/fields';
import { chooseLanguage } from '../pages/words/language';
import { ok, recordAnswer } from '../v2/envelope';
import { Done, done, GivenPassword } from './sign-in-routes';
import { requireSession, readVisit } from './visit';

const LinkToken = Type.String({ minLength: 1, maxLength: 200 });
const NewPassword = Type.Object({ token: LinkToken, password: GivenPassword });

/** The same answer for every e-mail. */
const requestRoutes: Route = (app, { people }) => {
  const options = {
    config: { permission: 'public' },
    schema: { body: Type.Object({ email: Email }), response: recordAnswer(Done) },
  } as const;
  app.post('/auth/sign-up', options, async (request) => {
    await requestSignUp(people, request.body.email, chooseLanguage(request));
    return done;
  });
  app.post('/auth/password/forgot', options, async (request) => {
    await requestPasswordReset(people, request.body.email, chooseLanguage(request));
    return done;
  });
};

const linkKinds: readonly MessageKind[] = [
  'SIGN_UP',
  'ALREADY_REGISTERED',
  'RESET_PASSWORD',
  'NO_ACCOUNT',
  'INVITATION',
];

const ShownInvitation = Type.Object({
  storeId: Type.String(),
  storeName: Type.String(),
  role: OneOf('MemberRole', roles),
  invitedBy: Type.Union([Type.String(), Type.Null()], {
    description: 'The e-mail of the person who invited; null for a key or the operator.',
  }),
  hasAccount: Type.Boolean({ description: 'Without an account, accepting needs a password for a new one.' }),
});

/** Shows what a link is for, and uses nothing up. */
const openLinkRoute: Route = (app, { people }) => {
  app.post(
    '/auth/links/open',
    {
      config: { permission: 'public' },
      schema: {
        body: Type.Object({ token: LinkToken }),
        response: recordAnswer(
          Type.Object({
            kind: OneOf('LinkKind', linkKinds),
            email: Type.String(),
            role: Nullable(OneOf('MemberRole', roles)),
            expiresAt: Type.String(),
            invitation: Type.Union([ShownInvitation, Type.Null()]),
          }),
        ),
      },
    },
    async ({ body }) => {
      const { message } = await openLink(people, body.token, linkKinds);
      return ok(shownMessage(message, await describeInvitation(people, message)));
    },
  );
};

function shownMessage({ kind, email, expiresAt }: AccountMessage, invitation: DescribedInvitation | undefined) {
  const shown = invitation && { ...invitation, invitedBy: invitation.invitedBy ?? null };
  const role = invitation?.role ?? null;
  return { kind, email, role, expiresAt: expiresAt.toISOString(), invitation: shown ?? null };
}

const passwordRoutes: Route = (app, deps) => {
  const usesLink = {
    config: { permission: 'public' },
    schema: { body: NewPassword, response: recordAnswer(Done) },
  } as const;
  app.post('/auth/sign-up/complete', usesLink, async (request, reply) => {
    deps.cookies.set(reply, await completeSignUp(deps.people, request.body, readVisit(request, deps)));
    return done;
  });
  app.post('/auth/password/reset', usesLink, async (request, reply) => {
    await resetPassword(deps.people, request.body, readVisit(request, deps));
    deps.cookies.clearSession(reply);
    return done;
  });
  app.post(
    '/auth/password/change',
    {
      config: { permission: 'session' },
      schema: {
        body: Type.Object({ currentPassword: GivenPassword, newPassword: GivenPassword }),
        response: recordAnswer(Done),
      },
    },
    async (request, reply) => {
      const visit = readVisit(request, deps);
      deps.cookies.set(reply, await changePassword(deps.people, requireSession(request), request.body, visit));
      return done;
    },
  );
};

const acceptInvitationRoute: Route = (app, deps) => {
  app.post(
    '/auth/invitations/accept',
    {
      config: { permission: 'public' },
      schema: {
        body: Type.Object({ token: LinkToken, password: Type.Optional(GivenPassword) }),
        response: recordAnswer(Type.Object({ isSignedIn: Type.Boolean() })),
      },
    },
    async (request, reply) => {
      const signedIn = await acceptInvitation(deps.people, request.body, readVisit(request, deps));
      if (signedIn) deps.cookies.set(reply, signedIn);
      return ok({ isSignedIn: signedIn !== undefined });
    },
  );
};

const languageRoute: Route = (app, { people }) => {
  app.post(
    '/auth/language',
    {
      config: { permission: 'session' },
      schema: { body: Type.Object({ language: Language }), response: recordAnswer(Done) },
    },
    async (request) => {
      await updateLanguage(people.db, people.all, requireSession(request).userId, request.body.language);
      return done;
    },
  );
};

const ShownSession = Type.Object({
  id: Type.String(),
  isCurrent: Type.Boolean(),
  userAgent: Type.String(),
  createdAt: Type.String(),
  lastSeenAt: Type.String(),
  endsAt: Type.String(),
});

const sessionsRoutes: Route = (app, deps) => {
  const { people } = deps;
  app.get(
    '/auth/sessions/list',
    { config: { permission: 'session' }, schema: { response: recordAnswer(Type.Array(ShownSession)) } },
    async (request) => {
      const { id, userId } = requireSession(request);
      const sessions = await listSessions(people.db, people.all, userId);
      return ok(
        sessions.map((session) => ({
          id: session.id,
          isCurrent: session.id === id,
          userAgent: session.userAgent,
          createdAt: session.createdAt.toISOString(),
          lastSeenAt: session.lastSeenAt.toISOString(),
          endsAt: session.endsAt.toISOString(),
        })),
      );
    },
  );
  app.post(
    '/auth/sessions/revoke',
    {
      config: { permission: 'session' },
      schema: {
        body: Type.Object({ id: Type.String({ minLength: 1, maxLength: 255 }) }),
        response: recordAnswer(Done),
      },
    },
    async (request) => {
      await revokeSessions(people, requireSession(request), { id: request.body.id }, readVisit(request, deps));
      return done;
    },
  );
  app.post(
    '/auth/sessions/revoke-others',
    { config: { permission: 'session' }, schema: { response: recordAnswer(Done) } },
    async (request) => {
      await revokeSessions(people, requireSession(request), 'others', readVisit(request, deps));
      return done;
    },
  );
};

export const accountRoutes: RouteGroup = [
  requestRoutes,
  openLinkRoute,
  passwordRoutes,
  acceptInvitationRoute,
  languageRoute,
  sessionsRoutes,
];
