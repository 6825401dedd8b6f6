import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { userError } from '@pitanga/runtime/user-error';

const run = promisify(execFile);
const maxBuffer = 64 * 1024 * 1024;

export const namespace = 'pitanga';

/** kubectl with its current context, in the namespace of the overlays; answers what it printed. */
export async function kubectl(args: readonly string[], { timeoutMs = 120_000 } = {}): Promise<string> {
  try {
    const { stdout } = await run('kubectl', ['-n', namespace, ...args], { timeout: timeoutMs, maxBuffer });
    return stdout;
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string };
    throw userError(`kubectl ${args.join(' ')}: ${stderr.trim() || message}`, error);
  }
}

/** What `kubectl get … -o json` answers, which its caller knows the shape of. */
export async function kubectlJson<T>(args: readonly string[]): Promise<T> {
  return JSON.parse(await kubectl([...args, '-o', 'json'])) as T;
}

/** Applies YAML; answers a line for each object: `deployment.apps/billing unchanged`. */
export async function apply(yaml: string): Promise<readonly string[]> {
  const { code, stdout, stderr } = await given(yaml, ['apply', '-f', '-']);
  if (code !== 0) throw userError(`kubectl apply: ${stderr.trim()}`);
  return stdout.trim().split('\n');
}

/** What applying YAML would change of the objects that are there; empty when nothing. */
export async function differences(yaml: string): Promise<string> {
  const { code, stdout, stderr } = await given(yaml, ['diff', '-f', '-']);
  if (code !== 0 && code !== 1) throw userError(`kubectl diff: ${stderr.trim()}`);
  return stdout;
}

async function given(
  yaml: string,
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  const child = spawn('kubectl', ['-n', namespace, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  const closed = once(child, 'close') as Promise<[number | null]>;
  child.stdin.end(yaml);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, stdout, stderr };
}

/** Waits until a deployment runs its newest template in all its replicas. */
export async function rolledOut(deployment: string, timeoutMs = 600_000): Promise<void> {
  const timeout = `--timeout=${String(timeoutMs / 1_000)}s`;
  await kubectl(['rollout', 'status', `deployment/${deployment}`, timeout], { timeoutMs: timeoutMs + 5_000 });
}
