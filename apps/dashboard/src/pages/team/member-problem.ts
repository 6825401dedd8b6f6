import { isProblem, Problem } from '../../api/problem';
import type { Say } from '../../words/words';
import type { TeamWord } from './team-words';

const explained = ['ROLE_TOO_GREAT', 'LAST_OWNER', 'TOO_MANY_MEMBERS'] as const;

/** A refusal with what to do about it instead of the API's sentence; its code and request stay. */
export function explainProblem(problem: Error | null, say: Say<TeamWord>): Error | null {
  const code = explained.find((one) => isProblem(problem, one));
  if (code === undefined || !isProblem(problem)) return problem;
  return new Problem(say(code), problem.code, problem.status, problem.requestId, undefined);
}
