import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifySchema, RouteOptions } from 'fastify';
import { Type } from 'typebox';
import type { RouteGuard } from '../edge/admission/permissions';
import type { Api } from '../edge/api';
import type { FailureBody } from '../edge/errors/failure-handlers';
import type { Tag } from './docs-tags';
import { addExamples, type DocumentedPaths } from './document-examples';
import { addLinks, type DocumentedSchemas } from './document-links';
import { describeDefaults } from './describe-defaults';
import { downgradeDocument } from './downgrade-document';
import { hoistNamedSchemas } from './hoist-named-schemas';
import { addSdkNames } from './sdk-names';
import { webhookSection, type PublishedEvents } from './webhook-section';

/** The part of the description that both versions have. */
export const introduction = `Amounts are integers in centavos (BRL); times are ISO 8601 in UTC.
The API key decides the environment: a dev key sees and makes simulated records only.
Every POST takes an \`Idempotency-Key\`: a repeat of the same request answers the stored response.
A path that takes GET takes HEAD; another method than it takes is 405 with \`Allow\`; a slash at the end changes nothing.
No answer may be kept by a cache (\`Cache-Control: no-store\`), these documents apart.
An error answers a sentence in \`error\` and a stable \`code\`, which [the list of codes](/docs/errors) explains.`;

const idempotencyHeader = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'Makes the request safe to repeat for 72 hours.' }),
  ),
});

/** Each installation has its own operator. */
const contact = { name: 'The operator of this Pitanga' };

export interface VersionDescription {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly takesPublicKeys: boolean;
  readonly isDeprecated: boolean;
  readonly events: PublishedEvents;
  readonly failure: FailureBody;
  readonly tags: readonly Tag[];
}

/** Serves the document of a version at `openapi.json` under its prefix, and as OpenAPI 3.0 at `openapi-3.0.json`. */
export async function describeVersion(scope: Api, about: VersionDescription): Promise<void> {
  await documentVersion(scope, about);
  const hidden = { config: { permission: 'public' }, schema: { hide: true } } as const;
  scope.get('/openapi.json', hidden, async (_request, reply) =>
    reply.header('cache-control', documentCaching).send(scope.swagger()),
  );
  let downgraded: object | undefined;
  scope.get('/openapi-3.0.json', hidden, async (_request, reply) => {
    downgraded ??= downgradeDocument(scope.swagger());
    return await reply.header('cache-control', documentCaching).send(downgraded);
  });
}

/** Makes `scope.swagger()` answer the document of a version, without serving it. */
export async function documentVersion(scope: Api, about: VersionDescription): Promise<void> {
  await scope.register(swagger, documentOptions(about));
}

function documentOptions({
  title,
  version,
  description,
  takesPublicKeys,
  isDeprecated,
  events,
  failure,
  tags,
}: VersionDescription): FastifyDynamicSwaggerOptions {
  const bearer = { type: 'http', scheme: 'bearer' } as const;
  const securitySchemes = {
    apiKey: { ...bearer, description: 'An API key.' },
    ...(takesPublicKeys && { publicKey: { ...bearer, description: 'A public key (`pk_…`), for the card form only.' } }),
  };
  return {
    openapi: {
      openapi: '3.1.0',
      info: { title, version, description, contact, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
      tags: [...tags],
      servers: [{ url: '/', description: 'The host that serves this document' }],
      webhooks: webhookSection(events),
      components: { securitySchemes },
      security: [{ apiKey: [] }],
    },
    transformObject: (document) => {
      const named = describeDefaults(
        hoistNamedSchemas('openapiObject' in document ? { ...document.openapiObject } : {}),
      );
      const paths = named['paths'] as DocumentedPaths;
      addSdkNames(paths);
      addExamples(paths, failure);
      addLinks(paths, (named['components'] as { readonly schemas: DocumentedSchemas }).schemas);
      return named;
    },
    transform: ({ schema, url, route }) => ({ url, schema: documentedSchema(schema, route, isDeprecated) }),
  };
}

const needsNoKey: Readonly<Record<string, string>> = {
  public: 'Needs no session.',
  signingIn: 'Needs a session, also one that awaits its second factor.',
  session: 'Needs a session.',
};

/** Describes the key or session that a route requires. */
function neededKey({ permission, alsoNeeds = [] }: Partial<RouteGuard>): string {
  const ofSession = needsNoKey[String(permission)];
  if (ofSession !== undefined) return ofSession;
  const names = [permission, ...alsoNeeds].map((name) => `\`${String(name)}\``);
  return permission === 'publicKey'
    ? 'Needs a public key (`pk_…`), which a browser may show; a secret key is refused.'
    : `Needs the permission${names.length > 1 ? 's' : ''} ${names.join(', ')}.`;
}

const answerDescriptions: Readonly<Record<string, string>> = {
  200: 'The answer.',
  '4xx': 'Refused: `error` is one sentence that says why, `code` the same for programs.',
  '5xx':
    'Not answered: `error` carries the request id. Safe to repeat with an Idempotency-Key; a 503 that says so leaves' +
    ' unknown whether the write was done.',
};

/** Adds the parts that every operation has. */
function documentedSchema(schema: FastifySchema, route: RouteOptions, deprecated: boolean): FastifySchema {
  const answers = Object.entries(schema.response ?? {}).map(([status, answer]: [string, object]) => [
    status,
    {
      description: answerDescriptions[status],
      content: 'content' in answer ? answer.content : { 'application/json': { schema: answer } },
    },
  ]);
  const permission = route.config?.permission;
  return {
    ...schema,
    response: Object.fromEntries(answers),
    description: [schema.description, neededKey(route.config ?? {})].join('\n\n').trim(),
    ...(deprecated && { deprecated }),
    ...(permission === 'publicKey' && { security: [{ publicKey: [] }] }),
    ...(route.method === 'POST' && permission !== 'publicKey' && { headers: idempotencyHeader }),
  };
}

/** Documents are public; a new version is visible within minutes. */
const documentCaching = 'public, max-age=300';
