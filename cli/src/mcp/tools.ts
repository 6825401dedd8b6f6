import { allOperations } from '../api/resource-commands';
import type { Operation, ToolSchema } from '../api/operation';
import schemas from '../gen/tool-schemas.json';

/** An operation as an assistant sees it. */
export interface Tool {
  readonly operation: Operation;
  /** As `tools/list` answers it. */
  readonly listed: {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly inputSchema: ToolSchema;
    readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint: boolean };
  };
}

/** Every operation of the API, by the name of its tool: `charges_list`. */
export const tools: ReadonlyMap<string, Tool> = new Map(
  allOperations.map((operation) => {
    const name = operation.words.join('_').replaceAll('-', '_');
    return [name, { operation, listed: listed(name, operation) }];
  }),
);

function listed(name: string, { words, summary, text, permission, write }: Operation): Tool['listed'] {
  const needs = permission === null ? '' : `Needs the permission ${permission}.`;
  const schema: ToolSchema = {
    properties: {},
    ...(schemas as unknown as Record<string, ToolSchema>)[words.join(' ')],
    type: 'object',
  };
  return {
    name,
    title: summary,
    description: [`${summary}.`, text, needs].filter((part) => part !== '').join(' '),
    inputSchema: write ? repeatable(schema) : schema,
    annotations: { readOnlyHint: !write, destructiveHint: write },
  };
}

/** The key is a header of the API, and an input of its own to an assistant. */
function repeatable({ properties, ...schema }: ToolSchema): ToolSchema {
  const description = 'Makes a repeat safe: a call with the key and the input of an earlier one does nothing twice.';
  return { ...schema, properties: { ...properties, idempotencyKey: { type: 'string', description } } };
}
