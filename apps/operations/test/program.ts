import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { programArguments, testInfra } from '@pitanga/testing';

const programs = {
  events: programArguments('operations/events.js', join(__dirname, '../src/events.ts')),
  replay: programArguments('operations/replay.js', join(__dirname, '../src/replay.ts')),
} satisfies Record<string, readonly string[]>;

/** Runs a program as a process, on the broker of the test run. */
export function runProgram(name: keyof typeof programs, args: readonly string[]) {
  const child = spawn(process.execPath, [...programs[name], ...args], {
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
