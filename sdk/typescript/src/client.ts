import { streamEvents } from './event-stream';
import type { Api } from './gen/api';
import { operations } from './gen/operations';
import { PagedList } from './list';
import type { CallOptions, Page, PostOptions, Table } from './operation';
import { checkLimits, readJson, send, type ApiRequest, type Connection } from './request';
import { webSurroundings } from './surroundings';
import { warnOnce, type WarningHandler } from './warnings';

export interface PitangaOptions {
  /** Where the platform is; http://127.0.0.1:8080 when left out. */
  readonly url?: string;
  /** Milliseconds that each attempt of a call may take; 30,000 when left out. */
  readonly timeoutMs?: number;
  /** How often a call is repeated that was not answered, or answered 408, 429 or 5xx; 2 when left out. */
  readonly maxRetries?: number;
  /** Takes the place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /**
   * Takes each warning of an answer, such as of a field that the API does not know; test mode alone has most of them.
   * When left out, `console.warn` has each distinct sentence once; false says none.
   */
  readonly onWarning?: WarningHandler | false;
}

/** The platform sends a comment every 15 seconds: a stream that says nothing for three of them is dead. */
const silenceMs = 45_000;

/** The methods of one client, over whatever connection. */
export function connect(connection: Connection): Api {
  return buildGroup(operations, connection) as unknown as Api;
}

/** A class whose members are those of the table of operations, which a `class` cannot say. */
const Surface = function (this: object, connection: Connection) {
  Object.assign(this, connect(connection));
} as unknown as new (connection: Connection) => Api;

/** A client of the API with one key. */
export class Pitanga extends Surface {
  /**
   * @param key a secret key (`pit_dev_…`, `pit_prod_…`); for `cardTokens.create` a public one (`pk_…`)
   * @throws TypeError when the key, the url, the time-out or the number of retries can be none
   */
  constructor(key: string, options: PitangaOptions = {}) {
    if (typeof key !== 'string' || key === '') throw new TypeError('Pitanga needs a key: new Pitanga(key).');
    if (!/^[!-~]+$/.test(key)) throw new TypeError('The key has a character that no key has: copy the whole key.');
    const {
      url = 'http://127.0.0.1:8080',
      timeoutMs = 30_000,
      maxRetries = 2,
      fetch,
      onWarning = warnOnce(),
    } = options;
    if (!/^https?:\/\/[^/]/.test(url)) throw new TypeError('`url` begins with http:// or https://.');
    checkLimits({ timeoutMs, maxRetries });
    const surroundings = { ...webSurroundings, ...(fetch && { fetch }) };
    super({ ...surroundings, key, url: url.replace(/\/+$/, ''), timeoutMs, maxRetries, silenceMs, onWarning });
  }
}

function buildGroup(table: Table, connection: Connection): Record<string, unknown> {
  const members = Object.entries(table).map(([name, row]) => [
    name,
    typeof row === 'string' ? buildMethod(row, connection) : buildGroup(row, connection),
  ]);
  return Object.fromEntries(members) as Record<string, unknown>;
}

type Input = Readonly<Record<string, unknown>> | string | undefined;

/** The method of a row of the table: its third word says what is special about it. */
function buildMethod(row: string, connection: Connection): unknown {
  const [method, path, special] = row.split(' ') as ['GET' | 'POST', string, string | undefined];
  const buildRequest = (input: Input): ApiRequest => ({
    method,
    path,
    input: typeof input === 'string' ? { id: input } : (input ?? {}),
    isKeyed: method === 'POST' && special !== 'unkeyed',
  });
  const sendForData = async (input: Input, options: PostOptions = {}): Promise<unknown> => {
    const answer = (await send(connection, buildRequest(input), options, readJson)) as { data: unknown };
    return answer.data;
  };
  switch (special) {
    case 'bare':
      return (options?: CallOptions) => sendForData(undefined, options);
    case 'text':
      return (input?: Input, options: CallOptions = {}) =>
        send(connection, buildRequest(input), options, (response) => response.text());
    case 'stream':
      return (input?: Input, options: CallOptions = {}) =>
        streamEvents(connection, path, buildRequest(input).input, options);
    case 'list':
      return (input?: Input, options: CallOptions = {}) =>
        new PagedList(buildRequest(input).input, async (query) => {
          const answer = await send(connection, buildRequest(query), options, readJson);
          const { data, pagination } = answer as Page<unknown>;
          return { data, pagination };
        });
    default:
      return sendForData;
  }
}
