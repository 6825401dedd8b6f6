import type { Call } from './call';

/** The call in TypeScript without the SDK, which has no v1. */
export function v1TypescriptSample({ method, path, example: { query, body } }: Call): string {
  const hasBody = body !== undefined;
  const headers = hasBody
    ? "    authorization: `Bearer ${process.env.PITANGA_KEY}`,\n    'content-type': 'application/json',"
    : '    authorization: `Bearer ${process.env.PITANGA_KEY}`,';
  const lines = [
    `const response = await fetch(\`\${process.env.PITANGA_URL}${path}${buildQuery(query)}\`, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: {\n${headers}\n  },`,
    ...(hasBody ? [`  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}),`] : []),
    '});',
    'console.log(await response.json());',
  ];
  return lines.join('\n');
}

/** The call in Python with httpx. */
export function v1PythonSample({ method, path, example: { query, body } }: Call): string {
  const lines = [
    'import os\n\nimport httpx\n',
    `response = httpx.${method.toLowerCase()}(`,
    `    os.environ["PITANGA_URL"] + "${path}${buildQuery(query)}",`,
    '    headers={"Authorization": "Bearer " + os.environ["PITANGA_KEY"]},',
    ...(body === undefined ? [] : [`    json=${JSON.stringify(body, null, 4).replaceAll('\n', '\n    ')},`]),
    ')\nprint(response.json())',
  ];
  return lines.join('\n');
}

function buildQuery(query: Call['example']['query']): string {
  if (query === undefined) return '';
  const parameters = Object.entries(query).map(([name, value]) => [name, String(value)] as [string, string]);
  return `?${new URLSearchParams(parameters).toString()}`;
}
