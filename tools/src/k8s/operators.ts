import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { cacheDir, toolsDir } from '../workspace';
import { toSchemas, type Definition, type Schemas } from './custom-resources';
import { fetched } from './fetched';

/** Go modules of operators, and the folder in each with the definitions of its custom resources. */
const modules = {
  'github.com/cloudnative-pg/cloudnative-pg@v1.30.0': 'config/crd/bases',
  'github.com/cloudnative-pg/plugin-barman-cloud@v0.15.0': 'config/crd/bases',
  'github.com/kedacore/keda/v2@v2.21.0': 'config/crd/bases',
  'github.com/cert-manager/cert-manager@v1.21.2': 'deploy/crds',
  'github.com/prometheus-operator/prometheus-operator@v0.94.1': 'example/prometheus-operator-crd',
} as const;

/** Strimzi is of Java: its definitions are in no package, but are made from its classes, as its own build does. */
const strimziPom = join(toolsDir, 'strimzi', 'pom.xml');
const strimziJars = ['api', 'kubernetes-model-core', 'crd-generator'] as const;
const strimziClasses = ['kafka.Kafka', 'nodepool.KafkaNodePool', 'topic.KafkaTopic', 'user.KafkaUser'] as const;

/** The schemas of the operators' custom resources, from the package registries of Go and Java, once. */
export async function operatorSchemas(say: (line: string) => void): Promise<Schemas> {
  const pins = [JSON.stringify(modules), readFileSync(strimziPom, 'utf8'), strimziClasses.join()].join('\n');
  const folder = join(cacheDir, `custom-resources-${createHash('sha256').update(pins).digest('hex').slice(0, 12)}`);
  const file = join(folder, 'schemas.json');
  if (!existsSync(file)) {
    say('Fetch the definitions of custom resources of CloudNativePG, KEDA, cert-manager, Prometheus and Strimzi');
    mkdirSync(folder, { recursive: true });
    const definitions: Definition[] = await strimziDefinitions(folder);
    for (const [module, within] of Object.entries(modules)) {
      definitions.push(...definitionsIn(join(await moduleFolder(module), within)));
    }
    writeFileSync(`${file}.unfinished`, JSON.stringify(toSchemas(definitions)));
    renameSync(`${file}.unfinished`, file);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Schemas;
}

async function moduleFolder(module: string): Promise<string> {
  const stdout = await fetched('go', ['mod', 'download', '-json', module], { GOFLAGS: '' });
  return (JSON.parse(stdout) as { Dir: string }).Dir;
}

async function strimziDefinitions(folder: string): Promise<Definition[]> {
  const jars = join(folder, 'jars');
  const copy = ['dependency:copy-dependencies', '-Dmdep.stripVersion=true', `-DoutputDirectory=${jars}`];
  await fetched('mvn', ['-B', '-q', '-f', strimziPom, ...copy]);
  const made = join(folder, 'strimzi');
  mkdirSync(made, { recursive: true });
  // The first that has a class wins: the program carries an older model of Kubernetes.
  const classPath = strimziJars.map((name) => join(jars, `${name}.jar`)).join(':');
  const shape = [
    '--target-kube',
    '1.16+',
    '--crd-api-version',
    'v1',
    '--api-versions',
    'v1',
    '--storage-version',
    'v1',
  ];
  const outputs = strimziClasses.map((name) => `io.strimzi.api.kafka.model.${name}=${join(made, `${name}.yaml`)}`);
  const main = 'io.strimzi.crdgenerator.CrdGenerator';
  await fetched('java', ['-cp', classPath, main, ...shape, '--yaml', ...outputs]);
  return definitionsIn(made);
}

function definitionsIn(folder: string): Definition[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((name) => parseAllDocuments(readFileSync(join(folder, name), 'utf8')))
    .map((document) => document.toJS() as Definition & { kind?: string })
    .filter(({ kind }) => kind === 'CustomResourceDefinition');
}
