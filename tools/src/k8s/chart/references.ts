import { serviceNames } from '@pitanga/operations/services';
import { Expression, isFields, isList, type Fields, type Value } from './tree';

const value = (path: string): Expression => new Expression(`{{ .Values.${path} }}`);

/** The namespaces that network policies name, and the values that say them. */
const namespaces: Readonly<Record<string, string>> = {
  'ingress-nginx': 'ingress.controllerNamespace',
  monitoring: 'monitoring.namespace',
  'cnpg-system': 'postgres.operatorNamespace',
  strimzi: 'kafka.operatorNamespace',
  keda: 'keda.namespace',
};

const kafkaCa = 'kafka-cluster-ca-cert';

/** The value with expressions where it names an image of ours, a config map, a secret or a namespace of others. */
export function referring(part: Value): Value {
  if (isList(part)) return part.map(referring);
  if (!isFields(part)) return part;
  const fields = Object.entries(part).map(([key, field]) => [key, findReference(key, field, part) ?? referring(field)]);
  return Object.fromEntries(fields) as Fields;
}

function findReference(key: string, field: Value, around: Fields): Expression | undefined {
  if (typeof field !== 'string') return undefined;
  if (key === 'kubernetes.io/metadata.name') {
    const path = namespaces[field];
    return path === undefined ? undefined : value(path);
  }
  if (key === 'image') return imageExpression(field);
  if (key === 'secretName' && field === kafkaCa) return value('kafka.caSecret');
  if (typeof around['key'] === 'string' && typeof around['name'] === 'string') {
    return inSecret(key, around['name'], around['key']);
  }
  return key === 'name' ? settingsName(field) : undefined;
}

function imageExpression(image: string): Expression | undefined {
  const service = /^pitanga-(\w+)$/.exec(image)?.[1];
  return service === undefined ? undefined : new Expression(`{{ include "pitanga.image" (list . "${service}") }}`);
}

/** The name of a secret, or the key in it. */
function inSecret(field: string, name: string, key: string): Expression | undefined {
  const database = /^(\w+)-db-app$/.exec(name)?.[1];
  if (database !== undefined) return value(`services.${database}.databaseSecret.${field}`);
  if (key === 'REDIS_URL') return value(`redis.urlSecret.${field}`);
  if (field !== 'name') return undefined;
  if (name === kafkaCa) return value('kafka.caSecret');
  const user = /^kafka-user-([\w-]+)$/.exec(name)?.[1];
  return user === undefined ? undefined : new Expression(`{{ .Values.kafka.sasl.secretPrefix }}${user}`);
}

/** Of a config map: its name ends with a hash of what is in it, so that pods start anew when that changes. */
function settingsName(name: string): Expression | undefined {
  const settings = withoutHash(name);
  if (settings === name) return undefined;
  return new Expression(`{{ include "pitanga.settingsName" (list . "${settings}") }}`);
}

/** The name of a config map without the hash that kustomize adds; other names as they are. */
export function withoutHash(name: string): string {
  const owners = ['platform', 'history', ...serviceNames];
  return owners.find((owner) => new RegExp(`^${owner}-[a-z0-9]{10}$`).test(name)) ?? name;
}
