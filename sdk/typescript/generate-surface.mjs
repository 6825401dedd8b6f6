// The two forms of the operations: the table that the client walks at run time, and the interface that people see.

/** Nested by name: { customers: { create: operation } }. */
function treeOf(operations) {
  const root = {};
  for (const operation of operations) {
    const groups = operation.name.slice(0, -1);
    const group = groups.reduce((node, name) => (node[name] ??= {}), root);
    group[operation.name.at(-1)] = operation;
  }
  return root;
}

const isOperation = (node) => Array.isArray(node.name);

/** `METHOD path`, and a third word where the call is special: list, text, stream, bare (no input) or unkeyed. */
function rowOf({ method, path, isKeyed, input, answer }) {
  const isUnkeyed = method === 'POST' && !isKeyed;
  const isBare = input.properties.length === 0 && answer.shape === undefined;
  const special = answer.shape ?? (isUnkeyed ? 'unkeyed' : isBare ? 'bare' : '');
  return `${method} ${path} ${special}`.trimEnd();
}

export function tableOf(operations) {
  const rows = (node) => (isOperation(node) ? rowOf(node) : mapValues(node, rows));
  const source = JSON.stringify(rows(treeOf(operations)));
  return `import type { Table } from '../operation';\n\nexport const operations: Table = ${source};\n`;
}

const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

export function surfaceOf(operations) {
  return `import type { CallOptions, EventStream, List, PostOptions } from '../operation';
import type * as t from './types.gen';

/** Every operation of the API. */
export interface Api ${membersOf(treeOf(operations))}
`;
}

function membersOf(node) {
  const members = Object.entries(node).map(([name, child]) =>
    isOperation(child) ? methodOf(name, child) : `readonly ${name}: ${membersOf(child)};`,
  );
  return `{\n${members.join('\n')}\n}`;
}

function methodOf(name, operation) {
  const { method, path, isKeyed, answer } = operation;
  const text = `${operation.text}\n\n\`${method} ${path}\``.replaceAll('*/', '*\\/').split('\n');
  const comment = `/**\n${text.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */`;
  const options = `options?: ${isKeyed ? 'PostOptions' : 'CallOptions'}`;
  const parameters = [inputParameter(operation), options].filter(Boolean).join(', ');
  return `${comment}\n${name}(${parameters}): ${answerType(answer)};`;
}

function inputParameter({ input, answer, data }) {
  const { properties, required, body } = input;
  if (properties.length === 0) return answer.shape === 'list' ? 'query?: Record<string, never>' : undefined;
  const type = body ? `t.${body}` : `NonNullable<${data}['query']>`;
  const isFree = required.length === 0 && (answer.shape !== undefined || !properties.includes('id'));
  if (isFree) return `${body ? 'body' : 'query'}?: ${type}`;
  // Nothing but an id is needed: the id itself will do.
  const takesId = properties.includes('id') && required.every((property) => property === 'id');
  return `${body ? 'body' : 'query'}: ${type}${takesId ? ' | string' : ''}`;
}

function answerType({ shape, type }) {
  if (shape === 'list') return `List<${type}>`;
  if (shape === 'stream') return 'EventStream';
  return shape === 'text' ? 'Promise<string>' : `Promise<${type}>`;
}
