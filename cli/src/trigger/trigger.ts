import { Argument, type Command } from 'commander';
import { wrongUse } from '../failure';
import type { OpenSession, Session } from '../session';
import { findFlow, impossible, triggerable } from './flows';
import { Scene } from './scene';

/** Adds `trigger EVENT`. */
export function addTriggerCommand(program: Command, open: OpenSession): void {
  program
    .command('trigger')
    .summary('Bring an event about in test mode, by what really leads to it')
    .description(
      'Brings an event about in test mode, by what really leads to it, and waits until it is published. Each step is shown as the command that does it, and a shell can run them all again. Some move the test clock.',
    )
    .addArgument(new Argument('<event>').choices([...triggerable, ...Object.keys(impossible)]))
    .action(async (event: string) => {
      const flow = findFlow(event);
      await trigger(await open(), event, flow);
    });
}

async function trigger(session: Session, event: string, flow: (scene: Scene) => Promise<string>): Promise<void> {
  const { account, pitanga, printer, terminal } = session;
  if (account.isProduction)
    throw wrongUse('Events are triggered in test mode only.', 'Use a key that begins with pit_dev_.');
  const scene = new Scene(
    pitanga,
    (line) => {
      printer.note(line);
    },
    terminal.interrupted,
  );
  const recordId = await flow(scene);
  const published = await scene.until(event, async () => {
    const { data } = await pitanga.events.list({ type: event as never, recordId, limit: 1 });
    return data[0];
  });
  if (printer.json) printer.answer(published);
  else printer.line(`${printer.colors.green('Published')} ${event}  ${published.id}  of ${recordId}`);
}
