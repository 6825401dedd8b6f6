/**
 * What a pattern finds first in the mails to an address, the newest first; its group, where it has one. This platform
 * keeps its mail in files.
 *
 * @param form the HTML of a mail, or the page that shows its text
 */
export async function findInMail(
  baseUrl: string,
  address: string,
  pattern: RegExp,
  form: '/html' | '' = '/html',
): Promise<string | undefined> {
  const list = await (await fetch(`${baseUrl}/dev/mail`)).text();
  // Each match begins at a link of its own, so that no mail is taken for the one above it.
  for (const [, path = '', to = ''] of list.matchAll(
    /href="(\/dev\/mail\/log_\w+)"(?:(?!href=)[^])*?class="soft">([^<]*)/g,
  )) {
    if (!to.startsWith(`${address} `)) continue;
    const found = pattern.exec(await (await fetch(`${baseUrl}${path}${form}`)).text());
    if (found) return found[1] ?? found[0];
  }
  return undefined;
}
