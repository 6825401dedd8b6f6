import { invalidArgument, type Tenant } from '@pitanga/core';
import { sealedResponse, transact, writeOnce } from '@pitanga/database';
import type { CallContext } from '@pitanga/rpc';
import type { Sealer } from '@pitanga/runtime';
import type { Actor } from '../access/actor';
import { createApiKey } from '../api-keys/api-key-service';
import { hashKey } from '../api-keys/key-text';
import { keyedCall, storedJson } from '../stored-json';
import type { Authorization } from './authorization';
import { endGrant } from './end-grant';
import { exchangeCode, refreshTokens, type Exchange, type IssuedTokens, type Refresh } from './exchange-tokens';
import { codeMs, listGrantable, newCode } from './grant';
import type { GrantDeps, GrantTxDeps } from './grant-deps';
import { insertGrant, lockGrantByToken } from './grant-repository';
import { readRegistration, type OAuthClient } from './oauth-client';
import { findClient, insertClient, noteGranted } from './oauth-client-repository';
import { OAuthError } from './oauth-error';

/** A person who gives an assistant access to a store of theirs. */
export interface Approval {
  readonly tenant: Tenant;
  /** The person. */
  readonly actor: Actor;
  /** What they may do there. */
  readonly granted: ReadonlySet<string>;
  readonly asked: Authorization;
  readonly writes: boolean;
  readonly days: number;
}

/** OAuth for assistants (docs/behaviour/mcp.md#oauth): who asks, what they are granted, and the tokens for it. */
export interface Grants {
  /** @throws OAuthError invalid_redirect_uri, invalid_client_metadata */
  register(metadata: unknown): Promise<OAuthClient>;
  findClient(id: string): Promise<OAuthClient | undefined>;
  /**
   * Makes the key that the assistant's tokens will stand for, and answers the code to get them with.
   * @throws AppError INVALID_ARGUMENT for a client that is gone, and as {@link createApiKey}
   */
  approve(approval: Approval, context: CallContext): Promise<string>;
  /** @throws OAuthError invalid_grant */
  exchange(exchange: Exchange): Promise<IssuedTokens>;
  /** @throws OAuthError invalid_grant */
  refresh(refresh: Refresh): Promise<IssuedTokens>;
  /** Ends what a client was granted, by any of its tokens. @throws OAuthError invalid_grant for another client's token */
  revoke(given: { readonly clientId: string; readonly token: string; readonly requestId: string }): Promise<void>;
}

export function createGrants(deps: GrantDeps & { readonly sealer: Sealer }): Grants {
  const { db, clock, ids, all, sealer } = deps;
  const issued = async (work: (tx: GrantTxDeps) => Promise<IssuedTokens | OAuthError>): Promise<IssuedTokens> => {
    // A refusal may have ended the grant, which stays done.
    const answer = await transact(deps, work);
    if (answer instanceof OAuthError) throw answer;
    return answer;
  };
  return {
    async register(metadata) {
      const now = clock.real();
      const said = readRegistration(metadata);
      const client = { id: ids.next('oauthClient', now), ...said, createdAt: now, grantedAt: undefined };
      if (await insertClient(db, all, client)) return client;
      throw new OAuthError('temporarily_unavailable', 'Too many clients are registering; try again in half an hour');
    },
    findClient: (id) => findClient(db, all, id),
    approve: (approval, context) => {
      const codec = sealedResponse(sealer, approval.tenant, context.idempotency, storedJson<string>());
      return writeOnce(deps, keyedCall(approval.tenant, context), codec, (tx) => approve(tx, approval, context));
    },
    exchange: (exchange) => issued((tx) => exchangeCode(tx, exchange)),
    refresh: (refresh) => issued((tx) => refreshTokens(tx, refresh)),
    revoke: ({ clientId, token, requestId }) =>
      transact(deps, async (tx) => {
        const grant = await lockGrantByToken(tx.db, all, hashKey(token));
        if (!grant) return;
        if (grant.clientId !== clientId) throw new OAuthError('invalid_grant', 'The token is of another client');
        await endGrant(tx, grant, requestId);
      }),
  };
}

const dayMs = 86_400_000;

async function approve(tx: GrantTxDeps, approval: Approval, { requestId }: CallContext): Promise<string> {
  const { tenant, actor, granted, asked, writes, days } = approval;
  const now = tx.clock.real();
  const { client } = asked;
  if (!(await noteGranted(tx.db, tx.all, client.id, now)))
    throw invalidArgument('The assistant is not registered any more');
  // Its text is kept nowhere: nothing but the tokens of this grant opens what it may do.
  const { key } = await createApiKey(
    tx,
    tenant,
    { actor, requestId },
    {
      kind: 'SECRET',
      description: `MCP: ${client.name}`,
      permissions: listGrantable(granted, writes && asked.asksToWrite),
      expiresAt: new Date(now.getTime() + days * dayMs),
    },
  );
  const code = newCode(tx.ids);
  await insertGrant(tx.db, tx.all, {
    id: tx.ids.next('oauthGrant', now),
    storeId: tenant.storeId,
    devMode: tenant.devMode,
    keyId: key.id,
    clientId: client.id,
    userId: actor.id,
    redirectUri: asked.redirectUri,
    codeHash: hashKey(code),
    codeChallenge: asked.codeChallenge,
    codeExpiresAt: new Date(now.getTime() + codeMs),
    exchangedAt: undefined,
    createdAt: now,
  });
  return code;
}
