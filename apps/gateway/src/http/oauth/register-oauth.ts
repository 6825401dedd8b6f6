import formbody from '@fastify/formbody';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps';
import { isTrustedRedirect, readAuthorization, refusalTo, RefusedAuthorization } from '../../oauth/authorization';
import { OAuthError, type OAuthErrorCode } from '../../oauth/oauth-error';
import type { Api } from '../edge/api';
import { errorHandler, type FailureBody } from '../edge/errors/failure-handlers';
import { sendNotice } from '../pages/html/layout';
import { assistantUnknownNotice, assistantWrongNotice } from '../pages/words/notices';
import { clientInformation, mcpUrl, resourceMetadata, resourceMetadataPath, serverMetadata } from './metadata';
import { answerTokens, revokeToken } from './token-requests';

const hidden = { config: { permission: 'public' }, schema: { hide: true } } as const;
/** docs/behaviour/mcp.md#oauth-clients */
const bodyBytesMax = 16_384;

type OAuthDeps = Pick<Deps, 'log' | 'grants' | 'limits' | 'publicUrl'>;

/** OAuth 2.1 for assistants, as the authorization of the Model Context Protocol wants it (docs/behaviour/mcp.md#oauth). */
export async function registerOAuth(app: Api, deps: OAuthDeps): Promise<void> {
  const { grants, limits, publicUrl } = deps;
  await app.register(async (scope: Api) => {
    await scope.register(formbody, { bodyLimit: bodyBytesMax });
    scope.setErrorHandler(oauthErrorHandler(deps));
    for (const url of [resourceMetadataPath, '/.well-known/oauth-protected-resource'])
      scope.get(url, hidden, (_request, reply) => reply.send(resourceMetadata(publicUrl)));
    scope.get('/.well-known/oauth-authorization-server', hidden, (_request, reply) =>
      reply.send(serverMetadata(publicUrl)),
    );
    scope.get('/oauth/authorize', hidden, async (request, reply) => {
      await limits.oauth(request.ip);
      return sendToPerson(request, reply, deps);
    });
    scope.post('/oauth/register', { ...hidden, bodyLimit: bodyBytesMax }, async ({ ip, body }, reply) => {
      await limits.oauthClient(ip);
      return reply.code(201).send(clientInformation(await grants.register(body)));
    });
    scope.post('/oauth/token', hidden, async (request) => {
      await limits.oauth(request.ip);
      return answerTokens(request, deps);
    });
    scope.post('/oauth/revoke', hidden, async (request, reply) => {
      await limits.oauth(request.ip);
      await revokeToken(request, deps);
      return reply.send();
    });
  });
}

/**
 * Sends a person on to the dashboard, which asks them. The client learns at its own address what it did wrong; an
 * address that is not known to be its own is sent nothing.
 */
async function sendToPerson(request: FastifyRequest, reply: FastifyReply, deps: OAuthDeps): Promise<FastifyReply> {
  const { grants, publicUrl } = deps;
  const { search } = new URL(request.url, publicUrl);
  // The parameters are in its address, and its client's in the next.
  void reply.header('referrer-policy', 'no-referrer');
  try {
    const params = new URLSearchParams(search);
    await readAuthorization(params, mcpUrl(publicUrl), (id) => grants.findClient(id));
    return await reply.redirect(`${publicUrl}/dashboard/assistant${search}`);
  } catch (error) {
    if (error instanceof RefusedAuthorization && isTrustedRedirect(error.asked))
      return reply.redirect(refusalTo(error.asked, publicUrl, error.error));
    if (error instanceof RefusedAuthorization) return sendNotice(reply, 400, assistantWrongNotice);
    if (error instanceof OAuthError) return sendNotice(reply, 400, assistantUnknownNotice);
    throw error;
  }
}

/** The sentences of the API by the codes of OAuth. */
const failure: FailureBody = ({ message, code }) => ({
  error: oauthCodes[code] ?? 'invalid_request',
  error_description: message,
});

const oauthCodes: Readonly<Record<string, string>> = {
  INTERNAL: 'server_error',
  TOO_MANY_REQUESTS: 'temporarily_unavailable',
  DATABASE_BUSY: 'temporarily_unavailable',
  DATABASE_OUTCOME_UNKNOWN: 'server_error',
};

function oauthErrorHandler({ log }: OAuthDeps) {
  const handle = errorHandler(log, failure);
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (!(error instanceof OAuthError)) return handle(error, request, reply);
    const body: { error: OAuthErrorCode; error_description: string } = {
      error: error.code,
      error_description: error.description,
    };
    return reply.code(error.status).send(body);
  };
}
