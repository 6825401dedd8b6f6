import ipaddr from 'ipaddr.js';

/** The addresses that outgoing requests may reach. */
export interface EgressPolicy {
  /** Allows 127.0.0.0/8 and ::1, for receivers on a developer's machine. */
  readonly allowLoopback: boolean;
  /** Refuses plain http. */
  readonly requireHttps: boolean;
  /** CIDR ranges that the operator allows (private networks in development). */
  readonly allowedRanges?: readonly string[];
}

/**
 * A globally routable address that Azure's platform answers inside every machine (metadata and certificates), so never
 * a merchant's endpoint.
 */
const azurePlatformAddress = '168.63.129.16';

const globalUnicastV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True when a socket may be opened to this IP address. Public is IPv4 outside all special ranges, and IPv6 inside
 * 2000::/3 outside all special ranges. Every form that embeds an IPv4 address (mapped, ::/96, NAT64, 6to4, Teredo,
 * ISATAP) is refused: no public host is reachable only that way.
 */
export function isAllowedAddress(address: string, policy: EgressPolicy): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (policy.allowLoopback && parsed.range() === 'loopback') return true;
  if (policy.allowedRanges?.some((range) => contains(range, parsed)) === true) return true;
  return parsed instanceof ipaddr.IPv6 ? isPublicV6(parsed) : isPublicV4(parsed);
}

/** What a text of `allowedRanges` looks like: an address and a prefix length. */
export const addressRangePattern = '^[0-9a-fA-F.:]+/[0-9]{1,3}$';

/** What is wrong with the ranges of the setting `name`, or undefined. */
export function rangesFault(name: string, ranges: readonly string[]): string | undefined {
  const invalid = ranges.filter((range) => !ipaddr.isValidCIDR(range));
  return invalid.length === 0 ? undefined : `${name} has ${invalid.join(', ')}, which is no CIDR range`;
}

function isPublicV4(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address.range() === 'unicast' && address.toString() !== azurePlatformAddress;
}

function isPublicV6(address: ipaddr.IPv6): boolean {
  // ipaddr.js classifies `::7f00:1` and `::5efe:7f00:1` as unicast.
  return address.match(globalUnicastV6) && address.range() === 'unicast' && !isIsatap(address) && !address.zoneId;
}

/** Interface identifiers `0:5efe:a.b.c.d` and `200:5efe:a.b.c.d` tunnel to the embedded IPv4 address. */
function isIsatap(address: ipaddr.IPv6): boolean {
  const [, , , , fifth, sixth] = address.parts;
  return sixth === 0x5efe && (fifth === 0 || fifth === 0x200);
}

function contains(range: string, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const [network, bits] = ipaddr.parseCIDR(range);
  return network.kind() === address.kind() && address.match(network, bits);
}
