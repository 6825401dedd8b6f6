import type { components } from './gen/v2';

type ErrorCode = components['schemas']['Error']['code'];

/** What the API answered instead of success, or that no answer came: its own sentence, a code and the request's id. */
export class Problem extends Error {
  constructor(
    message: string,
    readonly code: ErrorCode | 'NO_ANSWER',
    /** 0 when no answer came. */
    readonly status: number,
    readonly requestId: string | undefined,
    readonly retryAfterSeconds: number | undefined,
    /** What a page knows to say of it in the person's language, better than the words of its code. */
    readonly explained?: string,
  ) {
    super(message);
    this.name = 'Problem';
  }

  /** The same with a sentence in the person's language. */
  withSentence(explained: string): Problem {
    return new Problem(this.message, this.code, this.status, this.requestId, this.retryAfterSeconds, explained);
  }
}

export interface Answer<Body> {
  readonly data?: Body;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * The body of a successful answer.
 * @throws a {@link Problem} for any other
 */
export async function answered<Body>(call: Promise<Answer<Body>>): Promise<Body> {
  let answer: Answer<Body>;
  try {
    answer = await call;
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new Problem('', 'NO_ANSWER', 0, undefined, undefined);
  }
  const { data, error, response } = answer;
  if (data !== undefined && response.ok) return data;
  throw toProblem(error, response);
}

/** The record of a successful answer's envelope. */
export async function record<T>(call: Promise<Answer<{ data: T }>>): Promise<T> {
  return (await answered(call)).data;
}

/** What an answer says that is no success. */
export function toProblem(body: unknown, response: Response): Problem {
  const { error, code } = (typeof body === 'object' && body !== null ? body : {}) as {
    error?: string;
    code?: ErrorCode;
  };
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new Problem(
    typeof error === 'string' ? error : response.statusText,
    code ?? 'NO_ANSWER',
    response.status,
    response.headers.get('x-request-id') ?? undefined,
    Number.isFinite(retryAfter) ? retryAfter : undefined,
  );
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

export function isProblem(error: unknown, ...codes: readonly string[]): error is Problem {
  return error instanceof Problem && (codes.length === 0 || codes.includes(error.code));
}
