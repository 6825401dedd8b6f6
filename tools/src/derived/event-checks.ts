import { Ajv, type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import type { ReadEvent } from '@pitanga/messaging';
import { parse } from 'yaml';
import { asyncApiDocument } from './asyncapi';

/** What is wrong with the headers or the payload of a message of this type; nothing when it is as described. */
export type EventCheck = (
  type: string,
  part: 'headers' | 'payload',
  value: unknown,
) => readonly Pick<ErrorObject, 'instancePath' | 'message'>[];

/** Checks by the components of an AsyncAPI document. */
export function createEventCheck(components: object): EventCheck {
  const ajv = addFormats(new Ajv({ strict: false, formats: { int32: true, int64: true } }));
  ajv.addSchema({ $id: 'document', components });
  return (type, part, value) => {
    const path = `document#/components/messages/${type}/${part}`;
    return ajv.validate(path, value) ? [] : (ajv.errors ?? []);
  };
}

/** One sentence for each of these events that is not as the AsyncAPI document describes it. */
export function undescribed(events: readonly ReadEvent[]): readonly string[] {
  const { components } = parse(asyncApiDocument()) as { components: object };
  const check = createEventCheck(components);
  return events.flatMap(({ type, id, data }) =>
    check(type, 'payload', data).map(({ instancePath, message }) => `${type} ${id}: ${instancePath} ${message ?? ''}`),
  );
}
