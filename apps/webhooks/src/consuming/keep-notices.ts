import type { InboundEvent } from '@pitanga/contracts';
import type { Db } from '@pitanga/database';
import type { Deps } from '../deps';
import type { NewNotice } from '../notices/notice';
import { insertNotices } from '../notices/notice-repository';
import { toNotice } from './notice-of-event';

/** Older facts are shown and not mailed: a replayed or long stopped topic is no news. */
const mailedMsMax = 86_400_000;

type KeepDeps = Pick<Deps, 'clock' | 'mail'> & { readonly db: Db };

/** Keeps what events notify people of. A repeat of an event keeps nothing, so that it needs no inbox. */
export async function keepNotices(deps: KeepDeps, events: readonly InboundEvent[]): Promise<void> {
  const now = deps.clock.real();
  const noticed = events.flatMap((event): NewNotice[] => {
    const notice = toNotice(event);
    if (!notice) return [];
    return [{ ...notice, waits: mayMail(deps, notice, now.getTime() - event.recordedAt.getTime()) }];
  });
  await insertNotices(deps.db, noticed, now);
}

/** Whether members can be mailed a fact of this environment, so old. */
export function mayMail({ mail }: Pick<Deps, 'mail'>, { tenant }: Pick<NewNotice, 'tenant'>, ageMs: number): boolean {
  return mail !== undefined && (!tenant.devMode || mail.isInDevMode) && ageMs <= mailedMsMax;
}
