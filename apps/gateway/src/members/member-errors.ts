import { alreadyExists, type AppError, failedPrecondition, notFound, permissionDenied } from '@pitanga/core';
import { membersMax } from './member';

export function memberNotFound(): AppError {
  return notFound('Member not found', 'MEMBER_NOT_FOUND');
}

export function memberExists(): AppError {
  return alreadyExists('This person is a member already; update the role instead', 'MEMBER_EXISTS');
}

export function tooManyMembers(): AppError {
  return failedPrecondition(`A store can have ${String(membersMax)} members and open invitations`, 'TOO_MANY_MEMBERS');
}

export function lastOwner(): AppError {
  return failedPrecondition('A store keeps at least one owner', 'LAST_OWNER');
}

/** A person cannot grant, change or take away a role that can do more than they can. */
export function roleTooGreat(role: string): AppError {
  return permissionDenied(`The role ${role} has permissions that you lack`, 'ROLE_TOO_GREAT');
}
