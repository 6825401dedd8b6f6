import type { Command } from 'commander';
import { webhooks } from '@pitanga-pay/sdk';
import { wrongUse } from '../failure';
import { Printer } from '../output/printer';
import type { GlobalOptions } from '../session';
import { readAll, type Terminal } from '../terminal';

interface VerifyOptions {
  readonly secret?: string;
  readonly header: readonly string[];
  readonly tolerance: string;
}

/** Adds `verify`, which needs no key and no network. */
export function addVerifyCommand(program: Command, terminal: Terminal): void {
  program
    .command('verify')
    .description('Verify a webhook: its body from standard input, exactly as it came')
    .option('--secret <secret>', 'of the webhook (whsec_…); PITANGA_WEBHOOK_SECRET when left out')
    .option(
      '--header <line>',
      "a header, 'webhook-id: …'; once for each of webhook-id, webhook-timestamp and webhook-signature",
      (line: string, before: readonly string[]) => [...before, line],
      [],
    )
    .option('--tolerance <seconds>', 'how old it may be', '300')
    .action(async (options: VerifyOptions) => {
      const secret = options.secret ?? terminal.env.PITANGA_WEBHOOK_SECRET;
      if (secret === undefined || secret === '')
        throw wrongUse('The secret is missing.', 'Add --secret whsec_…, or set PITANGA_WEBHOOK_SECRET.');
      const toleranceMs = Number(options.tolerance) * 1_000;
      const event = await webhooks.verify(await readAll(terminal.stdin), parseHeaders(options.header), secret, {
        toleranceMs,
      });
      const printer = new Printer(terminal, program.opts<GlobalOptions>().json === true);
      if (printer.json) printer.answer(event);
      else printer.line(`${printer.colors.green('Genuine')}: ${event.event}  ${event.id}`);
    });
}

function parseHeaders(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      if (colon < 1) throw wrongUse(`${line} is not a header.`, "It looks like --header 'webhook-id: evt_…'");
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}
