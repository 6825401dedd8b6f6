import { AppError, permissionDenied } from '@pitanga/core';

/** What two people decide, no key does. */
export function personRequired(): AppError {
  return permissionDenied('This is for members who are signed in, and for no API key', 'PERSON_REQUIRED');
}

/** Who holds such a key could do for good what its maker no longer may. */
export function keyMakerGone(): AppError {
  return permissionDenied(
    'Whoever made this API key may no longer do this, so the key may not either: a member makes another key',
    'KEY_MAKER_GONE',
  );
}

export function ownerRequired(permission: string): AppError {
  return new AppError({
    kind: 'PERMISSION_DENIED',
    reason: 'OWNER_REQUIRED',
    message: `Only an owner who is signed in makes a production key with ${permission}`,
    metadata: { permission },
  });
}
