import { configError } from '@pitanga/runtime';
import type { GatewayConfig } from '../../../config';
import type { Deps } from '../../../deps';

/**
 * The folder that /dev/mail shows.
 * @throws ConfigError where others than the owner of this machine would see the mail
 */
export function devMail({
  DEV_MAIL_DIRECTORY: directory,
  PUBLIC_URL,
}: Pick<GatewayConfig, 'DEV_MAIL_DIRECTORY' | 'PUBLIC_URL'>): Pick<Deps, 'devMailDirectory'> {
  if (directory === undefined) return {};
  const { hostname } = new URL(PUBLIC_URL);
  if (hostname !== 'localhost' && hostname !== '[::1]' && !/^127(\.\d{1,3}){3}$/.test(hostname)) {
    throw configError([
      'DEV_MAIL_DIRECTORY shows links that open accounts, and is for a PUBLIC_URL of this machine only',
    ]);
  }
  return { devMailDirectory: directory };
}
