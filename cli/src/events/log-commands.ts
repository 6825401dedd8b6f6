import { setTimeout as wait } from 'node:timers/promises';
import type { Command } from 'commander';
import type { LoggedRequest } from '@pitanga-pay/sdk';
import { formatTime } from '../output/cell';
import type { OpenSession, Session } from '../session';
import { listen, type ListenOptions } from './listen';
import { untilInterrupted } from './until-interrupted';

/** The route that is asked for the log: each look at it would be a new request in it. */
const ownRoute = '/v2/request-log/list';
/** How long a request may go unseen; the log itself is a few seconds late. */
const pollMs = 2_000;

/** Adds `listen`, `logs` and `events`, whose `list` and `get` are those of the API. */
export function addEventCommands(program: Command, open: OpenSession): void {
  program
    .command('listen')
    .description('Forward events to an endpoint of this machine, signed as webhooks are, from where it stopped')
    .requiredOption('--forward-to <url>', 'http://127.0.0.1:3000/webhooks')
    .option('--events <a,b>', 'only these: transparent.completed,refund.failed')
    .option('--skip-verify', 'accept any certificate of the endpoint')
    .option('--after <id>', 'start after this event (evt_…)')
    .action(async (options: ListenOptions) => {
      await listen(await open(), options);
    });

  program
    .command('logs')
    .description('Show the newest requests of the API, of keys and of persons')
    .option('--tail', 'go on with new ones until Ctrl-C')
    .option('--limit <number>', 'how many of the past', '20')
    .action(async ({ tail, limit }: { tail?: boolean; limit: string }) => {
      await showLog(await open(), Number(limit), tail === true);
    });

  program
    .command('events')
    .description('Show the newest events; --tail goes on with new ones')
    .option('--tail', 'go on with new ones until Ctrl-C')
    .option('--limit <number>', 'how many of the past', '20')
    .action(async ({ tail, limit }: { tail?: boolean; limit: string }) => {
      await showEvents(await open(), Number(limit), tail === true);
    })
    // An option that both have is read as one of `events`, also after `list`.
    .hook('preSubcommand', (events, list) => {
      if (events.getOptionValueSource('limit') === 'cli') list.setOptionValue('limit', events.getOptionValue('limit'));
    });
}

async function showLog(session: Session, limit: number, tail: boolean): Promise<void> {
  const { pitanga, printer, terminal } = session;
  const { data, pagination } = await pitanga.requestLog.list({ limit });
  if (!tail) {
    if (printer.json) printer.page({ data, pagination }, 'request-log list');
    else for (const entry of data.toReversed()) showRequest(session, entry);
    return;
  }
  showOthers(session, data);
  let last = data[0]?.id;
  const { interrupted } = terminal;
  await untilInterrupted(interrupted, async () => {
    for (;;) {
      await wait(pollMs, undefined, { signal: interrupted });
      const page = await pitanga.requestLog.list(last === undefined ? {} : { before: last }, { signal: interrupted });
      showOthers(session, page.data);
      last = page.data[0]?.id ?? last;
    }
  });
}

function showOthers(session: Session, newestFirst: readonly LoggedRequest[]): void {
  for (const entry of newestFirst.toReversed()) if (entry.route !== ownRoute) showRequest(session, entry);
}

function showRequest({ printer }: Session, entry: LoggedRequest): void {
  if (printer.json) {
    printer.jsonLine(entry);
    return;
  }
  const { method, route, status, ms, code, requestId, createdAt } = entry;
  const colour = status < 400 ? printer.colors.green : printer.colors.red;
  const parts = [
    formatTime(createdAt),
    colour(String(status)),
    method.padEnd(4),
    route,
    `${String(ms)} ms`,
    code,
    requestId,
  ];
  printer.line(parts.filter((part) => part !== null).join('  '));
}

async function showEvents({ pitanga, printer, terminal }: Session, limit: number, tail: boolean): Promise<void> {
  const page = await pitanga.events.list({ limit });
  if (!tail) {
    printer.page(page, 'events list');
    return;
  }
  const { interrupted } = terminal;
  await untilInterrupted(interrupted, async () => {
    for await (const event of pitanga.events.stream({}, { signal: interrupted })) {
      if (printer.json) printer.jsonLine(event);
      else printer.line(`${new Date().toLocaleTimeString('sv-SE')}  ${event.event}  ${event.id}`);
    }
  });
}
