import type { Operation, ToolSchema } from './operation';

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

/**
 * Every operation of the API, by the name of its tool: `charges_list`.
 * @param schemas of the inputs, by the words of the operation
 */
export function createTools(
  operations: readonly Operation[],
  schemas: Readonly<Record<string, ToolSchema>>,
): ReadonlyMap<string, Tool> {
  return new Map(
    operations.map((operation) => {
      const name = operation.words.join('_').replaceAll('-', '_');
      return [name, { operation, listed: listed(name, operation, schemas[operation.words.join(' ')]) }];
    }),
  );
}

function listed(
  name: string,
  { summary, text, permission, write }: Operation,
  input: ToolSchema | undefined,
): Tool['listed'] {
  const needs = permission === null ? '' : `Needs the permission ${permission}.`;
  const schema: ToolSchema = { properties: {}, ...input, type: 'object' };
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
