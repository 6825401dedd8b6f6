import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { perService, serviceNames } from '../platform/services';

/** Name of a file and its content. */
export type SecretFiles = Readonly<Record<string, string>>;

/** The services that seal something at rest. */
const sealing = ['gateway', 'billing', 'payouts', 'webhooks'] as const;

/** New random secrets for compose.yaml, and the same for overlays/local as one file of Kubernetes secrets. */
export function newSecrets(): SecretFiles {
  const passwords = perService(() => randomBytes(16).toString('hex'));
  const adminPassword = randomBytes(16).toString('hex');
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
  secrets['gateway'] = { ...secrets['gateway'], PAGE_KEY: pageKey, REDIS_URL: 'redis://redis:6379' };

  return {
    'postgres-password': adminPassword,
    'databases.sql': databases,
    'page-key': pageKey,
    ...Object.fromEntries(serviceNames.map((name) => [`${name}-database-url`, urls[name]])),
    ...Object.fromEntries(sealing.map((name) => [`${name}-data-key`, dataKeys[name] ?? ''])),
    'kubernetes.yaml': Object.entries(secrets)
      .map(([name, values]) => kubernetesSecret(name, values))
      .join('---\n'),
  };
}

/**
 * Writes secrets into a folder that only its owner may enter. The files in it are readable, because a container reads
 * them as another user. Returns false, and writes nothing, when it holds secrets already: data is sealed with them.
 */
export function writeSecrets(folder: string, files: SecretFiles): boolean {
  if (existsSync(join(folder, 'postgres-password'))) return false;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content, { mode: 0o644 });
  return true;
}

function randomKey(): string {
  return randomBytes(32).toString('base64');
}

/** JSON strings are YAML strings. */
function kubernetesSecret(name: string, values: Readonly<Record<string, string>>): string {
  const data = Object.entries(values).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}\n`);
  return `apiVersion: v1\nkind: Secret\nmetadata: { name: ${name}, namespace: pitanga }\nstringData:\n${data.join('')}`;
}
