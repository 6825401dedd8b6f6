import type { Cycle } from '../calendar/schedule';

export const resumptions = ['ANCHOR', 'NOW'] as const;
/** From what the cycles after a pause are counted: the anchor before it, or its end. */
export type ResumeFrom = (typeof resumptions)[number];

/** As asked for, or by the length of the cycle: of a longer one too much would be used unpaid until the next due instant. */
export function chosenResumption({
  resumeFrom,
  cycle,
}: {
  readonly resumeFrom: ResumeFrom | undefined;
  readonly cycle: Cycle;
}): ResumeFrom {
  return resumeFrom ?? (cycle === 'WEEKLY' || cycle === 'MONTHLY' ? 'ANCHOR' : 'NOW');
}
