import type { Command } from 'commander';
import { wrongUse } from '../failure';
import { openProfiles, type OpenSession, type Session } from '../session';
import { writeOnce } from '../api/undecided-write';

interface CreateOptions {
  readonly sampleData?: boolean;
  readonly use?: boolean;
}

/** Adds `sandbox create`, `list`, `reset` and `delete`: test stores that one can throw away. */
export function addSandboxCommands(program: Command, open: OpenSession): void {
  const sandbox = program.command('sandbox').description('Test stores that one can reset and throw away');

  sandbox
    .command('create')
    .description('Create a sandbox, and keep its key as the profile sandbox-<name>')
    .argument('[name]', 'a name of your own', 'Sandbox')
    .option('--sample-data', 'begin with products, customers, a coupon and payments')
    .option('--use', 'use the new profile from here on')
    .action(async (name: string, options: CreateOptions) => {
      await create(await open(), name, options);
    });

  sandbox
    .command('list')
    .description('List the sandboxes of the store')
    .action(async () => {
      const { pitanga, printer } = await open();
      const { data } = await pitanga.sandboxes.list();
      printer.answer(data);
    });

  sandbox
    .command('reset')
    .description('Begin anew: the same keys, and everything else deleted')
    .argument('[id]', 'the sandbox of the key when left out')
    .action(async (id: string | undefined) => {
      const session = await open();
      const chosen = id ?? (await findOwn(session));
      session.printer.answer(
        await once(session, (idempotencyKey) => session.pitanga.sandboxes.reset({ id: chosen }, { idempotencyKey })),
      );
    });

  sandbox
    .command('delete')
    .description('Delete a sandbox for good, with everything in it')
    .argument('[id]', 'the sandbox of the key when left out')
    .action(async (id: string | undefined) => {
      const session = await open();
      const chosen = id ?? (await findOwn(session));
      const deleted = await once(session, (idempotencyKey) =>
        session.pitanga.sandboxes.delete({ id: chosen }, { idempotencyKey }),
      );
      session.printer.answer(deleted);
      if (id === undefined) await forgetKey(session);
    });
}

async function create(session: Session, name: string, options: CreateOptions): Promise<void> {
  const { terminal, printer, account, pitanga } = session;
  const body = { name, sampleData: options.sampleData === true };
  const created = await once(session, (idempotencyKey) => pitanga.sandboxes.create(body, { idempotencyKey }));
  printer.answer(created);
  const profiles = openProfiles(terminal);
  const before = profiles.current;
  const profile = freeName(profileName(name), profiles.names());
  await profiles.keep(profile, account.url, created.secretKey);
  if (options.use !== true) profiles.use(before);
  const next = options.use === true ? `pitanga use ${before} goes back` : `pitanga use ${profile}`;
  terminal.err(`The secret key is kept as the profile ${profile}: ${next}.\n`);
}

/** The key that has deleted its own sandbox is refused from now on. */
async function forgetKey({ terminal, account }: Session): Promise<void> {
  if (account.profile === null) return;
  await openProfiles(terminal).forget(account.profile);
  terminal.err(`The profile ${account.profile} is forgotten with its key.\n`);
}

function once<R>({ terminal }: Session, write: (idempotencyKey: string) => Promise<R>): Promise<R> {
  return writeOnce(undefined, terminal.interrupted, write);
}

/** @throws 2 when the key is of a store, which may have several */
async function findOwn({ pitanga }: Session): Promise<string> {
  const [{ data: sandboxes }, store] = await Promise.all([pitanga.sandboxes.list(), pitanga.store.get()]);
  const own = sandboxes.find(({ storeId }) => storeId === store.id);
  if (own) return own.id;
  const ids = sandboxes.map(({ id, name }) => `${id} (${name})`).join(', ');
  throw wrongUse(
    'Which sandbox? The key is not of one.',
    ids === '' ? 'Run: pitanga sandbox create' : `There are: ${ids}.`,
  );
}

/** `sandbox-checkout-tests` of `Checkout tests`. */
function profileName(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return plain === '' || plain === 'sandbox' ? 'sandbox' : `sandbox-${plain}`;
}

/** Never that of another sandbox, whose key is shown nowhere again. */
function freeName(wanted: string, taken: readonly string[]): string {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? wanted : `${wanted}-${String(count)}`;
    if (!taken.includes(name)) return name;
  }
}
