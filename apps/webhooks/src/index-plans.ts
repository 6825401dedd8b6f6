/**
 * Session settings that make the planner look rows up by index and never read a whole table.
 *
 * The hot statements are prepared, because planning the claim costs more than running it. A prepared plan is
 * kept, and the queue goes from empty to a million rows faster than statistics follow: a plan that read a
 * whole table because it was empty would then read all of it, for every row of every claim. Two means
 * against it: these settings, and `a.id = any (array[b.id])` instead of `a.id = b.id` in the hot statements.
 * An ordinary join may also read a whole index, which costs the same as a look-up while the table is empty;
 * written that way, a look-up is all that is left. Every statement of this service is a look-up by index,
 * so none of this costs anything.
 */
const settings = ['enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin'];

/** The same database address, with these settings for every connection made with it. */
export function withIndexPlans(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const given = url.searchParams.get('options');
  const options = settings.map((setting) => `-c ${setting}=off`).join(' ');
  url.searchParams.set('options', given === null ? options : `${given} ${options}`);
  return url.href;
}
