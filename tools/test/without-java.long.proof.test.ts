import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { waitFor } from '@pitanga/testing';
import { Kafka, logLevel } from 'kafkajs';
import { toolsDir } from '../src/workspace';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'without-java-'));
  for (const program of ['java', 'mvn']) writeFileSync(join(folder, program), '#!/bin/sh\nexit 127\n', { mode: 0o755 });
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('A machine with Node and Python, without Java and Maven', () => {
  it('runs Apache Kafka on the runtime that pip brings', async () => {
    const out = join(folder, 'infra.json');
    const PATH = folder + delimiter + (process.env.PATH ?? '');
    const child = spawn(process.execPath, [join(toolsDir, 'bin', 'run.cjs'), 'test-infra', '--out', out], {
      env: { ...process.env, JAVA_HOME: undefined, PATH },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    try {
      await waitFor('the addresses of the servers', () => Promise.resolve(existsSync(out)), 300_000);
      const { kafka } = JSON.parse(readFileSync(out, 'utf8')) as { kafka: string };
      const admin = new Kafka({ brokers: [kafka], logLevel: logLevel.NOTHING }).admin();
      await admin.connect();
      await expect(admin.listTopics()).resolves.toEqual([]);
      await admin.disconnect();
    } finally {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    }
  }, 320_000);
});
