/** Where a request came from, as mail about security shows it to people: masked, and in no table for longer than that mail. */
export interface Origin {
  /** `Chrome (Windows)`; empty for a program. */
  readonly device: string;
  /** `203.0.113.x`: the end of an address, which may be one person's, is left out. */
  readonly address: string;
}

const browsers = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'] as const;
const browserNames: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera' };
const systems = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux'] as const;

/** `Chrome (Windows)`: enough for its person to know, and not the whole text, which a stranger writes. */
export function describeBrowser(userAgent: string): string {
  const browser = browsers.find((name) => userAgent.includes(`${name}/`));
  const system = systems.find((name) => userAgent.includes(name));
  if (browser === undefined) return system ?? '';
  const name = browserNames[browser] ?? browser;
  return system === undefined ? name : `${name} (${system})`;
}

/** Of an IPv4 address the first three parts, of an IPv6 address its network of 64 bits; empty without an address. */
export function maskAddress(network: string): string {
  if (network === '') return '';
  return network.includes(':') ? `${network}::x` : network.replace(/\.\d+$/, '.x');
}
