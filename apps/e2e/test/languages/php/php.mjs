// Runs a PHP file with the environment, the standard input and the exit code of this process.
import { readFileSync } from 'node:fs';
import { getPHPLoaderModule } from '@php-wasm/node-8-4';
import { loadPHPRuntime, PHP } from '@php-wasm/universal';

const php = new PHP(await loadPHPRuntime(await getPHPLoaderModule(), {}));
php.writeFile('/program.php', readFileSync(process.argv[2]));
const answer = await php.cli(['php', '/program.php'], { env: process.env });
process.stdout.write(await answer.stdoutText);
process.stderr.write(await answer.stderrText);
process.exit(await answer.exitCode);
