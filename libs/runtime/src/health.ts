import { get } from 'node:http';

/**
 * A program of its own for the health command of a container, which has no shell: `node health.js 9090` ends with 0
 * when the service whose operations port that is answers that it is ready, else with 1.
 */
const url = `http://127.0.0.1:${process.argv[2] ?? ''}/readyz`;
const timeoutMs = 2_000;

get(url, { timeout: timeoutMs }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))
  .on('error', () => process.exit(1))
  .on('timeout', () => process.exit(1));
