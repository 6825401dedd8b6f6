import addTab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';

/** Adds `completion <shell>`, which prints a script, and the hidden `complete` that the script calls with what is typed. */
export function addCompletion(program: Command): void {
  // Its own command has the name of the one that only shows it in the help.
  const shown = program.commands.findIndex((command) => command.name() === 'completion');
  (program.commands as Command[]).splice(shown, 1);
  addTab(program, { completionCommandName: 'completion' });
}
