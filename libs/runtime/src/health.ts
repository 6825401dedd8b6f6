import { get } from 'node:http';

/**
 * Health command of the containers, which have no shell: `node health.js 9090` exits with 0 when `/readyz` on that
 * operations port answers 200, else with 1.
 */
const url = `http://127.0.0.1:${process.argv[2] ?? ''}/readyz`;
const timeoutMs = 2_000;

get(url, { timeout: timeoutMs }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))
  .on('error', () => process.exit(1))
  .on('timeout', () => process.exit(1));
