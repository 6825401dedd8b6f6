import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { testInfra } from '@pitanga/testing';

/** Runs a program of `tools/src/commands` as a process, on the broker of the test run. */
export function runProgram(name: string, args: readonly string[]) {
  const program = join(__dirname, '../src/commands', name);
  const child = spawn(process.execPath, ['--require', 'tsx/cjs', program, ...args], {
    env: { ...process.env, KAFKA_BROKERS: testInfra().kafka },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, problems] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (problems += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    lines: () => out.split('\n').filter((line) => line !== ''),
    problems: () => problems,
    ended,
    /** As Ctrl-C. */
    interrupt: () => child.kill('SIGINT'),
  };
}
