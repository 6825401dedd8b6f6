import { hash } from 'node:crypto';
import { isAppError } from '@pitanga/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../../deps';
import type { Api } from '../../edge/api';
import { isTypedAtProvider, readEfiFields } from '../forms/card-inputs';
import { pitangaScriptWithAlias, pitangaVersion } from './abacatepay-script';
import { fieldsPage, type FieldsContent } from './fields-page';
import { pitangaScript } from './pitanga-script';
import { pitangaTypes } from './pitanga-types';

interface Release {
  readonly version: string;
  readonly script: string;
}

/** Newest first. A merchant's page may load any of them for ever, with the hash that was published for it. */
const releases: readonly [Release, ...Release[]] = [
  { version: pitangaVersion, script: pitangaScriptWithAlias },
  { version: '1.0.0', script: pitangaScript },
];

const folder = '/js/v1';
const open = { config: { permission: 'public' }, schema: { hide: true } } as const;
const querystring = Type.Object({ key: Type.String({ pattern: '^[\\w]{1,128}$' }) });

const scriptType = 'text/javascript; charset=utf-8';
/** A year: the content of such an address never changes. */
const immutable = 'public, max-age=31536000, immutable';
/** In seconds: how long a page may use the previous release. */
const brief = 'public, max-age=300, stale-while-revalidate=86400';

/**
 * The card fields of merchants' own sites: the script, its types and hashes, and the page that it frames
 * (apps/docs/src/content/docs/en/guides/card.md).
 */
export function cardFieldsRoutes(app: Api, deps: Deps): void {
  for (const { version, script } of releases) {
    app.get(`${folder}/${version}/pitanga.js`, open, (_request, reply) =>
      sendFile(reply, scriptType, immutable, script),
    );
  }
  const [{ script: newest }] = releases;
  app.get(`${folder}/pitanga.js`, open, (_request, reply) => sendFile(reply, scriptType, brief, newest));
  app.get(`${folder}/pitanga.d.ts`, open, (_request, reply) =>
    sendFile(reply, 'text/plain; charset=utf-8', brief, pitangaTypes),
  );
  const listed = releases.map(({ version, script }) => ({
    version,
    url: `${deps.publicUrl}${folder}/${version}/pitanga.js`,
    integrity: `sha384-${hash('sha384', script, 'base64')}`,
  }));
  app.get(`${folder}/releases.json`, open, (_request, reply) =>
    sendFile(reply, 'application/json; charset=utf-8', brief, JSON.stringify({ releases: listed })),
  );
  app.get(`${folder}/fields`, { ...open, schema: { ...open.schema, querystring } }, async (request, reply) => {
    const { text, policy } = fieldsPage(await contentFor(request.query.key, request, deps));
    return reply
      .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
      .headers({ 'referrer-policy': 'no-referrer', 'cross-origin-resource-policy': 'cross-origin' })
      .send(text);
  });
}

/** A file that any page may load, and check against its hash. */
function sendFile(reply: FastifyReply, type: string, caching: string, text: string): FastifyReply {
  return reply
    .headers({ 'content-type': type, 'cache-control': caching })
    .headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
    .send(text);
}

/** Why there are no fields is for the frame to say: the merchant's page cannot read a status. */
async function contentFor(
  key: string,
  request: FastifyRequest,
  { keyring, guesses, clients, log, stripeScriptUrl: scriptUrl }: Deps,
): Promise<FieldsContent> {
  try {
    const caller = await guesses.look(request.ip, key, () => keyring.resolve(key));
    if (caller?.actor.kind !== 'PUBLIC_KEY') return { kind: 'NONE', problem: 'invalid_key' };
    const { fields } = await clients.cards.readCardFields({ tenant: caller.tenant }, { requestId: request.id });
    if (isTypedAtProvider(fields)) return { kind: 'NONE', problem: 'typed_at_provider' };
    if (fields?.kind === 'CARD_FIELDS_KIND_EFI') return { kind: 'EFI', key, ...readEfiFields(fields) };
    return fields ? { kind: 'STRIPE', key, publishableKey: fields.publishableKey, scriptUrl } : { kind: 'OWN', key };
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (error.kind === 'UNAUTHENTICATED') return { kind: 'NONE', problem: 'invalid_key' };
    if (error.kind === 'RESOURCE_EXHAUSTED') return { kind: 'NONE', problem: 'unavailable' };
    const isRefused = error.reason === 'PROVIDER_NOT_CONFIGURED' || error.kind === 'FAILED_PRECONDITION';
    if (!isRefused) log.warn({ err: error, requestId: request.id }, 'card fields could not be read');
    return { kind: 'NONE', problem: isRefused ? 'not_configured' : 'unavailable' };
  }
}
