import type { Clock } from '@pitanga/core';
import type { Api } from '../edge/api';

export interface SecurityText {
  /** The address that a reporter of a weakness writes to; undefined: nothing is served. */
  readonly contact: string | undefined;
  /** Of the installation, without a slash at its end. */
  readonly publicUrl: string;
  readonly clock: Clock;
}

const path = '/.well-known/security.txt';
/** RFC 9116 recommends less than a year, so that a copy kept elsewhere expires. */
const lifetimeMs = 90 * 86_400_000;

/** Where to tell of a weakness of this installation (docs/behaviour/http.md#security-text). */
export function registerSecurityText(app: Api, { contact, publicUrl, clock }: SecurityText): void {
  if (contact === undefined) return;
  app.get(path, { config: { permission: 'public' }, schema: { hide: true } } as const, (_request, reply) => {
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${new Date(clock.real().getTime() + lifetimeMs).toISOString()}`,
      'Preferred-Languages: pt, en',
      `Canonical: ${publicUrl}${path}`,
    ];
    return reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' })
      .send(`${lines.join('\n')}\n`);
  });
}
