import { AppError } from '@pitanga/core';
import { connect } from '@pitanga/database';
import { noteEffect } from '@pitanga/runtime';
import { Type } from 'typebox';
import type { Api, Route } from '../src/http/edge/api';
import { callContext } from '../src/http/edge/request';
import { idBody, idFrom, idQuery } from '../src/http/fields/id';
import { asKey } from './test-api';

export const echoBody = Type.Object({
  email: Type.String({ format: 'email' }),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 10 })),
  description: Type.Optional(Type.String()),
  amount: Type.Optional(Type.Integer({ minimum: 100, maximum: 1000 })),
  method: Type.Optional(Type.Union([Type.Literal('PIX'), Type.Literal('CARD')])),
  items: Type.Optional(
    Type.Array(Type.Object({ id: Type.String(), quantity: Type.Integer() }), { minItems: 1, maxItems: 2 }),
  ),
  taxId: Type.Optional(Type.String({ format: 'tax-id' })),
  metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});
export const databaseAway = connect({ url: 'postgres://nobody@127.0.0.1:1/none', applicationName: 'away' });
export const routes: Route = (app) => {
  const create = { permission: 'CUSTOMER:CREATE' as const };
  app.post('/echo', { config: create, schema: { body: echoBody } }, (request) => request.body);
  const strict = Type.Object({ email: Type.String() }, { additionalProperties: false });
  app.post('/strict', { config: create, schema: { body: strict } }, (request) => request.body);
  app.post('/by-id', { config: create, schema: { body: idBody, querystring: idQuery } }, (request) => ({
    id: idFrom(request),
  }));
  const query = Type.Object({ id: Type.String(), limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) });
  app.get(
    '/get',
    { config: { permission: 'CUSTOMER:READ' }, schema: { querystring: query } },
    (request) => request.query,
  );
  app.post('/keyed', { config: create }, (request) => {
    const context = callContext(request);
    if (context.idempotency?.key === 'seen') context.replayed = true;
    return { ...context };
  });
  const failAfterEffect = async (): Promise<void> => {
    await Promise.resolve();
    noteEffect();
    await databaseAway.raw('select 1');
  };
  app.post('/fails-late', { config: create }, failAfterEffect);
  app.get('/fails-late', { config: { permission: 'CUSTOMER:READ' } }, failAfterEffect);
  app.get('/fails/:kind', { config: { permission: 'none' } }, async (request) => {
    const { kind } = request.params as { kind: string };
    if (kind === 'bug') throw new TypeError('select * from secrets');
    if (kind === 'database') await databaseAway.raw('select 1');
    const reason = kind === 'reused' ? 'IDEMPOTENCY_KEY_REUSED' : 'WHATEVER';
    throw new AppError({
      kind: kind === 'reused' ? 'FAILED_PRECONDITION' : (kind as 'NOT_FOUND'),
      reason,
      message: 'As said.',
    });
  });
};

/** Requests to the routes above, with a key of all permissions. */
export function edgeCalls(app: () => Api) {
  const post = (url: string, payload: unknown, headers: Record<string, string> = {}) =>
    app().inject({ method: 'POST', url, payload: payload as object, headers: { ...asKey('full'), ...headers } });
  return {
    post,
    text: (url: string, payload: string, contentType: string) => post(url, payload, { 'content-type': contentType }),
    errorOf: async (body: unknown) => (await post('/v2/echo', body)).json<{ error: string }>().error,
  };
}
