import { Command } from 'commander';
import { addAccountCommands } from './account/account-commands';
import { addResourceCommands } from './api/resource-commands';
import { addClockCommands } from './clock/clock-commands';
import { addOpenCommand } from './commands/open-record';
import { addPayCommand } from './commands/pay';
import { addVerifyCommand } from './commands/verify';
import { addEventCommands } from './events/log-commands';
import type { McpOptions } from './mcp/server';
import { addSandboxCommands } from './sandbox/sandbox-commands';
import { openSession, type GlobalOptions, type OpenSession } from './session';
import type { Terminal } from './terminal';
import { addTriggerCommand } from './trigger/trigger';

const exitCodeText = `
Exit codes:
  0  done
  1  refused: by the API, a webhook that is not genuine, an event that did not come
  2  wrong use: a word, an option or a value
  3  not signed in: no key, or one that the API does not accept
  4  no answer: the network, a time-out, or an error of the server
  5  a defect of this program`;

/** Every command. It throws CommanderError instead of ending the process. */
export function createProgram(terminal: Terminal, version: string): Command {
  const program = new Command('pitanga');
  // First, because commands inherit it.
  program
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(add --help for more)');
  program
    .description('The command line of Pitanga: payments in Brazil by Pix, boleto and card')
    .version(version, '-V, --version')
    .option('--json', "print the API's answer as JSON")
    .option('--key <key>', 'use this API key; before PITANGA_KEY and the profile')
    .option('--url <url>', 'use this installation; before PITANGA_URL and that of the profile')
    .option('--profile <name>', 'use the key and address that login kept under this name; before the environment')
    .option('--yes', 'change production without being asked')
    .option('--no-warnings', 'leave out what the API says beside an answer')
    .addHelpText('after', exitCodeText);

  const open: OpenSession = () => openSession(terminal, program.opts<GlobalOptions>());
  program.commandsGroup('Account:');
  addAccountCommands(program, terminal, open);
  program.commandsGroup('While you build:');
  addEventCommands(program, open);
  addTriggerCommand(program, open);
  addPayCommand(program, open);
  addClockCommands(program, open);
  addSandboxCommands(program, open);
  addOpenCommand(program, open);
  addVerifyCommand(program, terminal);
  addMcpCommand(program, open, version);
  program
    .command('completion')
    .description('Print the completion of a shell')
    .argument('<shell>', 'bash, zsh, fish or powershell');
  program.commandsGroup('The API:');
  addResourceCommands(program, open);
  return program;
}

function addMcpCommand(program: Command, open: OpenSession, version: string): void {
  program
    .command('mcp')
    .description('Serve the API to an assistant (Model Context Protocol, standard input and output)')
    .option('--write', 'also what changes something; reads alone when left out')
    .option('--live', 'also with a key of production')
    .action(async (options: McpOptions) => {
      const { serve } = await import('./mcp/server');
      await serve(await open(), options, version);
    });
}
