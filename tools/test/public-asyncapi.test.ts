import specs from '@asyncapi/specs';
import { eventCatalogue, eventTopics, publicTopic } from '@pitanga/contracts';
import { Ajv, type AnySchema } from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { eventsDocument } from '../src/derived/asyncapi';
import { createEventCheck } from '../src/derived/event-checks';
import { publicAsyncApiDocument } from '../src/derived/public-asyncapi';

interface Message {
  readonly examples: readonly [{ readonly headers: object; readonly payload: object }];
}
interface Document {
  readonly channels: Record<string, { readonly address: string }>;
  readonly components: {
    readonly schemas: Record<string, object>;
    readonly messages: Record<string, Message>;
  };
}

const text = publicAsyncApiDocument();
const document = parse(text) as Document;
const full = eventsDocument();

/** The components with no field allowed but those they know. */
function closed(): object {
  const { schemas } = document.components;
  const entries = Object.entries(schemas).map(([name, schema]) => [name, { ...schema, additionalProperties: false }]);
  return { ...document.components, schemas: Object.fromEntries(entries) as object };
}

describe('the AsyncAPI document of the public events', () => {
  it('is valid by the official schema of AsyncAPI 3.0, and refers to nothing that is not there', () => {
    const ajv = addFormats(new Ajv({ strict: false, meta: false, validateSchema: false }));
    const check = ajv.compile(specs.schemas['3.0.0'] as AnySchema);
    expect([check(document), check.errors]).toEqual([true, null]);
    const references = [...text.matchAll(/\$ref: "?#\/([^"\s]+)/g)].map(([, path = '']) => path);
    const at = (path: string): unknown =>
      path.split('/').reduce<unknown>((found, key) => (found as Record<string, unknown>)[key], document);
    expect(references.filter((path) => at(path) === undefined)).toEqual([]);
  });

  it('has the public topic of every topic, every event, and no record that only private fields lead to', () => {
    const addresses = Object.values(document.channels).map(({ address }) => address);
    expect(addresses.sort()).toEqual(eventTopics.map(publicTopic).sort());
    expect(Object.keys(document.components.messages).sort()).toEqual(Object.keys(eventCatalogue).sort());
    const schemas = Object.keys(document.components.schemas);
    for (const name of schemas) expect(text).toContain(`#/components/schemas/${name}`);
    expect(Object.keys(full.components.schemas)).toEqual(expect.arrayContaining(schemas));
  });

  describe('describes to the last field what is public of', () => {
    const check = createEventCheck(document.components);
    const checkClosed = createEventCheck(closed());
    it.each(Object.entries(document.components.messages))('%s', (type, { examples: [{ headers, payload }] }) => {
      expect(check(type, 'headers', headers)).toEqual([]);
      expect(checkClosed(type, 'payload', payload)).toEqual([]);
      expect(check(type, 'payload', {})).not.toEqual([]);
    });

    it('events whose full form has more', () => {
      const refused = Object.entries(full.components.messages).filter(([type, { examples }]) => {
        const [{ payload }] = examples as Message['examples'];
        return checkClosed(type, 'payload', payload).length > 0;
      });
      const types = refused.map(([type]) => type);
      expect(types).toEqual(expect.arrayContaining(['customer.created', 'charge.paid', 'payout.completed']));
    });
  });
});
