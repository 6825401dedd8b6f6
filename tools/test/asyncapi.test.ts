import specs from '@asyncapi/specs';
import { eventCatalogue, eventTopics } from '@pitanga/contracts';
import { deadLetterTopic } from '@pitanga/messaging';
import { Ajv, type AnySchema } from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { asyncApiDocument } from '../src/derived/asyncapi';
import { createEventCheck } from '../src/derived/event-checks';

interface Message {
  readonly summary: string;
  readonly headers: object;
  readonly payload: object;
  readonly examples: readonly { readonly headers: object; readonly payload: object }[];
}
interface Document {
  readonly channels: Record<string, { readonly address: string }>;
  readonly components: {
    readonly schemas: Record<string, { readonly required?: readonly string[] }>;
    readonly messages: Record<string, Message>;
  };
}

const text = asyncApiDocument();
const document = parse(text) as Document;

/** The document with no field allowed but those it knows. */
function closed(): object {
  const { schemas } = document.components;
  const entries = Object.entries(schemas).map(([name, schema]) => [name, { ...schema, additionalProperties: false }]);
  return { ...document.components, schemas: Object.fromEntries(entries) as object };
}

describe('the AsyncAPI document', () => {
  it('is valid by the official schema of AsyncAPI 3.0', () => {
    // The official schema brings the schema of schemas along.
    const ajv = addFormats(new Ajv({ strict: false, meta: false, validateSchema: false }));
    const check = ajv.compile(specs.schemas['3.0.0'] as AnySchema);
    expect([check(document), check.errors]).toEqual([true, null]);
    expect(check({ ...document, channels: { broken: { address: 1 } } })).toBe(false);
  });

  it('refers to nothing that is not there', () => {
    const references = [...text.matchAll(/\$ref: "?#\/([^"\s]+)/g)].map(([, path = '']) => path);
    expect(references.length).toBeGreaterThan(300);
    const missing = references.filter(
      (path) =>
        path.split('/').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document) === undefined,
    );
    expect(missing).toEqual([]);
  });

  it('has every topic and every event, each with what it means', () => {
    const addresses = Object.values(document.channels).map(({ address }) => address);
    expect(addresses.sort()).toEqual(eventTopics.flatMap((topic) => [topic, deadLetterTopic(topic)]).sort());
    expect(Object.keys(document.components.messages).sort()).toEqual(Object.keys(eventCatalogue).sort());
    for (const { summary } of Object.values(document.components.messages)) expect(summary).toMatch(/\w.*\.$/);
  });

  it.each([
    ['Charge', 'createdAt, updatedAt'],
    ['CheckoutPaid', 'tenant, checkout'],
    ['Payout', 'createdAt, updatedAt'],
    ['PayoutApproval', 'requestedBy, expiresAt'],
    ['WebhookFailing', 'tenant, failingSince'],
    ['WebhookRecovered', 'tenant, failingSince, recoveredAt'],
    ['WebhookDisabled', 'tenant, disabledAt'],
  ])('requires of %s the records and times that are always there, and no other', (name, required) => {
    expect(document.components.schemas[name]?.required?.join(', ')).toBe(required);
  });

  it('refuses an event whose record lacks what is always there', () => {
    const check = createEventCheck(document.components);
    const payload = document.components.messages['charge.paid']?.examples[0]?.payload as { readonly charge: object };
    expect(check('charge.paid', 'payload', { ...payload, charge: undefined })).not.toEqual([]);
    expect(
      check('charge.paid', 'payload', { ...payload, charge: { ...payload.charge, createdAt: undefined } }),
    ).toEqual([expect.objectContaining({ instancePath: '/charge' })]);
  });

  describe('describes the example to the last field of', () => {
    const check = createEventCheck(document.components);
    const checkClosed = createEventCheck(closed());
    it.each(Object.entries(document.components.messages))('%s', (type, { examples: [example] }) => {
      expect(check(type, 'headers', example?.headers)).toEqual([]);
      expect(checkClosed(type, 'payload', example?.payload)).toEqual([]);
      expect(checkClosed(type, 'payload', { ...example?.payload, unheardOf: 1 })).not.toEqual([]);
      expect(check(type, 'headers', { ...example?.headers, ce_type: 'other' })).not.toEqual([]);
      // An event that says nothing is none; one with a field that was added since is.
      expect(check(type, 'payload', {})).not.toEqual([]);
      expect(check(type, 'payload', { ...example?.payload, addedSince: 1 })).toEqual([]);
    });
  });
});
