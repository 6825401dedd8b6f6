import { v1Events } from '../src/http/v1/event-payloads';
import { wholeApi, type WholeApi } from './whole-api';

interface Shape {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
}

/** Where a record may have null: paths of its schema. */
function nullsIn({ type = [], enum: values = [], properties = {}, items, anyOf = [] }: Shape, path: string): string[] {
  const isNullable = [type].flat().includes('null') || values.includes(null);
  return [
    ...(isNullable ? [path] : []),
    ...Object.entries(properties).flatMap(([name, field]) => nullsIn(field, `${path}.${name}`)),
    ...(items ? nullsIn(items, path) : []),
    ...anyOf.flatMap((branch) => nullsIn(branch, path)),
  ];
}

describe('records of v1', () => {
  let api: WholeApi;
  beforeAll(async () => {
    api = await wholeApi();
  });
  afterAll(() => api.app.close());

  it('have no null for a string in any answer or event, only for what is no string', () => {
    const answers = api.routes.flatMap(({ method, url, schema }) => {
      const answer = (schema?.response as Readonly<Record<string, Shape>> | undefined)?.['200'];
      const data = answer?.properties?.['data'];
      return url.startsWith('/v1/') && data ? [[`${String(method)} ${url}`, data] as const] : [];
    });
    expect(answers.length).toBeGreaterThan(12);
    const events = Object.entries(v1Events.data).map(([name, data]) => [name, data as Shape] as const);
    const nulls = [...answers, ...events].flatMap(([name, data]) => nullsIn(data, name));
    const billings = ['POST /v1/billing/create', 'GET /v1/billing/list', 'HEAD /v1/billing/list'];
    expect(nulls.sort()).toEqual(
      [
        'billing.paid.pixQrCode.customer',
        ...[...billings, 'billing.paid.billing'].flatMap((at) => [`${at}.nextBilling`, `${at}.customer`]),
      ].sort(),
    );
  });
});
