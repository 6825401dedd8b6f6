import ipaddr from 'ipaddr.js';

/** Networks of one key. */
export const allowedAddressesMax = 50;

/** An address or a network (CIDR) in its short form; undefined for a text that is neither. */
export function normalizeNetwork(text: string): string | undefined {
  if (ipaddr.isValidCIDR(text)) {
    const [address, bits] = ipaddr.parseCIDR(text);
    return `${address.toString()}/${String(bits)}`;
  }
  // Also "10.1" is an address to some; here it is a slip.
  return isAddress(text) ? ipaddr.process(text).toString() : undefined;
}

/** Whether a client's address is one of the networks; every address is of none. IPv4 may be written as IPv6. */
export function isAllowed(networks: readonly string[], client: string): boolean {
  if (networks.length === 0) return true;
  if (!isAddress(client)) return false;
  const address = ipaddr.process(client);
  return networks.some((network) => {
    if (!network.includes('/')) return ipaddr.process(network).toString() === address.toString();
    const [base, bits] = ipaddr.parseCIDR(network);
    return base.kind() === address.kind() && address.match(base, bits);
  });
}

function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}
