import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

interface Document {
  readonly components: object;
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses?: Responses }>>>>;
}
type Responses = Readonly<
  Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: object }>> }>
>;

const documents = ['v1', 'v2'].map(
  (version) =>
    JSON.parse(readFileSync(join(__dirname, `../../../docs/api/${version}.openapi.json`), 'utf8')) as Document,
);
const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true }));
const compiled = new Map<object, ValidateFunction>();

/**
 * Throws unless an answer is what the published document says: every answer that any end-to-end test gets is held
 * against it. Operations that are not in a document (aliases, unknown routes) pass.
 */
export function checkAnswer(method: string, path: string, status: number, json: unknown): void {
  const name = path.split('?', 1)[0] ?? path;
  const document = documents.find(({ paths }) => paths[name]?.[method.toLowerCase()]);
  const responses = document?.paths[name]?.[method.toLowerCase()]?.responses;
  if (!responses) return;
  const content = contentOf(responses, status);
  const schema = content?.['application/json']?.schema;
  // A file, of which the document says the media types alone.
  if (content && !schema) return;
  if (!schema) throw new Error(`${method} ${name} answered ${String(status)}, which its document does not know`);
  const validate = compiled.get(schema) ?? ajv.compile({ ...schema, components: document.components });
  compiled.set(schema, validate);
  if (validate(json)) return;
  const faults = ajv.errorsText(validate.errors, { separator: '\n' });
  throw new Error(`${method} ${name} ${String(status)} is not what its document says:\n${faults}`);
}

function contentOf(responses: Responses, status: number): Responses[string]['content'] {
  const wildcard = `${String(status).slice(0, 1)}xx`;
  const names = [String(status), wildcard, wildcard.toUpperCase(), 'default'];
  return names.map((name) => responses[name]).find(Boolean)?.content;
}
