import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventCatalogue, eventTopics, type EventType } from '../src';

/** What has been published stays readable: an example is added with its event and never changed afterwards. */
const examples = JSON.parse(readFileSync(join(__dirname, '../examples/events.json'), 'utf8')) as Record<
  string,
  unknown
>;
const types = Object.keys(eventCatalogue) as EventType[];

describe('events', () => {
  it('have an example each', () => {
    expect(Object.keys(examples).sort()).toEqual([...types].sort());
  });

  it.each(types)('of the type %s mean the same to this build as when their example was written', (type) => {
    // The catalogue pairs each type with its codec; TypeScript cannot follow the pairing through a union.
    const { codec } = eventCatalogue[type] as {
      codec: { fromJSON(json: unknown): unknown; toJSON(data: unknown): unknown };
    };
    expect(codec.toJSON(codec.fromJSON(examples[type]))).toEqual(examples[type]);
  });

  it('are all on a topic of their own service, and no topic is without them', () => {
    expect(new Set(types.map((type) => eventCatalogue[type].topic))).toEqual(new Set(eventTopics));
  });

  it('carry no tax id that is not masked, no card number and no secret', () => {
    expect(JSON.stringify(examples)).not.toMatch(
      /\d{3}\.\d{3}\.\d{3}-\d{2}|"\d{11}"|"\d{14}"|\b4\d{15}\b|whsec_|secret/i,
    );
  });
});
