import { readDocument, type Schema } from '../../operations/document';
import { listMethods } from '../../operations/operations';
import { goName } from '../generate/names';
import { generate } from '../generate/source';
import { comment, rows } from '../generate/text';
import { TypeWriter } from '../generate/types';

const document = readDocument();
const files = generate(document, '1.2.3');
const api = files['generated_api.go'] ?? '';
const types = files['generated_types.go'] ?? '';

describe('the methods of the Go client', () => {
  it('are one for each operation of the document', () => {
    expect(api.match(/^func \(a \w*API\) /gm)).toHaveLength(listMethods(document).length);
    for (const { verb, path } of listMethods(document)) expect(api).toContain(`// ${verb} ${path}\nfunc `);
  });

  it.each([
    'func (a ChargesAPI) Create(ctx context.Context, fields CreateCharge, options ...WriteOption) (Charge, error)',
    'func (a ChargesAPI) Refund(ctx context.Context, id string, fields CreateRefund, options ...WriteOption) (Refund, error)',
    'func (a ChargesAPI) List(ctx context.Context, fields ListStoreChargesQuery, options ...CallOption) (*Page[StoreCharge], error)',
    'func (a SubscriptionsCheckoutsAPI) Send(ctx context.Context, id string, options ...WriteOption) (SentSubscriptionCheckout, error)',
    'func (a EventsAPI) Stream(ctx context.Context, fields StreamEventsQuery, options ...CallOption) iter.Seq2[WebhookEvent, error]',
    'func (a BankStatementAPI) Export(ctx context.Context, fields ExportBankStatementQuery, options ...CallOption) (string, error)',
    'func (a CardTokensAPI) Create(ctx context.Context, fields CreateCardToken, options ...CallOption) (CardToken, error)',
    'func (a API) Search(ctx context.Context, fields SearchQuery, options ...CallOption) (SearchResult, error)',
  ])('%s', (signature) => {
    expect(api).toContain(`${signature} {`);
  });

  it('know the version of the module', () => {
    expect(api).toContain('const Version = "1.2.3"');
  });
});

describe('the types of the Go client', () => {
  const written = (schema: Schema, others: Readonly<Record<string, Schema>> = {}): string => {
    const writer = new TypeWriter(others);
    writer.declare('Thing', schema);
    return writer.text();
  };

  it('say what may be left out, and what may be null or zero', () => {
    const properties = {
      id: { type: 'string' },
      paidAmount: { type: ['integer', 'null'] },
      limit: { type: 'integer', minimum: 1 },
      least: { type: 'integer', minimum: 0 },
      isNew: { type: 'boolean' },
      at: { type: 'string', format: 'date-time', description: 'When.' },
      steps: { type: 'array', items: { type: 'object', properties: { url: { type: 'string' } } } },
      any: { type: 'object', additionalProperties: true },
    };
    expect(written({ type: 'object', required: ['id', 'paidAmount'], properties })).toBe(
      [
        'type Thing struct {',
        '\tID         string          `json:"id"`',
        '\tPaidAmount Optional[int64] `json:"paidAmount"`',
        '\t// At least 1.',
        '\tLimit int64 `json:"limit,omitzero"`',
        '\t// At least 0.',
        '\tLeast Optional[int64] `json:"least,omitzero"`',
        '\tIsNew Optional[bool]  `json:"isNew,omitzero"`',
        '\t// When.',
        '\tAt    time.Time        `json:"at,omitzero"`',
        '\tSteps []ThingStepsItem `json:"steps,omitzero"`',
        '\tAny   map[string]any   `json:"any,omitzero"`',
        '}',
        '',
        'type ThingStepsItem struct {',
        '\tURL string `json:"url,omitzero"`',
        '}',
        '',
      ].join('\n'),
    );
  });

  it('have the name and the values of an enumeration that has a name', () => {
    const Status: Schema = { type: 'string', enum: ['PAID', 'UNDER_DISPUTE'] };
    const source = written({ type: 'object', properties: { status: { $ref: '#/Status' } } }, { Status });
    expect(source).toContain('Status Status `json:"status,omitzero"`');
    expect(source).toContain('\tStatusPaid         Status = "PAID"\n\tStatusUnderDispute Status = "UNDER_DISPUTE"\n');
  });

  it('are the fields of all where a schema is one of several, those of a few left out', () => {
    const one: Schema = { type: 'object', required: ['kind'], properties: { kind: { type: 'string', enum: ['ONE'] } } };
    const two: Schema = { ...one, properties: { kind: { type: 'string', enum: ['TWO'] }, size: { type: 'integer' } } };
    const source = written({ oneOf: [one, two], discriminator: { propertyName: 'kind' } });
    expect(source).toContain('\tKind string          `json:"kind"`\n\tSize Optional[int64] `json:"size,omitzero"`\n');
  });

  it('of an event and of its record are one, each event with its own', () => {
    const cases = (name: string): readonly string[] =>
      types
        .slice(types.indexOf(`func (o *${name}) UnmarshalJSON`))
        .split('\n}\n')[0]
        ?.match(/case ".*|decoded.*/g) ?? [];
    expect(cases('WebhookEvent').length).toBeGreaterThan(50);
    expect(cases('Event')).toEqual(cases('WebhookEvent'));
    expect(types).toContain('\tcase "payout.failed":\n\t\to.Data, err = decoded[PayoutFailedData](read.Data)\n');
  });

  it('refuse a schema that they do not know, and two of one name', () => {
    expect(() => written({ type: 'object', properties: { a: { type: 'date' } } })).toThrow(
      'ThingA is of the type date',
    );
    const Twice: Schema = { type: 'object', properties: { a: { type: 'string' } } };
    expect(() => new TypeWriter({}).declare('Error', Twice)).toThrow('two types are called Error');
  });
});

it.each([
  ['customerId', 'CustomerID'],
  ['paymentLinks', 'PaymentLinks'],
  ['ApiKey', 'APIKey'],
  ['skip_review', 'SkipReview'],
  ['transparent.completed', 'TransparentCompleted'],
  ['brCodeBase64', 'BrCodeBase64'],
])('%s is %s in Go', (name, inGo) => {
  expect(goName(name)).toBe(inGo);
});

it('comments are folded, and begin the alignment anew', () => {
  const lines = comment(Array(60).fill('word').join(' ')).trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(2);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(113);
  const all = [{ cells: ['A', 'int'] }, { cells: ['Long', 'string'] }, { cells: ['B', 'bool'], text: 'Why.' }];
  expect(rows(all)).toBe('\tA    int\n\tLong string\n\t// Why.\n\tB bool\n');
});
