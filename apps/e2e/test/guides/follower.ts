import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { waitFor } from '@pitanga/testing';
import { goSettings } from '../languages/go';
import { blocksOf, exportsOf, type Block } from './blocks';
import type { Page } from './pages';
import { differenceOf } from './resemblance';
import { Background, Shell, type Outcome, type ShellOptions } from './shell';

/** A block that was typed. */
export interface Typed {
  readonly line: number;
  readonly code: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}

export interface FollowOptions {
  /** Where the reader works, and what earlier pages have left is; absent: an empty folder, which is removed. */
  readonly folder?: string;
  readonly onTyped?: (typed: Typed) => void;
}

export interface Followed {
  readonly ran: number;
  /** Of the blocks that are not run. */
  readonly reasons: readonly string[];
}

/**
 * Follows a page literally, each block once. `values` are the reader's own, by the names of the page's setup block.
 * Throws at the first block that fails or answers something else than the page shows, with its line and output.
 */
export async function follow(
  page: Page,
  values: Readonly<Record<string, string>>,
  { folder, onTyped = () => undefined }: FollowOptions = {},
): Promise<Followed> {
  const root = folder ?? mkdtempSync(join(tmpdir(), 'pitanga-guide-'));
  const [home, cwd, notes] = ['home', 'reader', 'notes'].map((name) => join(root, name)) as [string, string, string];
  for (const it of [home, cwd, notes]) mkdirSync(it, { recursive: true });
  const follower = new Follower(page, values, home, { cwd, notes, env: readerEnv(home) }, onTyped);
  try {
    const blocks = blocksOf(page.markdown);
    for (const [index, block] of blocks.entries()) await follower.take(block, blocks[index + 1]);
    return follower.followed;
  } finally {
    await follower.close();
    if (folder === undefined) rmSync(root, { recursive: true, force: true });
  }
}

/** By what programs of several languages reach their registries where a proxy stands between. */
const networkNames = [
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'PIP_CERT',
  'GOPROXY',
];

/** What a reader has who installed Node, and nothing of this workspace. */
function readerEnv(home: string): NodeJS.ProcessEnv {
  const system = (process.env['PATH'] ?? '').split(delimiter).filter((it) => !it.includes('node_modules'));
  const global = join(home, 'npm');
  const network = Object.entries(process.env).filter(([name]) => networkNames.includes(name.toUpperCase()));
  return {
    ...Object.fromEntries(network),
    PATH: [join(global, 'bin'), dirname(process.execPath), ...system].join(delimiter),
    HOME: home,
    LANG: 'C.UTF-8',
    NPM_CONFIG_PREFIX: global,
    ...goSettings,
    NPM_CONFIG_FUND: 'false',
    NPM_CONFIG_AUDIT: 'false',
    NPM_CONFIG_UPDATE_NOTIFIER: 'false',
  };
}

class Follower {
  private readonly shell: Shell;
  private readonly backgrounds: Background[] = [];
  private readonly reasons: string[] = [];
  private ran = 0;
  private last: Outcome | undefined;

  constructor(
    private readonly page: Page,
    private readonly values: Readonly<Record<string, string>>,
    private readonly home: string,
    private readonly options: ShellOptions,
    private readonly onTyped: (typed: Typed) => void,
  ) {
    this.shell = new Shell(options);
  }

  get followed(): Followed {
    return { ran: this.ran, reasons: this.reasons };
  }

  async take(block: Block, next: Block | undefined): Promise<void> {
    if (block.kind === 'setup') await this.setUp(block);
    else if (block.kind === 'file') this.write(block.title, block.code);
    else if (block.kind === 'run') await this.run(block, next);
    else if (block.kind === 'background') await this.start(block, block.wait);
    else if (block.kind === 'output') this.compare(block);
    else this.reasons.push(block.why);
  }

  async close(): Promise<void> {
    await Promise.all([this.shell, ...this.backgrounds].map((it) => it.close()));
  }

  private async setUp(block: Block): Promise<void> {
    for (const [name, shown] of exportsOf(block)) {
      const value = this.values[name] ?? shown;
      this.options.env[name] = value;
      await this.shell.run(`export ${name}='${value}'`);
    }
  }

  private write(title: string, code: string): void {
    const file = join(this.options.cwd, title);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
  }

  private async run(block: Block, next: Block | undefined): Promise<void> {
    this.ran += 1;
    // curl takes an answer that is an error for success: only where the page goes on to show the error is it one.
    writeFileSync(join(this.home, '.curlrc'), showsError(next) ? '' : 'fail-with-body\n');
    const startedAt = performance.now();
    this.last = await this.shell.run(block.code);
    this.tell(block, this.last, startedAt);
    if (this.last.failed) throw this.failure(block, 'failed');
  }

  private async start(block: Block, wait: string | undefined): Promise<void> {
    this.ran += 1;
    const background = new Background(block.code, this.options);
    this.backgrounds.push(background);
    const startedAt = performance.now();
    const isReady = async (): Promise<boolean> => {
      if (wait === undefined) return background.printed !== '';
      return fetch(wait).then(
        () => true,
        () => false,
      );
    };
    await waitFor('the background', async () => background.hasEnded || (await isReady())).catch(() => undefined);
    this.tell(block, { stdout: background.printed, stderr: '' }, startedAt);
    if (background.hasEnded || !(await isReady())) {
      throw this.failure(block, 'is not ready', { stdout: background.printed, stderr: '' });
    }
  }

  private compare(block: Block): void {
    const difference = differenceShown(block, this.last);
    if (difference !== undefined) throw this.failure(block, difference);
  }

  private tell({ line, code }: Block, { stdout, stderr }: Omit<Outcome, 'failed'>, startedAt: number): void {
    this.onTyped({ line, code, stdout, stderr, ms: Math.round(performance.now() - startedAt) });
  }

  private failure(block: Block, problem: string, output = this.last ?? { stdout: '', stderr: '' }): Error {
    const told = this.backgrounds.map((it) => it.printed).filter((it) => it !== '');
    const parts = [`${this.page.path}:${String(block.line)}: ${problem}`, block.code, output.stdout, output.stderr];
    return new Error([...parts, ...told].map((it) => it.trimEnd()).join('\n---\n'));
  }
}

function showsError(block: Block | undefined): boolean {
  return block?.kind === 'output' && (JSON.parse(block.code) as { success?: boolean }).success === false;
}

function differenceShown(block: Block, outcome: Outcome | undefined): string | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(outcome?.stdout ?? '');
  } catch {
    return 'shows JSON, and the block before it printed something else';
  }
  return differenceOf(JSON.parse(block.code), answer);
}
