import { normalizeEmail } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { databaseConfig, loadConfig, publicUrlConfig, sealerFromConfig, sealingConfig } from '@pitanga/runtime';
import { Option, type Command } from 'commander';
import { Type } from 'typebox';
import { permissions } from '../access/permission';
import { roles } from '../access/role';
import { messageLanguages } from '../access/language';
import { type AccountMessage } from '../account-messages/account-message';
import { createLinkTokens } from '../account-messages/link-tokens';
import { linkInvalid } from '../account-messages/message-errors';
import { findLink, listOpenMessages } from '../account-messages/message-repository';
import type { LinkDeps } from '../account-messages/send-link';
import { findFactors } from '../factors/factor-repository';
import { listMemberships } from '../members/member-repository';
import { invite, type NewMember } from '../managing-members/member-service';
import { eraseUser, resetSecondFactor } from '../signing-in/operate-users';
import type { User } from '../users/user';
import { userNotFound } from '../users/user-errors';
import { findUser, findUserByEmail, listUsers } from '../users/user-repository';
import { createDeps } from '../use-case-deps';
import { printKeysMadeBy } from './made-key-commands';
import { operatorCause, print, printTable, withStoreDeps, type AdminTool } from './admin-tool';

const peopleConfig = Type.Object({
  ...databaseConfig,
  ...sealingConfig,
  PUBLIC_URL: publicUrlConfig,
  PAGE_KEY: Type.String({ minLength: 1, description: 'the PAGE_KEY of the gateway, which signs links' }),
});

const linksMax = 1000;
const usersMax = 1000;

interface Output {
  readonly json?: boolean;
}

interface UserChoice extends Output {
  readonly id?: string;
  readonly email?: string;
}

/** `links list` and `links show`, `users list`, `show`, `erase` and `reset-second-factor`, and `stores invite`. */
export function registerPeople(program: Command, stores: Command, tool: AdminTool): void {
  stores
    .command('invite')
    .description('invite a person to a store, in the place of an open invitation, and print the link')
    .requiredOption('--store <id>', 'the store')
    .requiredOption('--email <address>', 'of the person')
    .addOption(new Option('--role <role>', 'what the person may do').choices(roles).makeOptionMandatory())
    .addOption(
      new Option('--language <language>', 'of the mail; else that of the person, and pt-BR').choices(messageLanguages),
    )
    .option('--json', 'print JSON')
    .action((flags: Output & NewMember & { store: string }) => inviteMember(tool, flags));
  const links = program
    .command('links')
    .description('messages with links to people, which are mailed where this installation sends mail');
  links
    .command('list')
    .description('list the messages whose links still work, newest first')
    .option('--json', 'print JSON')
    .action((flags: Output) => listLinks(tool, flags));
  links
    .command('show')
    .description('print the link of a message: whoever has it can use it')
    .requiredOption('--id <message>', 'the message, as links list shows it')
    .action((flags: { id: string }) => showLink(tool, flags.id));
  registerUsers(program, tool);
}

function registerUsers(program: Command, tool: AdminTool): void {
  const users = program.command('users').description('people who sign in to the dashboard');
  const one = (name: string, description: string): Command =>
    users
      .command(name)
      .description(description)
      .option('--id <user>', 'the user')
      .option('--email <address>', 'or by e-mail');
  users
    .command('list')
    .description('list users, oldest first')
    .option('--json', 'print JSON')
    .action((flags: Output) => showUsers(tool, flags));
  one('show', 'everything that is held about a user')
    .option('--json', 'print JSON')
    .action((flags: UserChoice) => showUser(tool, flags));
  one('erase', 'erase a user for good; the last owner of a store stays').action((flags: UserChoice) =>
    withPeople(tool, async (deps) => {
      const { id } = await chosenUser(deps, flags);
      await eraseUser(deps, operatorCause(tool, deps), id);
      print(`Erased ${id}.`);
      await printKeysMadeBy(tool, deps, id);
    }),
  );
  one('reset-second-factor', 'remove the factors of a user who has lost them, and end the sessions').action(
    (flags: UserChoice) =>
      withPeople(tool, async (deps) => {
        const { id } = await chosenUser(deps, flags);
        await resetSecondFactor(deps, operatorCause(tool, deps), id);
        print(`${id} signs in with the password alone, and should set up a new factor.`);
      }),
  );
}

async function withPeople(tool: AdminTool, work: (deps: LinkDeps) => Promise<void>): Promise<void> {
  const config = loadConfig(peopleConfig, tool.env);
  await withStoreDeps(tool, (deps) =>
    work(
      createDeps(deps.db, {
        ...deps.tools,
        all: tool.all,
        log: tool.log,
        sealer: sealerFromConfig(config),
        linkTokens: createLinkTokens(config.PAGE_KEY),
        publicUrl: config.PUBLIC_URL,
        logsLinks: false,
      }),
    ),
  );
}

async function inviteMember(
  tool: AdminTool,
  { store: storeId, email, role, language, json }: Output & NewMember & { store: string },
): Promise<void> {
  await withPeople(tool, async (deps) => {
    const { actor, requestId } = operatorCause(tool, deps);
    const caller = { actor, permissions: new Set<string>(permissions), context: { requestId } };
    const { record, link } = await transact(deps, (tx) => invite(tx, { storeId }, { email, role, language }, caller));
    if (json === true) print(JSON.stringify({ ...record, link }));
    else print(`${link}\n\nGive this link to the person: it works once, until ${String(record.expiresAt)}.`);
  });
}

async function listLinks(tool: AdminTool, { json }: Output): Promise<void> {
  await withPeople(tool, async ({ db, all, sealer, clock }) => {
    const open = await listOpenMessages(db, all, sealer, { now: clock.real(), limit: linksMax });
    const lines = open.map(messageLine);
    if (json === true) print(JSON.stringify(lines));
    else if (lines.length === 0) print('No links.');
    else printTable(lines);
  });
}

function messageLine({ id, kind, email, invitation, createdAt, expiresAt }: AccountMessage): Record<string, string> {
  return {
    id,
    kind,
    email,
    store: invitation?.storeId ?? '',
    role: invitation?.role ?? '',
    created: createdAt.toISOString(),
    expires: expiresAt.toISOString(),
  };
}

async function showLink(tool: AdminTool, id: string): Promise<void> {
  await withPeople(tool, async ({ db, all, sealer, clock }) => {
    const link = await findLink(db, all, sealer, id, clock.real());
    if (link === undefined) throw linkInvalid();
    print(link);
  });
}

async function showUsers(tool: AdminTool, { json }: Output): Promise<void> {
  await withPeople(tool, async ({ db, all, sealer }) => {
    const users = await listUsers(db, all, sealer, { after: '', limit: usersMax });
    const lines = users.map(({ id, email, createdAt }) => ({ id, email, created: createdAt.toISOString() }));
    if (json === true) print(JSON.stringify(lines));
    else if (lines.length === 0) print('No users.');
    else printTable(lines);
  });
}

async function chosenUser({ db, all, sealer }: LinkDeps, { id, email }: UserChoice): Promise<User> {
  const normal = email === undefined ? undefined : normalizeEmail(email);
  const byEmail = normal === undefined ? undefined : await findUserByEmail(db, all, sealer, normal);
  const user = id === undefined ? byEmail : await findUser(db, all, sealer, id);
  if (!user) throw userNotFound();
  return user;
}

async function showUser(tool: AdminTool, flags: UserChoice): Promise<void> {
  await withPeople(tool, async (deps) => {
    const { db, all } = deps;
    const { id, email, createdAt, passwordChangedAt, language } = await chosenUser(deps, flags);
    const stores = (await listMemberships(db, all, id)).map(({ storeId, role }) => `${storeId} ${role}`);
    const { hasTotp, passkeys, recoveryCodes } = await findFactors(db, all, id);
    const shown = {
      id,
      email,
      createdAt: createdAt.toISOString(),
      passwordChangedAt: passwordChangedAt.toISOString(),
      language: language ?? null,
      stores,
      totp: hasTotp,
      passkeys,
      recoveryCodes,
    };
    if (flags.json === true) print(JSON.stringify(shown));
    else printTable(Object.entries(shown).map(([name, value]) => ({ name, value: String(value) })));
  });
}
