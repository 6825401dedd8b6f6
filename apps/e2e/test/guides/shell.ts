import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export interface Outcome {
  readonly failed: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ShellOptions {
  /** Where commands run. */
  readonly cwd: string;
  /** Where scripts and outputs are kept, so that the reader's folder has only what the reader makes. */
  readonly notes: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Installing packages is the slowest that a block does. */
const blockTimeoutMs = 600_000;

/** One bash for all blocks of a page: what one sets, the next has. It ends with the first command that fails. */
export class Shell {
  private readonly bash: ChildProcess;
  private readonly finished: AsyncIterator<string>;
  private count = 0;

  constructor(private readonly options: ShellOptions) {
    const { cwd, env } = options;
    this.bash = spawn('bash', ['-euo', 'pipefail', '-s'], {
      cwd,
      env,
      detached: true,
      stdio: ['pipe', 'ignore', 'inherit', 'pipe'],
    });
    const told = this.bash.stdio[3] as Readable;
    this.finished = createInterface({ input: told })[Symbol.asyncIterator]();
  }

  async run(code: string): Promise<Outcome> {
    this.count += 1;
    const file = join(this.options.notes, String(this.count));
    writeFileSync(`${file}.sh`, code);
    writeFileSync(`${file}.out`, '');
    writeFileSync(`${file}.err`, '');
    this.bash.stdin?.write(`source '${file}.sh' >'${file}.out' 2>'${file}.err' </dev/null\necho done >&3\n`);
    const timer = setTimeout(() => void end(this.bash), blockTimeoutMs);
    const { done } = await this.finished.next();
    clearTimeout(timer);
    return {
      failed: done === true,
      stdout: readFileSync(`${file}.out`, 'utf8'),
      stderr: readFileSync(`${file}.err`, 'utf8'),
    };
  }

  close(): Promise<void> {
    return end(this.bash);
  }
}

/** A command in a terminal of its own, which stays until the page is done. */
export class Background {
  private readonly bash: ChildProcess;
  private output = '';

  constructor(code: string, { cwd, env }: ShellOptions) {
    this.bash = spawn('bash', ['-euo', 'pipefail', '-c', code], {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.bash.stdout, this.bash.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    }
  }

  /** What it has printed so far. */
  get printed(): string {
    return this.output;
  }

  get hasEnded(): boolean {
    return this.bash.exitCode !== null || this.bash.signalCode !== null;
  }

  close(): Promise<void> {
    return end(this.bash);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  const isOver = child.exitCode !== null || child.signalCode !== null;
  const exit = isOver ? undefined : once(child, 'exit');
  try {
    // The whole group: what the commands have started, too.
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
  await exit;
}
