import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../workspace';

const k8sDir = join(rootDir, 'k8s');

/** Read when asked for, not when loaded: every command is loaded in a build of an image, which holds no k8s/. */
export function overlays(): readonly string[] {
  return readdirSync(join(k8sDir, 'overlays')).sort();
}

/** The YAML that `kubectl apply -k` would send for an overlay. */
export function render(
  overlay: string,
  renderer: { readonly command: string; readonly args: readonly string[] },
): string {
  return execFileSync(renderer.command, [...renderer.args, join(k8sDir, 'overlays', overlay)], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
}
