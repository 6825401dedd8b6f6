import { setTimeout as delay } from 'node:timers/promises';

/** A request whose answer, if it comes at all, is known. */
export interface Answered {
  /** Undefined: the connection broke before an answer came. */
  readonly status: number | undefined;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a client looks into it freely
  readonly json: any;
}

/** What the run's requests came to. */
export interface Tally {
  /** By operation, then by status or `none`. */
  readonly outcomes: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** What no fault excuses: answers 500, requests without an end, refusals of what is right. */
  readonly violations: readonly string[];
}

export interface Request {
  /** In reports. */
  readonly operation: string;
  readonly path: string;
  /** Absent: a GET. */
  readonly body?: object;
  /** Repeats with the same one have one effect. */
  readonly key?: string;
  /** Codes of refusals that are right: whenever they come, or once an earlier attempt got no answer. */
  readonly mayEndWith?: Readonly<Record<string, 'whenever' | 'unanswered'>>;
  /** After which a request counts as hung. */
  readonly deadlineMs?: number;
}

/** The longest that the API documents let a request take, and what a stopped process may add. */
const deadlineMsDefault = 45_000;
/** What says that the same request may succeed later. */
const passing = new Set([409, 429, 503, 504]);
const firstWaitMs = 250;
const longestWaitMs = 3_000;

export class Recorder implements Tally {
  readonly outcomes = new Map<string, Map<string, number>>();
  readonly violations: string[] = [];
  /** Set when the faults are over: what fails from then on for long is lost. */
  giveUpAt = Number.POSITIVE_INFINITY;

  count(operation: string, outcome: string): void {
    const of = this.outcomes.get(operation) ?? new Map<string, number>();
    this.outcomes.set(operation, of);
    of.set(outcome, (of.get(outcome) ?? 0) + 1);
  }

  violate(text: string): void {
    this.violations.push(text);
  }
}

export interface Asking {
  /** One request, one answer. */
  ask(request: Request): Promise<Answered>;
  /**
   * Repeats the request until it has its answer, as a client does that cannot know what became of it.
   *
   * @returns `data` of the 200; undefined after a refusal, which is a violation unless it may come
   */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a client looks into it freely
  untilAnswered(request: Request): Promise<any>;
}

/** A client with one key of a store. */
export function asking(baseUrl: string, apiKey: string, recorder: Recorder): Asking {
  const ask = async ({ operation, path, body, key, deadlineMs = deadlineMsDefault }: Request): Promise<Answered> => {
    const signal = AbortSignal.timeout(deadlineMs);
    try {
      const response = await fetch(baseUrl + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal,
      });
      const text = await response.text();
      recorder.count(operation, String(response.status));
      if (response.status === 500) recorder.violate(`${operation} answered 500: ${text.slice(0, 300)}`);
      return { status: response.status, json: parsed(text) };
    } catch {
      recorder.count(operation, signal.aborted ? 'hung' : 'none');
      if (signal.aborted) recorder.violate(`${operation} had no end after ${String(deadlineMs)} ms: ${path}`);
      return { status: undefined, json: undefined };
    }
  };
  const untilAnswered: Asking['untilAnswered'] = async (request) => {
    for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
      const { status, json } = await ask(request);
      if (status === 200) return json.data;
      const { operation, path, key = '', mayEndWith = {} } = request;
      const isRight = mayEndWith[String(json?.code)];
      if (isRight === 'whenever' || (isRight === 'unanswered' && waitMs > firstWaitMs)) return undefined;
      if (status !== undefined && status < 500 && !passing.has(status)) {
        recorder.violate(`${operation} was refused: ${String(status)} ${String(json?.error)} (${path} ${key})`);
        return undefined;
      }
      if (Date.now() > recorder.giveUpAt) {
        recorder.violate(`${operation} has no answer long after the faults: ${String(status)} ${String(json?.error)}`);
        return undefined;
      }
      await delay(waitMs);
    }
  };
  return { ask, untilAnswered };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
