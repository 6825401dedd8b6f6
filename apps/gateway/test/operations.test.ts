import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { startBeforeAll } from '@pitanga/testing';
import { openApiDocuments } from '../src/openapi';
import type { Operation } from './operation';
import { v1Operations } from './v1-operations';
import { v2Operations } from './v2-operations';
import { caller, producer, wholeApi } from './whole-api';

const operations = [...v1Operations, ...v2Operations];
const { tenant } = caller;

const pathOf = ({ call }: Operation) => (call.split(' ')[1] ?? '').replace(/\?.*/, '');

/** Where each call came from is the same: this machine (security-notices.int.test.ts is about it). */
function withoutOrigin(calls: unknown): unknown {
  const origin = { device: '', address: '127.0.0.x' };
  if (Array.isArray(calls)) return calls.map(withoutOrigin);
  if (calls === null || typeof calls !== 'object' || Object.getPrototypeOf(calls) !== Object.prototype) return calls;
  const kept = Object.entries(calls).filter(
    ([name, value]) => name !== 'from' || JSON.stringify(value) !== JSON.stringify(origin),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutOrigin(value)]));
}

describe('every operation', () => {
  const api = startBeforeAll(wholeApi);
  let documents: Record<string, Document>;
  const ajv = addFormats(new Ajv({ strict: false }));

  beforeAll(async () => {
    const { v1, v2 } = await openApiDocuments();
    documents = { v1: JSON.parse(v1) as Document, v2: JSON.parse(v2) as Document };
  });

  it('is in the table below', () => {
    // A file, a stream or a whole page instead of a record: tested in bank-statement-export.test.ts,
    // event-streams.test.ts and payment-page-preview.test.ts.
    const files = ['POST /v2/payment-pages/preview', 'GET /v2/bank-statement/export', 'GET /v2/events/stream'];
    const tested = new Set(operations.map((operation) => `${operation.call.split(' ')[0] ?? ''} ${pathOf(operation)}`));
    const served = api.routes
      .filter(
        ({ method, url }) =>
          /^\/v[12]\//.test(url) &&
          !/\/openapi(-3\.0)?\.json$/.test(url) &&
          !['OPTIONS', 'HEAD'].includes(String(method)),
      )
      .map(({ method, url }) => `${String(method)} ${url}`);
    expect(served.filter((route) => !tested.has(route))).toEqual(files);
  });

  it.each(operations.map((operation) => [operation.call, operation] as const))(
    '%s asks its service and answers the documented record in its envelope',
    async (call, operation) => {
      api.answering(operation.answers);
      const [method, url = ''] = call.split(' ');
      const ask = { PATCH: api.patch, DELETE: api.delete }[String(method)] ?? api.get;
      const response = await (method === 'POST'
        ? api.post(url, operation.body, operation.key)
        : ask(url, operation.key));

      expect(response.json).toMatchObject({ error: null });
      expect(response.statusCode).toBe(200);
      const [service] = Object.keys(operation.answers);
      const asker =
        { production: producer.tenant, member: expect.objectContaining({ devMode: true }) as unknown }[
          operation.key ?? ''
        ] ?? tenant;
      const asked = operation.calls ?? [{ name: service, request: { tenant: asker, ...operation.request } }];
      expect(withoutOrigin(api.calls)).toEqual(asked);
      const isV2 = url.startsWith('/v2');
      const isList = Array.isArray(operation.data);
      expect(response.json).toEqual({
        data: operation.data,
        ...(isV2 && { success: true }),
        error: null,
        ...(isV2 && isList && { pagination: operation.pagination ?? { hasMore: true, next: 'id_last', before: null } }),
        ...operation.beside,
      });
      const document = documents[isV2 ? 'v2' : 'v1'];
      const documented = document?.paths[pathOf(operation)]?.[String(method).toLowerCase()];
      if (documented === undefined) return;
      const { schema } = documented.responses['200'].content['application/json'];
      const validate = ajv.compile({ ...schema, components: document?.components });
      validate(response.json);
      expect(validate.errors).toBeNull();
    },
  );
});

describe('the audit log', () => {
  it.each(['create', 'delete', 'toggle', 'rotate-secret'])('has an entry of POST /v2/webhooks/%s', async (verb) => {
    const api = await wholeApi();
    const operation = v2Operations.find(({ call }) => call.startsWith(`POST /v2/webhooks/${verb}`));
    api.answering(operation?.answers ?? {});
    await api.post(`/v2/webhooks/${verb}`, operation?.body);
    expect(api.facts).toMatchObject([
      { actor: caller.actor, target: { type: 'webhook', id: 'webh_1' }, devMode: true },
    ]);
    expect(JSON.stringify(api.facts)).not.toContain('shown-once');
    await api.app.close();
  });
});

interface Document {
  readonly components: object;
  readonly paths: Record<
    string,
    Record<
      string,
      { readonly responses: Record<'200', { readonly content: Record<'application/json', { schema: object }> }> }
    >
  >;
}
