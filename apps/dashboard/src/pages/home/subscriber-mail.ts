import type { ApiRecord } from '../../api/records';

type Kinds = ApiRecord<'StoreMail'>['kinds'];

/** What is mailed after the question: sending `kinds` at all is the answer, so that it is not asked again. */
export function answeredKinds(kinds: Kinds, isWanted: boolean): Kinds {
  return isWanted ? [...new Set([...kinds, 'SUBSCRIPTION_STARTED' as const])] : kinds;
}
