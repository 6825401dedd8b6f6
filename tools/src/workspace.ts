import { delimiter, dirname, join, resolve } from 'node:path';

/** Absolute folders of the checkout; the tools always run from source, so they are found from this file. */
export const toolsDir = dirname(__dirname);
export const rootDir = resolve(toolsDir, '..');
export const cacheDir = join(rootDir, '.cache');
/** Code of the bundles as Node has compiled it. */
export const compiledDir = join(cacheDir, 'compiled');
export const distDir = join(rootDir, 'dist');
/** The default data folder of the platform that npm start runs. */
export const defaultDataDir = join(rootDir, '.pitanga');

const binDir = join(rootDir, 'node_modules', '.bin');

/** A program an npm package has installed. */
export function workspaceBin(program: string): string {
  return join(binDir, program);
}

/** The environment such programs need: the workspace's own Node, and an Nx without a daemon and without its cloud. */
export function workspaceEnv(): NodeJS.ProcessEnv {
  const path = [dirname(process.execPath), binDir, process.env.PATH ?? ''].join(delimiter);
  return { ...process.env, PATH: path, NX_DAEMON: 'false', NX_NO_CLOUD: 'true' };
}
