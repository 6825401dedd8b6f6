/** Whether a host is an IP address, to which browsers bind no passkey. */
export function isAddress(hostname: string): boolean {
  return /^\d+(\.\d+){3}$/.test(hostname) || hostname.startsWith('[');
}
