import type { Call, RequestExample } from './call';
import { v1PythonSample, v1TypescriptSample } from './v1-samples';

/** The call in curl, with the address and the key of the environment. */
export function curlSample({ method, path, example: { query, body } }: Call): string {
  const key = path === '/v2/card-tokens' ? 'PITANGA_PUBLIC_KEY' : 'PITANGA_KEY';
  const lines = [`curl "$PITANGA_URL${path}${queryText(query)}"`, `-H "Authorization: Bearer $${key}"`];
  if (method === 'POST' && body === undefined) lines.splice(1, 0, '-X POST');
  if (body !== undefined) {
    lines.push("-H 'Content-Type: application/json'");
    lines.push(`-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`);
  }
  return lines.join(' \\\n  ');
}

function queryText(query: RequestExample['query']): string {
  if (query === undefined) return '';
  const parameters = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)] as [string, string]),
  );
  return `?${parameters.toString()}`;
}

/** The call in TypeScript, by the SDK. */
export function typescriptSample(call: Call): string {
  if (call.path.startsWith('/v1/')) return v1TypescriptSample(call);
  const { path, sdkName, example } = call;
  const { query, body } = example;
  const input = { ...query, ...(body as object | undefined) };
  const names = Object.keys(input);
  const [only] = names;
  const argument =
    names.length === 1 && only === 'id'
      ? quoted(String((input as { id: unknown }).id))
      : names.length === 0
        ? ''
        : literal(input);
  const called = `pitanga.${sdkName}(${argument})`;
  const client = path === '/v2/card-tokens' ? 'process.env.PITANGA_PUBLIC_KEY' : 'process.env.PITANGA_KEY';
  const head = `import { Pitanga } from '@pitanga-pay/sdk';\n\nconst pitanga = new Pitanga(${client}!);\n\n`;
  if (path === '/v2/events/stream')
    return `${head}for await (const event of ${called}) console.log(event.event, event.data);`;
  return `${head}const answer = await ${called};\nconsole.log(answer);`;
}

/** The call in Python, by its client. */
export function pythonSample(call: Call): string {
  if (call.path.startsWith('/v1/')) return v1PythonSample(call);
  const { path, sdkName, example } = call;
  const { query, body } = example;
  const input: Readonly<Record<string, unknown>> = { ...query, ...(body as object | undefined) };
  const names = Object.keys(input);
  const values =
    names.length === 1 && names[0] === 'id'
      ? [pythonLiteral(input['id'])]
      : Object.entries(input).map(([field, value]) => pythonArgument(field, value));
  const short = values.join(', ');
  const argument = short.length > 60 || short.includes('\n') ? `\n    ${values.join(',\n    ')},\n` : short;
  const called = `pitanga.${snakeCase(sdkName)}(${argument})`;
  const key = path === '/v2/card-tokens' ? 'PITANGA_PUBLIC_KEY' : 'PITANGA_KEY';
  const head = `import os\n\nfrom pitanga_pay import Pitanga\n\npitanga = Pitanga(os.environ["${key}"])\n`;
  if (path === '/v2/events/stream') return `${head}for event in ${called}:\n    print(event["event"], event["data"])`;
  return `${head}answer = ${called}\nprint(answer)`;
}

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A name that Python keeps for itself ends with an underscore. */
function pythonArgument(field: string, value: unknown): string {
  return `${field === 'from' ? 'from_' : field}=${pythonLiteral(value, 1)}`;
}

const quoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;

/** A value as people write it in TypeScript. */
function literal(value: unknown, depth = 0): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = Array.isArray(value)
    ? value.map((each) => literal(each, depth + 1))
    : Object.entries(value).map(([name, each]) => `${name}: ${literal(each, depth + 1)}`);
  return laidOut(parts, Array.isArray(value) ? ['[', ']', ''] : ['{', '}', ' '], { depth, indent: '  ', last: ',' });
}

/** A value in Python. */
function pythonLiteral(value: unknown, depth = 0): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const parts = Array.isArray(value)
    ? value.map((each) => pythonLiteral(each, depth + 1))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${pythonLiteral(each, depth + 1)}`);
  return laidOut(parts, Array.isArray(value) ? ['[', ']', ''] : ['{', '}', ''], { depth, indent: '    ', last: ',' });
}

const lineMax = 70;

/** On one line where it fits, otherwise a line for each part. */
function laidOut(
  parts: readonly string[],
  [open, close, space]: readonly [string, string, string],
  { depth, indent, last }: { readonly depth: number; readonly indent: string; readonly last: string },
): string {
  const short = parts.length === 0 ? open + close : `${open}${space}${parts.join(', ')}${space}${close}`;
  if (short.length + depth * indent.length <= lineMax && !short.includes('\n')) return short;
  const inner = indent.repeat(depth + 1);
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}${last}\n${indent.repeat(depth)}${close}`;
}
