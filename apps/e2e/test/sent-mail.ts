/** The HTML of each mail to an address, newest first: this platform keeps its mail in files. */
async function readMailTo(baseUrl: string, address: string): Promise<readonly string[]> {
  const list = await (await fetch(`${baseUrl}/dev/mail`)).text();
  // Each match begins at a link of its own, so that no mail is taken for the one above it.
  const paths = [...list.matchAll(/href="(\/dev\/mail\/log_\w+)"(?:(?!href=)[^])*?class="soft">([^<]*)/g)].flatMap(
    ([, path = '', to = '']) => (to.startsWith(`${address} `) ? [path] : []),
  );
  return Promise.all(paths.map(async (path) => (await fetch(`${baseUrl}${path}/html`)).text()));
}

/** What a pattern finds first in the mails to an address, the newest first; its group, where it has one. */
export async function findInMail(baseUrl: string, address: string, pattern: RegExp): Promise<string | undefined> {
  for (const text of await readMailTo(baseUrl, address)) {
    const found = pattern.exec(text);
    if (found) return found[1] ?? found[0];
  }
  return undefined;
}
