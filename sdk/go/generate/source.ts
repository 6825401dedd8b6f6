// The source of the generated files.
import type { Document } from '../../operations/document';
import { listMethods, type Method } from '../../operations/operations';
import { groupStructs, type Typed } from './methods';
import { goName } from './names';
import { TypeWriter } from './types';

/** What the stream and webhooks carry; declared first, so that records of events take its names. */
const event = 'WebhookEvent';

/** What is generated for a version of the module, by file. */
export function generate(document: Document, version: string): Readonly<Record<string, string>> {
  const { schemas } = document.components;
  const types = new TypeWriter(schemas);
  types.goType({ $ref: `#/${event}` }, event);
  types.goType({ $ref: '#/Pagination' }, 'Pagination');
  types.goType({ $ref: '#/ErrorCode' }, 'ErrorCode');
  const taken = new Map<string, string>();
  // Several operations may take the same body.
  const declareFields = ({ fields }: Method): string | undefined => {
    if (fields === undefined) return undefined;
    // Without an id, which is an argument of its own, a body is the schema as other schemas know it.
    const isWhole = schemas[fields.type]?.properties?.id === undefined && schemas[fields.type] !== undefined;
    const declared = isWhole
      ? types.goType({ $ref: `#/${fields.type}` }, fields.type)
      : (taken.get(fields.type) ?? types.declare(fields.type, fields.schema));
    taken.set(fields.type, declared);
    return declared;
  };
  const typeAnswer = ({ shape, answer }: Method): string => {
    if (shape === 'text') return 'string';
    return shape === 'stream' ? goName(event) : types.goType(answer.schema, answer.type);
  };
  const methods = listMethods(document).map((method): Typed => ({
    method,
    fields: declareFields(method),
    answer: typeAnswer(method),
  }));
  const head = '// Code generated from docs/api/v2.openapi.json. DO NOT EDIT.\n\npackage pitanga\n\n';
  return {
    'generated_types.go': `${head}import (\n\t"encoding/json"\n\t"time"\n)\n\n${types.text()}`,
    'generated_api.go': `${head}import (\n\t"context"\n\t"iter"\n)\n\n// Version of this module.\nconst Version = "${version}"\n\n${groupStructs(methods)}`,
  };
}
