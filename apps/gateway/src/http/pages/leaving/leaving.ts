import { toReturnHost } from '../../../stores/return-hosts';

/** Whether, and to which hosts, a page takes its visitor away without being asked. */
export interface Leaving {
  /** No test page leaves by itself: its address would send people anywhere. */
  readonly isTest: boolean;
  /** Those that the store has confirmed. */
  readonly hosts: readonly string[];
  /** Where a button leads that has no address of its own. */
  readonly website?: string | undefined;
}

/** The host of an address that others gave. */
export function hostName(url: string): string {
  return toReturnHost(url) ?? url;
}

export function leavesByItself(url: string | undefined, { isTest, hosts }: Leaving): url is string {
  return url !== undefined && !isTest && hosts.includes(hostName(url));
}
