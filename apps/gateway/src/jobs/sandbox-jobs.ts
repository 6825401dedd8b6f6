import { everyTenant } from '@pitanga/core';
import { periodic, type Lifecycle, type Log } from '@pitanga/runtime';
import { deleteLeftStores, deleteUnusedSandboxes, type DeleteLeftDeps } from '../sandboxes/delete-left-stores';

/** A store that is left is due half a minute later. */
const pace = { everyMs: 5_000, restMs: 60_000 };

/** Ends sandboxes without a use, and deletes what sandboxes have left in every service. */
export function startSandboxJobs(deps: DeleteLeftDeps & { readonly log: Log }, lifecycle: Lifecycle): void {
  const work = async (): Promise<number> => {
    const ended = await deleteUnusedSandboxes(deps, everyTenant);
    return ended + (await deleteLeftStores(deps, everyTenant));
  };
  const job = periodic('sandboxes', pace, work, deps.log);
  lifecycle.defer('sandboxes', () => job.stop());
}
