import { setTimeout as wait } from 'node:timers/promises';
import { PitangaError, type Event, type Pitanga, type WebhookEvent } from '@pitanga-pay/sdk';
import { listenStatePath } from '../account/private-file';
import { wrongUse } from '../failure';
import eventNames from '../gen/event-names.json';
import type { Session } from '../session';
import { forward, type Endpoint, type Forwarded } from './forward';
import { ListenState } from './listen-state';
import { untilInterrupted } from './until-interrupted';

/** How long the first event of a store may go unseen. */
const pollMs = 1_000;

export interface ListenOptions {
  readonly forwardTo: string;
  /** Only these events are forwarded; all of them when left out. */
  readonly events?: string;
  readonly skipVerify?: boolean;
  /** Start after this event instead of where it stopped. */
  readonly after?: string;
}

/**
 * Forwards the store's events to an endpoint of this machine until it is interrupted, one at a time and in order. What
 * the endpoint refuses is shown and not sent again: `--after` starts once more at an earlier event.
 */
export async function listen(session: Session, options: ListenOptions): Promise<void> {
  const { terminal, account, pitanga, printer } = session;
  const names = parseNames(options.events);
  const state = new ListenState(listenStatePath(terminal.env), account.stateName);
  const endpoint: Endpoint = {
    url: parseEndpoint(options.forwardTo),
    secret: state.secret(),
    skipVerify: options.skipVerify === true,
  };
  const after = options.after ?? (await resumePoint(pitanga, state, printer.note.bind(printer)));
  printer.note(`Forwarding to ${endpoint.url.href}. Ctrl-C ends it, and the next start goes on from there.`);
  printer.note(`Signing secret: ${endpoint.secret}`);
  const { interrupted } = terminal;
  await untilInterrupted(interrupted, async () => {
    for await (const event of eventsAfter(session, after)) {
      if (names.size === 0 || names.has(event.event)) show(session, event, await forward(event, endpoint, interrupted));
      if (!interrupted.aborted) state.cameTo(event.id);
    }
  });
}

/**
 * Where the last run stopped; for a first run the newest event there is, which is kept at once: an interruption before the
 * next event loses none. Undefined is before the first event of a store that has had none.
 */
async function resumePoint(
  pitanga: Pitanga,
  state: ListenState,
  note: (text: string) => void,
): Promise<string | undefined> {
  const last = state.lastEventId();
  if (last === null) return undefined;
  if (last !== undefined && (await isKept(pitanga, last))) {
    note(`Going on after ${last}.`);
    return last;
  }
  if (last !== undefined) note(`${last}, where it stopped, is no longer kept: it goes on with new events.`);
  const { data } = await pitanga.events.list({ limit: 1 });
  state.cameTo(data[0]?.id ?? null);
  return data[0]?.id;
}

/**
 * Every event after one; without one, from the first that the store has or will have. When the sandbox of the key is reset,
 * the events of its next store follow.
 */
async function* eventsAfter(
  { pitanga, printer, terminal }: Session,
  after: string | undefined,
): AsyncGenerator<WebhookEvent> {
  const { interrupted: signal } = terminal;
  let last = after;
  for (;;) {
    while (last === undefined) {
      for (const event of await listOldestFirst(pitanga, signal)) {
        yield event;
        last = event.id;
      }
      if (last === undefined) await wait(pollMs, undefined, { signal });
    }
    try {
      for await (const event of pitanga.events.stream({ after: last }, { signal })) {
        yield event;
        last = event.id;
      }
      return;
    } catch (error) {
      if (!(error instanceof PitangaError) || error.status === 401 || (await isKept(pitanga, last))) throw error;
      printer.note(`${last} is gone with what was in the sandbox: it goes on with new events.`);
      last = undefined;
    }
  }
}

async function listOldestFirst(pitanga: Pitanga, signal: AbortSignal): Promise<readonly WebhookEvent[]> {
  const newestFirst: Event[] = [];
  for await (const event of pitanga.events.list({ limit: 100 }, { signal })) newestFirst.push(event);
  return newestFirst
    .toReversed()
    .map(({ id, event, apiVersion, devMode, data }) => ({ id, event, apiVersion, devMode, data }) as WebhookEvent);
}

async function isKept(pitanga: Pitanga, id: string): Promise<boolean> {
  try {
    await pitanga.events.get(id);
    return true;
  } catch (error) {
    if (error instanceof PitangaError && [400, 404].includes(error.status)) return false;
    throw error;
  }
}

function parseNames(text: string | undefined): ReadonlySet<string> {
  const names = (text ?? '').split(',').filter((name) => name !== '');
  const unknown = names.find((name) => !eventNames.includes(name));
  if (unknown !== undefined) throw wrongUse(`There is no event ${unknown}.`, `There are: ${eventNames.join(', ')}`);
  return new Set(names);
}

/** `3000/hook` and `localhost:3000/hook` are what a person types. */
function parseEndpoint(text: string): URL {
  const address = /^\d+(?:\/|$)/.test(text) ? `127.0.0.1:${text}` : text;
  const url = /^https?:\/\//.test(address) ? address : `http://${address}`;
  if (!URL.canParse(url)) throw wrongUse(`${text} is not an address.`, 'It looks like http://127.0.0.1:3000/webhooks');
  return new URL(url);
}

function show({ printer }: Session, { id, event }: WebhookEvent, forwarded: Forwarded): void {
  const { status, problem, ms } = forwarded;
  if (printer.json) {
    printer.jsonLine({ id, event, ...forwarded });
    return;
  }
  const { green, red } = printer.colors;
  const outcome = status === null ? red(problem ?? '') : (status < 300 ? green : red)(String(status));
  printer.line(`${new Date().toLocaleTimeString('sv-SE')}  ${event}  ${outcome}  ${String(ms)} ms  ${id}`);
}
