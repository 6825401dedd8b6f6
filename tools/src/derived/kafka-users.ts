import { kafkaRules, kafkaUsers, type KafkaRule, type KafkaUser } from './kafka-rules';

const head = `# Generated from the catalogue of events and what the services consume (npm run k8s:topics). Strimzi makes the users, with
# a password each in the secret kafka-user-<name>.
`;

/** Bytes and share of the broker's time, far above what a service takes: a loop gone wild must not starve the others. */
const quotas = '{ producerByteRate: 20971520, consumerByteRate: 62914560, requestPercentage: 100 }';

/** The text of the users for Strimzi. */
export function kafkaUserManifests(): string {
  return head + kafkaUsers.map(kafkaUser).join('---\n');
}

function kafkaUser(name: KafkaUser): string {
  return `apiVersion: kafka.strimzi.io/v1
kind: KafkaUser
metadata:
  name: ${name}
  labels: { strimzi.io/cluster: kafka }
spec:
  authentication: { type: scram-sha-512 }
  quotas: ${quotas}
  authorization:
    type: simple
    acls:
${kafkaRules(name).map(acl).join('')}`;
}

function acl({ type, name, patternType, operations }: KafkaRule): string {
  return `      - resource: { type: ${type}, name: '${name}', patternType: ${patternType} }
        operations: [${operations.join(', ')}]
`;
}
