import { spawn } from 'node:child_process';

type Env = Readonly<Record<string, string | undefined>>;

/** The system's store of secrets: the keychain of macOS, the Secret Service of a Linux desktop. */
export interface Keychain {
  /** Undefined where it has none, or does not answer. */
  read(profile: string): Promise<string | undefined>;
  /** False where it does not answer. */
  write(profile: string, key: string): Promise<boolean>;
  /** False where it does not answer, or may have the key still. */
  remove(profile: string): Promise<boolean>;
}

const service = 'pitanga';
/** Long enough for a person to unlock it. */
const patienceMs = 60_000;
/** What `security` ends with where there is nothing to delete: errSecItemNotFound. */
const macHasNone = 44;

interface Ended {
  /** Null where there is no such program, or it was ended. */
  readonly code: number | null;
  readonly out: string;
}

/** @param env of the programs, which are looked up in its PATH */
export function systemKeychain(platform: NodeJS.Platform, env: Env): Keychain | undefined {
  if (platform === 'darwin') return macKeychain(env);
  return platform === 'linux' ? secretService(env) : undefined;
}

function macKeychain(env: Env): Keychain {
  return {
    read: async (profile) =>
      found(await run('security', ['find-generic-password', '-s', service, '-a', profile, '-w'], env)),
    // By its interactive mode, because arguments of a process can be seen by others.
    write: async (profile, key) =>
      (await run('security', ['-i'], env, `add-generic-password -U -s ${service} -a "${profile}" -w "${key}"\n`))
        .code === 0,
    remove: async (profile) => {
      const { code } = await run('security', ['delete-generic-password', '-s', service, '-a', profile], env);
      return code === 0 || code === macHasNone;
    },
  };
}

function secretService(env: Env): Keychain {
  const attributes = (profile: string) => ['service', service, 'profile', profile];
  return {
    read: async (profile) => found(await run('secret-tool', ['lookup', ...attributes(profile)], env)),
    write: async (profile, key) =>
      (await run('secret-tool', ['store', `--label=Pitanga (${profile})`, ...attributes(profile)], env, key)).code ===
      0,
    remove: async (profile) => (await run('secret-tool', ['clear', ...attributes(profile)], env)).code === 0,
  };
}

function found({ code, out }: Ended): string | undefined {
  const text = out.trim();
  return code === 0 && text !== '' ? text : undefined;
}

function run(program: string, args: readonly string[], env: Env, input = ''): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      env: { ...env },
      stdio: ['pipe', 'pipe', 'ignore'],
      // Not its own time-out, which keeps this process for a minute where there is no such program.
      signal: AbortSignal.timeout(patienceMs),
    });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.on('error', () => {
      resolve({ code: null, out: '' });
    });
    // A program that is not there, or ends early, reads nothing.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.on('close', (code) => {
      resolve({ code, out });
    });
  });
}
