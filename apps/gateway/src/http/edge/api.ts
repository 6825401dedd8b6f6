import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { Deps } from '../../deps';

/** The Fastify instance with TypeBox inference: `request.query` and `request.body` have their schema's type. */
export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/**
 * Registers one operation, with its aliases. Paths are relative to the version's prefix:
 *
 * ```ts
 * const listCustomersRoute: Route = (app, { clients }) => {
 *   app.get('/customers/list', { schema, config: { permission: 'CUSTOMER:READ' } }, async (request) => …);
 * };
 * ```
 */
export type Route = (app: Api, deps: Deps) => void;

/** The operations of one resource, in the order of the document. */
export type RouteGroup = readonly Route[];
