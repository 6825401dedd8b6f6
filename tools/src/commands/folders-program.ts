// Fails when folders import each other in a cycle or against their layers: one of the checks of `npm run check`.
import { runProgram } from '@pitanga/runtime';
import { brokenFolderRules } from '../folders/folder-rules';
import { rootDir } from '../workspace';

async function main(): Promise<void> {
  const broken = await brokenFolderRules(rootDir, ['apps', 'libs', 'tools/src', 'cli/src', 'sdk']);
  if (broken.length === 0) return;
  console.error(broken.join('\n'));
  process.exitCode = 1;
}

runProgram(main);
