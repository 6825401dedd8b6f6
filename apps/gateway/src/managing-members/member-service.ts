import {
  isSandboxStore,
  normalizeEmail,
  pageWhole,
  type Page,
  type PageRequest,
  type StoreScope,
  type Tenant,
} from '@pitanga/core';
import { sealedResponse, writeOnce, type ResponseCodec, type Tx } from '@pitanga/database';
import type { CallContext } from '@pitanga/rpc';
import { keyMakerGone, personRequired } from '../access/access-errors';
import type { Actor } from '../access/actor';
import { mayGrant, type Role } from '../access/role';
import type { MessageLanguage } from '../access/language';
import { listInvitations, withdrawInvitation, withdrawInvitations } from '../account-messages/message-repository';
import { limitInvitations } from './limit-invitations';
import { sendLink, type LinkDeps, type LinkTxDeps } from '../account-messages/send-link';
import { keyInvalid } from '../api-keys/api-key-errors';
import { holdLiveApiKey } from '../api-keys/api-key-repository';
import { findKeyMaker } from '../api-keys/key-maker';
import { appendAudit } from '../audit/audit-log';
import { keyedCall } from '../stored-json';
import type { Store } from '../stores/store';
import { requirePersonFor } from '../stores/store-approvers';
import { notInSandbox, storeNotFound } from '../stores/store-errors';
import { lockStore } from '../stores/store-repository';
import { emailInvalid } from '../users/user-errors';
import { findUserByEmail } from '../users/user-repository';
import { membersMax } from '../members/member';
import { lastOwner, memberExists, memberNotFound, roleTooGreat, tooManyMembers } from '../members/member-errors';
import {
  countMembers,
  countOwners,
  deleteMember,
  findMember,
  listMembers,
  updateRole,
  type ShownMember,
} from '../members/member-repository';
import { listMadeLiveKeys, revokeMadeKeys, withdrawInvitationsThrough } from './made-keys';
import {
  invitationRecord,
  memberRecord,
  type MemberRecord,
  type RemovedMember,
  type RevokedKeys,
} from './member-records';

/** The key, session or operator that changes members. */
export interface MemberCaller {
  readonly actor: Actor;
  readonly permissions: ReadonlySet<string>;
  readonly context: CallContext;
}

export interface NewMember {
  readonly email: string;
  readonly role: Role;
  /** Of the mail; else that of the person, that of who invites, and Portuguese. */
  readonly language?: MessageLanguage | undefined;
  readonly inviterLanguage?: MessageLanguage | undefined;
}

/** The operations of members, for the routes: each write at most once for an Idempotency-Key. */
export interface Members {
  /** Members and open invitations. */
  listMembers(
    request: { readonly tenant: Tenant; readonly page: PageRequest },
    caller: MemberCaller,
  ): Promise<Page<MemberRecord>>;
  inviteMember(request: { readonly tenant: Tenant } & NewMember, caller: MemberCaller): Promise<MemberRecord>;
  updateMember(
    request: { readonly tenant: Tenant; readonly id: string; readonly role: Role },
    caller: MemberCaller,
  ): Promise<MemberRecord>;
  removeMember(request: { readonly tenant: Tenant; readonly id: string }, caller: MemberCaller): Promise<RemovedMember>;
  /** Revokes the live keys of both environments that a person made, a member or not. */
  revokeKeys(request: { readonly tenant: Tenant; readonly id: string }, caller: MemberCaller): Promise<RevokedKeys>;
}

export function createMembers(deps: LinkDeps): Members {
  const once = async <R extends MemberRecord | RevokedKeys>(
    tenant: Tenant,
    { context }: MemberCaller,
    work: (tx: LinkTxDeps) => Promise<R>,
  ): Promise<R> => {
    // Its members are those of the store that has it.
    if (isSandboxStore(tenant)) throw notInSandbox();
    // The stored answer has an e-mail. Times are texts in it.
    const codec = sealedResponse(deps.sealer, tenant, context.idempotency, storedText<R>());
    return writeOnce(deps, keyedCall(tenant, context), codec, work);
  };
  return {
    listMembers: async ({ tenant, page }) =>
      pageWhole(await listAll(deps, tenant), page, ({ id, createdAt }) => ({ id, createdAt: new Date(createdAt) })),
    inviteMember: ({ tenant, ...input }, caller) =>
      once(tenant, caller, async (tx) => (await invite(tx, tenant, input, caller)).record),
    updateMember: ({ tenant, id, role }, caller) =>
      once(tenant, caller, (tx) => updateMember(tx, tenant, { id, role }, caller)),
    removeMember: async ({ tenant, id }, caller) => {
      const removed = await once(tenant, caller, (tx) => removeMember(tx, tenant, id, caller));
      // A repeat of a request to the version before has an answer without them.
      return { ...removed, apiKeys: (removed as Partial<RemovedMember>).apiKeys ?? [] };
    },
    revokeKeys: ({ tenant, id }, caller) =>
      once(tenant, caller, async (tx) => {
        const cause = { actor: caller.actor, requestId: caller.context.requestId };
        return { id, apiKeys: await revokeMadeKeys(tx, tenant, cause, id) };
      }),
  };
}

function storedText<R>(): ResponseCodec<R> {
  return {
    encode: (record) => ({ finish: () => Buffer.from(JSON.stringify(record)) }),
    decode: (bytes) => JSON.parse(Buffer.from(bytes).toString()) as R,
  };
}

/** At most `membersMax`. */
async function listAll({ db, sealer, clock }: LinkDeps, scope: StoreScope): Promise<readonly MemberRecord[]> {
  const members = await listMembers(db, scope, sealer);
  const invitations = await listInvitations(db, scope, sealer, { now: clock.real(), limit: membersMax });
  return [...invitations.map(invitationRecord), ...members.map(memberRecord)];
}

/**
 * Invites an e-mail to a store, in the place of an earlier open invitation. The answer does not tell whether the e-mail
 * has an account. An invitation of an API key ends with the key.
 * @throws AppError PERMISSION_DENIED for a role beyond the caller's permissions or that no key gives, ALREADY_EXISTS for
 * a member, RESOURCE_EXHAUSTED for more than a store, its maker or an e-mail may have within an hour
 */
export async function invite(
  tx: LinkTxDeps,
  scope: StoreScope,
  { email: text, role, ...languages }: NewMember,
  { actor, permissions, context }: MemberCaller,
): Promise<{ readonly record: MemberRecord; readonly link: string }> {
  const email = normalizeEmail(text);
  if (email === undefined) throw emailInvalid();
  if (!mayGrant(permissions, role)) throw roleTooGreat(role);
  // The lock on the store's row makes the counts and the writes of one store atomic.
  const store = await lockStore(tx.db, scope);
  if (!store) throw storeNotFound();
  requirePersonFor(store, actor, role);
  requirePersonForOwner(actor, role);
  const user = await findUserByEmail(tx.db, tx.all, tx.sealer, email);
  if (user && (await findMember(tx.db, scope, tx.sealer, user.id))) throw memberExists();
  const now = tx.clock.real();
  await limitInvitations(tx, scope, actor, email);
  await withdrawInvitations(tx.db, scope, tx.sealer, email, now);
  const open = await listInvitations(tx.db, scope, tx.sealer, { now, limit: membersMax });
  if ((await countMembers(tx.db, scope)) + open.length >= membersMax) throw tooManyMembers();
  const invitedBy = actor.kind === 'OPERATOR' ? undefined : actor.id;
  const invitation = { storeId: scope.storeId, role, invitedBy };
  const endsBy = await findInviterExpiry(tx, scope, actor);
  const language = languages.language ?? user?.language ?? languages.inviterLanguage;
  const { message, link } = await sendLink(tx, { kind: 'INVITATION', email, invitation, language, endsBy });
  await appendAudit(tx, scope, {
    actor,
    action: 'member.invited',
    target: { type: 'INVITATION', id: message.id },
    after: { role },
    requestId: context.requestId,
  });
  return { record: invitationRecord(message), link };
}

/**
 * When the right to invite ends by itself. What admitted the maker is remembered for up to a second: one who was removed or
 * revoked in it leaves no invitation behind.
 */
async function findInviterExpiry(tx: LinkTxDeps, scope: StoreScope, { kind, id }: Actor): Promise<Date | undefined> {
  if (kind === 'OPERATOR') return undefined;
  if (kind === 'USER') {
    if (!(await findMember(tx.db, scope, tx.sealer, id))) throw storeNotFound();
    return undefined;
  }
  const key = await holdLiveApiKey(tx.db, scope, id, tx.clock.real());
  if (!key) throw keyInvalid();
  const maker = await findKeyMaker(tx.db, scope, id);
  if (maker && maker.role === undefined) throw keyMakerGone();
  return key.expiresAt;
}

async function updateMember(
  tx: LinkTxDeps,
  scope: StoreScope,
  { id, role }: { readonly id: string; readonly role: Role },
  { actor, permissions, context }: MemberCaller,
): Promise<MemberRecord> {
  const { store, member } = await lockMember(tx, scope, id);
  for (const one of [member.role, role]) if (!mayGrant(permissions, one)) throw roleTooGreat(one);
  requirePersonFor(store, actor, role);
  for (const one of [member.role, role]) requirePersonForOwner(actor, one);
  if (member.role === role) return memberRecord(member);
  if (member.role === 'OWNER') await keepAnOwner(tx.db, scope);
  const updatedAt = tx.clock.real();
  await updateRole(tx.db, scope, id, role, updatedAt);
  // Made with the permissions of the role before.
  await withdrawInvitationsThrough(tx.db, scope, id, updatedAt);
  await appendAudit(tx, scope, {
    actor,
    action: 'member.updated',
    target: { type: 'USER', id },
    before: { role: member.role },
    after: { role },
    requestId: context.requestId,
  });
  return memberRecord({ ...member, role, updatedAt });
}

/** Removes a member with the invitations that they made, or withdraws an invitation. */
async function removeMember(
  tx: LinkTxDeps,
  scope: StoreScope,
  id: string,
  { actor, permissions, context }: MemberCaller,
): Promise<RemovedMember> {
  const now = tx.clock.real();
  const invitation = await withdrawInvitation(tx.db, scope, tx.sealer, id, now);
  const removed = invitation ? invitationRecord(invitation) : memberRecord((await lockMember(tx, scope, id)).member);
  if (!mayGrant(permissions, removed.role)) throw roleTooGreat(removed.role);
  requirePersonForOwner(actor, removed.role);
  if (!invitation) await deleteWithInvitations(tx.db, scope, removed, now);
  await appendAudit(tx, scope, {
    actor,
    action: invitation ? 'member.invitation_withdrawn' : 'member.removed',
    target: { type: invitation ? 'INVITATION' : 'USER', id },
    before: { role: removed.role },
    requestId: context.requestId,
  });
  return { ...removed, apiKeys: invitation ? [] : await listMadeLiveKeys(tx.db, scope, id, now) };
}

async function deleteWithInvitations(tx: Tx, scope: StoreScope, { id, role }: MemberRecord, now: Date): Promise<void> {
  if (role === 'OWNER') await keepAnOwner(tx, scope);
  await deleteMember(tx, scope, id);
  await withdrawInvitationsThrough(tx, scope, id, now);
}

/** A key that made owners, or took them away, would be one for good. */
function requirePersonForOwner({ kind }: Actor, role: Role): void {
  if (role === 'OWNER' && kind === 'KEY') throw personRequired();
}

/** Locks the store of a member. */
async function lockMember(
  tx: LinkTxDeps,
  scope: StoreScope,
  id: string,
): Promise<{ readonly store: Store; readonly member: ShownMember }> {
  const store = await lockStore(tx.db, scope);
  const member = store && (await findMember(tx.db, scope, tx.sealer, id));
  if (!member) throw memberNotFound();
  return { store, member };
}

/** Under the lock of the store, so that of two owners who remove each other one stays. */
async function keepAnOwner(tx: Tx, scope: StoreScope): Promise<void> {
  if ((await countOwners(tx, scope)) <= 1) throw lastOwner();
}
