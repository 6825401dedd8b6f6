/** The same call for a terminal: `curl('POST', '/v2/products/create', { … })`. The key stays a variable of the shell. */
export function curl(method: 'GET' | 'POST', path: string, body?: object): string {
  const url = `${window.location.origin}${path}`;
  const lines = [`curl ${method === 'GET' ? '' : '-X POST '}"${url}"`, `-H "Authorization: Bearer $PITANGA_API_KEY"`];
  if (body !== undefined) {
    lines.push(`-H "Content-Type: application/json"`, `-d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`);
  }
  return lines.join(' \\\n  ');
}
