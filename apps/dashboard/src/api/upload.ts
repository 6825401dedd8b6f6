import { storeHeaders, type Scope } from './client';
import { Problem, toProblem } from './problem';

/** A file goes up slowly where the line is slow; the gateway waits 30 s for the whole request. */
const answerMsMax = 60_000;

/**
 * Sends a change whose body is large, and says how much of it is on its way: `fetch` does not tell.
 * @param onProgress 0 to 1
 * @throws a Problem when it was refused, or no answer came
 */
export function upload<Data>(
  { scope, idempotencyKey }: { readonly scope: Scope; readonly idempotencyKey: string },
  path: string,
  body: object,
  onProgress: (part: number) => void,
): Promise<Data> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/dashboard/api${path}`);
    const headers = { ...storeHeaders(scope), 'content-type': 'application/json', 'idempotency-key': idempotencyKey };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.timeout = answerMsMax;
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total);
    });
    request.addEventListener('load', () => {
      const answer = readAnswer(request.responseText);
      if (request.status === 200 && answer !== undefined) resolve((answer as { readonly data: Data }).data);
      else reject(toProblem(answer, toResponse(request)));
    });
    for (const end of ['error', 'timeout', 'abort']) {
      request.addEventListener(end, () => {
        reject(new Problem('', 'NO_ANSWER', 0, undefined, undefined));
      });
    }
    request.send(JSON.stringify(body));
  });
}

function readAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Its status and the headers that a problem shows. */
function toResponse(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const name of ['x-request-id', 'retry-after']) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(null, { status: Math.max(request.status, 200), statusText: request.statusText, headers });
}
