/**
 * Session settings that make the planner use indexes and never read a whole table.
 *
 * The hot statements are prepared, because planning the claim costs more than running it. A prepared plan is kept, and
 * the queue grows from empty to a million rows faster than its statistics: a plan that scans the table because it was
 * empty would then scan all of it, for every row of every claim. These settings prevent that, together with
 * `a.id = any (array[b.id])` instead of `a.id = b.id` in the hot statements: an ordinary join may also scan a whole
 * index, which costs the same as a lookup while the table is empty, but this form leaves only the lookup. Every statement
 * of this service is a lookup by index, so the settings cost nothing. For the same reason a plan for these values is never
 * better than the one for any, which `plan_cache_mode` keeps.
 */
const settings = ['enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin'];

/** Returns the address of the database with these settings for every connection. */
export function withIndexPlans(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const current = url.searchParams.get('options');
  const options = ['plan_cache_mode=force_generic_plan', ...settings.map((setting) => `${setting}=off`)]
    .map((setting) => `-c ${setting}`)
    .join(' ');
  url.searchParams.set('options', current === null ? options : `${current} ${options}`);
  return url.href;
}
