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
 * The routes of one resource. Paths are relative to the version's prefix:
 *
 * ```ts
 * export const customersRoutes: RouteGroup = (app, deps) => {
 *   app.get('/customers/list', { schema, config: { permission: 'CUSTOMER:READ' } }, async (request) => …);
 * };
 * ```
 */
export type RouteGroup = (app: Api, deps: Deps) => void;
