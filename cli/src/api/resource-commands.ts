import { type Command, Option } from 'commander';
import type { Printer } from '../output/printer';
import type { OpenSession, Session } from '../session';
import { readAll } from '../terminal';
import groups from '../gen/groups.json';
import operations from '../gen/operations.json';
import { call, callPaged, type Pages } from './call';
import { readInput } from './input';
import { commandText, type Field, type Operation } from '@pitanga/assistant';
import { writeOnce } from './undecided-write';

/** Every operation of the API in the order of its document. */
export const allOperations = operations as readonly Operation[];

/** Adds a command for every operation: `charges list`, `webhooks deliveries get <id>`. */
export function addResourceCommands(program: Command, open: OpenSession): void {
  for (const operation of allOperations) {
    const group = operation.words
      .slice(0, -1)
      .reduce((parent, word, index) => findGroup(parent, word, operation.words.slice(0, index + 1).join(' ')), program);
    addCommand(group, operation, open);
  }
}

function findGroup(parent: Command, word: string, path: string): Command {
  const known = parent.commands.find((command) => command.name() === word);
  return (
    known ??
    parent
      .command(word)
      .helpCommand(false)
      .description((groups as Record<string, string>)[path] ?? '')
  );
}

function addCommand(group: Command, operation: Operation, open: OpenSession): void {
  const command = group.command(operation.words.at(-1) ?? '').summary(operation.summary);
  command.description(describeOperation(operation));
  if (operation.argument !== undefined) command.argument(argumentText(operation));
  for (const field of operation.fields) if (field.name !== operation.argument) command.addOption(buildOption(field));
  if (operation.write && operation.fields.length > 0)
    command.option('--data <json>', 'the whole body as JSON: text, @file or - for standard input; options go over it');
  if (operation.write) command.option('--idempotency-key <key>', 'the same key makes a repeat of this call safe');
  if (operation.paged) command.option('--all', 'every page instead of the first; with --json one record a line');
  command.action(async (...given: unknown[]) => {
    const argument = operation.argument === undefined ? undefined : (given[0] as string | undefined);
    await run(operation, argument, given.at(-2) as Record<string, unknown>, await open());
  });
}

async function run(
  operation: Operation,
  argument: string | undefined,
  options: Readonly<Record<string, unknown>>,
  session: Session,
): Promise<void> {
  const { terminal, pitanga, printer } = session;
  const signal = terminal.interrupted;
  const data = options.data as string | undefined;
  const input = await readInput(operation, { argument, options, data }, () => readAll(terminal.stdin));
  if (operation.paged) {
    const pages = callPaged(pitanga, operation, input, { signal });
    if (options.all === true) await printAll(pages, printer);
    else printer.page(await pages, commandText(operation));
    return;
  }
  if (!operation.write) {
    printer.answer(await call(pitanga, operation, input, { signal }));
    return;
  }
  await session.confirmWrite(commandText(operation));
  printer.answer(
    await writeOnce(options.idempotencyKey as string | undefined, signal, (idempotencyKey) =>
      call(pitanga, operation, input, { signal, idempotencyKey }),
    ),
  );
}

async function printAll(pages: Pages, printer: Printer): Promise<void> {
  const records: unknown[] = [];
  for await (const record of pages) {
    if (printer.json) printer.jsonLine(record);
    else records.push(record);
  }
  if (!printer.json) printer.answer(records);
}

/** The argument may be left out where another field finds the record too. */
function argumentText({ argument = '', fields, write }: Operation): string {
  const isOnlyWay = fields.length === 1 || fields.some(({ name, required }) => name === argument && required === true);
  const others = fields.some(({ name }) => ['externalId', 'email', 'taxId'].includes(name));
  return isOnlyWay || (write && !others) ? `<${argument}>` : `[${argument}]`;
}

function describeOperation({ summary, text, permission }: Operation): string {
  const needs = permission === null ? '' : `Needs the permission ${permission}.`;
  return [`${summary}.`, text, needs].filter((part) => part !== '').join('\n\n');
}

const valueNames: Readonly<Record<Field['type'], string>> = {
  string: '<text>',
  integer: '<number>',
  number: '<number>',
  boolean: '[true|false]',
  list: '<a,b>',
  json: '<json>',
};

function buildOption({ name, type, required, choices, text }: Field): Option {
  const sentence = [text, required === true ? '(required)' : undefined].filter((part) => part !== undefined).join(' ');
  const option = new Option(`--${name} ${valueNames[type]}`, sentence);
  if (type === 'list')
    return option.argParser((given, before: readonly string[] | undefined) => [...(before ?? []), ...given.split(',')]);
  return choices === undefined ? option : option.choices(choices);
}
