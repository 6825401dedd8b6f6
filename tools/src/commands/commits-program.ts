// Fails on a commit subject that is too long or no Conventional Commit: of the message in the file that is named (the
// hook commit-msg), else of every commit since the rule (one of the checks of `npm run check`).
import { readFileSync } from 'node:fs';
import { subjectFault, subjectsSinceRule } from '../commits/commit-subjects';

const [file] = process.argv.slice(2);
const subjects = file === undefined ? subjectsSinceRule() : [readFileSync(file, 'utf8')];
const faults = subjects?.map(subjectFault).filter((fault) => fault !== undefined) ?? [];
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exitCode = 1;
}
if (!subjects) console.log('not checked: the history of this clone does not reach back to the rule');
