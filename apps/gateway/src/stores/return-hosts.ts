/** As many as one store may confirm. */
export const returnHostsMax = 100;

/** `shop.example` of a host or an address, with a port that is not its scheme's; undefined for another text. */
export function toReturnHost(text: string): string | undefined {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  if (url === null || url.hostname === '' || url.username !== '' || url.password !== '' || /[\s\\]/.test(text)) {
    return undefined;
  }
  return url.host;
}

/** The hosts to which payment pages take buyers by themselves: those that the store confirmed, and that of its website. */
export function trustedHosts({
  website,
  returnHosts,
}: {
  readonly website: string;
  readonly returnHosts: readonly string[];
}): readonly string[] {
  const own = toReturnHost(website);
  return own === undefined ? returnHosts : [...returnHosts, own];
}
