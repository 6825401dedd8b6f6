import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { perService, serviceNames } from '@pitanga/operations/services';

/** Name of a file and its content. */
export type SecretFiles = Readonly<Record<string, string>>;

/** The services that seal something at rest. */
const sealing = ['gateway', 'billing', 'payouts', 'webhooks'] as const;

/** New random secrets for compose.yaml, and the same for overlays/local as one file of Kubernetes secrets. */
export function newSecrets(): SecretFiles {
  const passwords = perService(() => randomBytes(16).toString('hex'));
  const adminPassword = randomBytes(16).toString('hex');
  const redisPassword = randomBytes(16).toString('hex');
  const redisConf = `requirepass ${redisPassword}\n`;
  const redisUrl = `redis://:${redisPassword}@redis:6379`;
  const pageKey = randomKey();
  const dataKeys = Object.fromEntries(sealing.map((name) => [name, randomKey()]));
  const urls = perService((name) => `postgres://${name}:${passwords[name]}@postgres:5432/${name}`);
  const databases = serviceNames
    .map(
      (name) => `create role ${name} login password '${passwords[name]}';
create database ${name} owner ${name};
revoke all on database ${name} from public;
`,
    )
    .join('\n');

  const secrets: Record<string, Record<string, string>> = {
    postgres: { password: adminPassword, 'databases.sql': databases },
  };
  for (const name of serviceNames) secrets[`${name}-db-app`] = { uri: urls[name] };
  for (const name of sealing) secrets[name] = { DATA_KEY: dataKeys[name] ?? '' };
  secrets['gateway'] = { ...secrets['gateway'], PAGE_KEY: pageKey, REDIS_URL: redisUrl };
  secrets['redis'] = { 'redis.conf': redisConf };

  return {
    'postgres-password': adminPassword,
    'databases.sql': databases,
    'page-key': pageKey,
    'redis.conf': redisConf,
    'redis-url': redisUrl,
    ...Object.fromEntries(serviceNames.map((name) => [`${name}-database-url`, urls[name]])),
    ...Object.fromEntries(sealing.map((name) => [`${name}-data-key`, dataKeys[name] ?? ''])),
    'kubernetes.yaml': Object.entries(secrets)
      .map(([name, values]) => kubernetesSecret(name, values))
      .join('---\n'),
  };
}

/**
 * Writes secrets into a folder that only its owner may enter. The files in it are readable, because a container reads
 * them as another user. Where it holds secrets already, those stay, since data is sealed with them, and only files are
 * written that an earlier version did not have. Returns whether there were none before.
 */
export function writeSecrets(folder: string, files: SecretFiles): boolean {
  const isNew = !existsSync(join(folder, 'postgres-password'));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const absent = isNew ? Object.keys(files) : withoutSecretsOfBefore(folder, files);
  for (const name of absent) writeFileSync(join(folder, name), files[name] ?? '', { mode: 0o644 });
  return isNew;
}

/** The two files of Redis belong together: one alone would have another password. */
function withoutSecretsOfBefore(folder: string, files: SecretFiles): readonly string[] {
  const ofRedis = Object.keys(files).filter((name) => name.startsWith('redis'));
  return ofRedis.some((name) => existsSync(join(folder, name))) ? [] : ofRedis;
}

function randomKey(): string {
  return randomBytes(32).toString('base64');
}

/** JSON strings are YAML strings. */
function kubernetesSecret(name: string, values: Readonly<Record<string, string>>): string {
  const data = Object.entries(values).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}\n`);
  return `apiVersion: v1\nkind: Secret\nmetadata: { name: ${name}, namespace: pitanga }\nstringData:\n${data.join('')}`;
}
