import { invalidArgument } from '@pitanga/core';
import { Named } from '@pitanga/records';
import { Type } from 'typebox';
import type { Deps } from '../../deps';
import {
  answerTo,
  readAuthorization,
  RefusedAuthorization,
  refusalTo,
  type Authorization,
} from '../../oauth/authorization';
import { grantDays } from '../../oauth/grant';
import { isLoopback } from '../../oauth/oauth-client';
import { OAuthError } from '../../oauth/oauth-error';
import type { Route, RouteGroup } from '../edge/api';
import { callContext, principal } from '../edge/request';
import { mcpUrl } from '../oauth/metadata';
import { ok, recordAnswer } from '../v2/envelope';

const Asked = Type.String({ minLength: 1, maxLength: 8_000, description: 'The query of /oauth/authorize.' });

/** What an assistant asks for, for the page on which a person answers it. */
const askedRoute: Route = (app, deps) => {
  app.get(
    '/assistants/asked',
    {
      config: { permission: 'session' },
      schema: {
        querystring: Type.Object({ asked: Asked }),
        response: recordAnswer(
          Type.Object({
            name: Type.String({ description: 'What the assistant calls itself.' }),
            host: Type.String({ description: 'Where the answer goes.' }),
            isLocal: Type.Boolean({ description: 'That is a program on the machine of the person.' }),
            asksToWrite: Type.Boolean(),
            refusal: Type.String({ description: 'The address of the assistant, with a refusal.' }),
          }),
        ),
      },
    },
    async (request) => {
      const asked = await readAsked(request.query.asked, deps);
      const url = new URL(asked.redirectUri);
      const denied = new OAuthError('access_denied', 'The person said no');
      return ok({
        name: asked.client.name,
        host: url.host,
        isLocal: isLoopback(url),
        asksToWrite: asked.asksToWrite,
        refusal: refusalTo(asked, deps.publicUrl, denied),
      });
    },
  );
};

const days = Named('GrantDays', Type.Unsafe<(typeof grantDays)[number]>({ type: 'integer', enum: [...grantDays] }));

/** A person gives an assistant access to the store and environment of the request. It makes a key, and is guarded as that. */
const approveRoute: Route = (app, deps) => {
  app.post(
    '/assistants/approve',
    {
      config: { permission: 'API_KEY:CREATE' },
      schema: {
        body: Type.Object({ asked: Asked, writes: Type.Boolean(), days }),
        response: recordAnswer(Type.Object({ location: Type.String({ description: 'Where the assistant goes on.' }) })),
      },
    },
    async (request) => {
      const { writes, days } = request.body;
      const asked = await readAsked(request.body.asked, deps);
      const { tenant, actor, permissions: granted } = principal(request);
      const code = await deps.grants.approve({ tenant, actor, granted, asked, writes, days }, callContext(request));
      return ok({ location: answerTo(asked, deps.publicUrl, { code }) });
    },
  );
};

export const assistantRoutes: RouteGroup = [askedRoute, approveRoute];

/** @throws AppError INVALID_ARGUMENT for a request that /oauth/authorize would have refused */
function readAsked(query: string, { grants, publicUrl }: Pick<Deps, 'grants' | 'publicUrl'>): Promise<Authorization> {
  const params = new URLSearchParams(query);
  return readAuthorization(params, mcpUrl(publicUrl), (id) => grants.findClient(id)).catch((error: unknown) => {
    if (error instanceof OAuthError || error instanceof RefusedAuthorization) throw invalidArgument(error.message);
    throw error;
  });
}
