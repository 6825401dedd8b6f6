import type { Command } from 'commander';
import { clockPatienceMs } from '../api/call';
import type { OpenSession } from '../session';
import { formatTime } from '../output/cell';
import { parseSpan } from './span';

/** Adds `clock show` and `clock advance SPAN`. */
export function addClockCommands(program: Command, open: OpenSession): void {
  const clock = program.command('clock').description("Show or move the test clock: the time of the store's test mode");

  clock
    .command('show')
    .description('Show what time it is in test mode')
    .action(async () => {
      const { pitanga, printer } = await open();
      const answer = await pitanga.testClock.get();
      if (printer.json) printer.answer(answer);
      else printer.line(`${formatTime(answer.now)}  ${printer.colors.dim(answer.now)}`);
    });

  clock
    .command('advance')
    .description('Move the time of test mode forward, and do all that is due on the way')
    .argument('<span>', '90s, 30min, 12h, 7d, 2w, 1mo, 1y, or a day or instant: 2027-01-31')
    .action(async (text: string) => {
      const span = parseSpan(text);
      const { pitanga, printer, terminal } = await open();
      const { now } = await pitanga.testClock.get();
      const options = { timeoutMs: clockPatienceMs, signal: terminal.interrupted };
      const answer = await pitanga.testClock.advance({ to: span(now) }, options);
      if (printer.json) {
        printer.answer(answer);
        return;
      }
      printer.line(`It is ${formatTime(answer.now)}.`);
      printer.answer(answer.happenings);
    });
}
