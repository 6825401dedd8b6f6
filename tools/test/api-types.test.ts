import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import openapiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { rootDir } from '../src/workspace';

const narrowing = `import type { components, paths, webhooks } from './v2';

type Charge = components['schemas']['Charge'];
type WebhookEvent = components['schemas']['WebhookEvent'];
type Created = paths['/v2/transparents/create']['post']['responses'][200]['content']['application/json']['data'];

export function payment(charge: Charge): string {
  switch (charge.method) {
    case 'PIX':
      return charge.brCode;
    case 'BOLETO':
      return charge.digitableLine;
    case 'CARD':
      return charge.lastFour;
  }
}

export const created = (charge: Created): string => (charge.method === 'PIX' ? charge.brCode : charge.id);

export function told(event: WebhookEvent): string {
  if (event.event === 'transparent.completed') return payment(event.data.transparent);
  if (event.event === 'payout.failed') return event.data.withdraw.id;
  if (event.event === 'subscription.renewed') return event.data.subscription.id;
  return event.id;
}

export const failed: components['schemas']['ErrorCode'] = 'CARD_DECLINED';
export const body: components['schemas']['CreateCustomer'] = { email: 'ana@example.com' };
export type Told = webhooks['checkout.completed']['post']['requestBody']['content']['application/json'];
export const checkoutOf = (event: Told): components['schemas']['EventCheckout'] => event.data.checkout;
`;

/** Each line is wrong. */
const wrong = `import type { components } from './v2';

declare const charge: components['schemas']['Charge'];
declare const event: components['schemas']['WebhookEvent'];
export const ofAnother = charge.method === 'CARD' ? charge.brCode : '';
export const notNarrowed = charge.brCode;
export const ofAnotherEvent = event.event === 'payout.failed' ? event.data.transparent : '';
export const noCode: components['schemas']['ErrorCode'] = 'NO_SUCH_CODE';
`;

describe('the types that openapi-typescript makes of the documents', () => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pitanga-types-'));
    for (const version of ['v1', 'v2']) {
      const document = readFileSync(join(rootDir, 'docs', 'api', `${version}.openapi.json`), 'utf8');
      writeFileSync(join(folder, `${version}.ts`), astToString(await openapiTypes(document, { silent: true })));
    }
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** The lines at which strict TypeScript finds fault with a program beside the types. */
  function faults(name: string, text: string): readonly string[] {
    const file = join(folder, name);
    writeFileSync(file, text);
    const program = ts.createProgram([file, join(folder, 'v1.ts')], {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      types: [],
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
    });
    return ts.getPreEmitDiagnostics(program).map(({ file: where, start, messageText }) => {
      const line = where && start !== undefined ? where.getLineAndCharacterOfPosition(start).line + 1 : 0;
      return `${String(line)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
  }

  it('let a program narrow a charge on its method and an event on its name', () => {
    expect(faults('narrowing.ts', narrowing)).toEqual([]);
  });

  it('refuse a field of another method or event, and a code that there is not', () => {
    expect(faults('wrong.ts', wrong).map((fault) => fault.split(':')[0])).toEqual(['5', '6', '7', '8']);
  });

  it('name the records, bodies and errors', () => {
    const text = readFileSync(join(folder, 'v2.ts'), 'utf8');
    const names = ['Customer', 'CreateCustomer', 'Checkout', 'PaymentLink', 'Subscription', 'SubscriptionCheckout'];
    names.push('Refund', 'Payout', 'Transfer', 'Product', 'Coupon', 'Webhook', 'Delivery', 'StatementEntry', 'Store');
    names.push('Error', 'ErrorCode', 'Pagination', 'Charge', 'PixCharge', 'BoletoCharge', 'CardCharge', 'WebhookEvent');
    expect(names.filter((name) => !text.includes(`        ${name}: `))).toEqual([]);
  });
});
