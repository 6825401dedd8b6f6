import {
  eventCatalogue,
  eventTopics,
  buildPublicRules,
  publicTopic,
  topicCatalogue,
  withoutPersonalData,
  type EventType,
  type PublicRules,
  type TopicName,
} from '@pitanga/contracts';
import { asyncApiText, channelName, eventsDocument, type EventsDocument } from './asyncapi';
import type { Schema } from './event-schemas';

const about = `Every event of Pitanga without personal data, for analysts: no name, e-mail or masked tax id, no text that a store or
a person wrote, no metadata, no id that a store gave, no link, and nothing that names the payment at the bank. Amounts, dates,
statuses, codes and the ids of Pitanga are as in the full events (asyncapi.yaml).

**Order.** The key of a message is the id of the record it is about; events of one key are in the order of their
changes.

**At least once.** An event may come more than once: ce_id stays the same, and is that of the full event, so drop what you
have seen.

**Versions.** Fields, values of enums and types of events are only ever added within a version: skip what you do not know.

**JSON.** Fields that have their default (0, false, an empty text or list) are left out. Amounts are centavos, rates
basis points, times ISO 8601 in UTC.
`;

/** The document of the full events as YAML, as far as it is public. */
export function publicAsyncApiDocument(): string {
  const full = eventsDocument();
  return asyncApiText({
    ...full,
    info: { ...full.info, title: 'Pitanga events without personal data', description: about },
    channels: Object.fromEntries(eventTopics.map((topic) => [channelName(topic), publicChannel(full, topic)])),
    operations: Object.fromEntries(
      Object.entries(full.operations).map(([name, operation]) => [
        name,
        { ...operation, summary: 'public-events tells again what has changed.' },
      ]),
    ),
    components: {
      messages: Object.fromEntries(
        Object.entries(full.components.messages).map(([type, message]) => [
          type,
          publicMessage(type as EventType, message),
        ]),
      ),
      schemas: {
        CloudEvent: publicHeaders(full.components.schemas['CloudEvent'] ?? {}),
        ...publicSchemas(full),
      },
    },
  });
}

function publicChannel({ channels }: EventsDocument, topic: TopicName): Schema {
  const channel = channels[channelName(topic)] ?? {};
  const address = publicTopic(topic);
  const { kafka } = channel['bindings'] as { kafka: Schema };
  return { ...channel, address, bindings: { kafka: { ...kafka, topic: address } } };
}

function publicMessage(type: EventType, message: Schema): Schema {
  const { key: subject } = topicCatalogue[eventCatalogue[type].topic];
  const [example] = message['examples'] as readonly [Schema & { payload: object; headers: Schema }];
  const { key, data: payload } = withoutPersonalData(type, `id of the ${subject}`, example.payload);
  const description = key === '' ? 'Empty: the key itself stands for a person.' : `Id of the ${subject}.`;
  return {
    ...message,
    bindings: { kafka: { key: { type: 'string', description }, bindingVersion: '0.5.0' } },
    examples: [{ ...example, headers: { ...example.headers, ce_subject: key }, payload }],
  };
}

/** What only operators follow is left out. */
function publicHeaders(headers: Schema): Schema {
  const properties = Object.entries(headers['properties'] as Schema);
  const isPublic = ([name]: readonly [string, unknown]): boolean => !['ce_requestid', 'traceparent'].includes(name);
  return { ...headers, properties: Object.fromEntries(properties.filter(isPublic)) };
}

/**
 * The public schemas of all events and of the records in them. A record of which two events keep something different would
 * need two names, which no record does today.
 */
function publicSchemas({ components }: EventsDocument): Readonly<Record<string, Schema>> {
  const schemas = new Map<string, Schema>();
  const add = (name: string, rules: PublicRules): void => {
    const schema = publicRecord(components.schemas[name] ?? {}, rules, add);
    const other = schemas.get(name);
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(schema)) {
      throw new Error(`two events keep different fields of ${name}`);
    }
    schemas.set(name, schema);
  };
  for (const [type, { payload }] of Object.entries(components.messages)) {
    add(recordName(payload as Schema) ?? '', buildPublicRules(type as EventType));
  }
  return Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The schema of a record without the fields that are left out; `add` is called for each record in it. */
function publicRecord(schema: Schema, rules: PublicRules, add: (name: string, rules: PublicRules) => void): Schema {
  const fields = Object.entries(schema['properties'] as Record<string, Schema>).filter(([name, field]) => {
    const rule = rules[name];
    const record = recordName(field);
    if (record !== undefined && rule !== 'left out') add(record, typeof rule === 'object' ? rule : {});
    return rule !== 'left out';
  });
  const names = new Set(fields.map(([name]) => name));
  const { required: all = [], ...described } = schema as Schema & { readonly required?: readonly string[] };
  const required = all.filter((name) => names.has(name));
  return { ...described, properties: Object.fromEntries(fields), ...(required.length > 0 && { required }) };
}

/** The record that a field, or each of its list, is. */
function recordName({ $ref, allOf, items }: Schema): string | undefined {
  if (typeof $ref === 'string') return $ref.split('/').at(-1);
  const [inner] = Array.isArray(allOf) ? (allOf as readonly Schema[]) : [items as Schema | undefined];
  return inner === undefined ? undefined : recordName(inner);
}
