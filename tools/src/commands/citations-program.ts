// Fails on dead links and on citations of what is not in the repository: one of the checks of `npm run check`.
import { citationFaults } from '../citations/citation-rules';
import { repositoryFiles } from '../citations/repository-files';

const faults = citationFaults(repositoryFiles());
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exitCode = 1;
}
